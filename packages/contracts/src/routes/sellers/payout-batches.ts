import { z } from 'zod';
import { MAY } from '../../constants';
import { route } from '../../declare';
import { id } from '../../forms/fields';
import { PayoutApprovalForm, PayoutBatchesQuery, PayoutBatchForm } from '../../forms/ledger';
import { OnePayoutBatch, PayoutBatchesView } from '../../views/payout-batches';
import { ASKS } from '../asks';
import { noSuch } from '../refusals';

const Id = z.object({ id });
const noBatch = noSuch('batch');

const CHANGED = {
  '409 batch-changed': 'A line was refunded, held or paid otherwise, or a seller is paid elsewhere: `details.changes`; cancel it',
} as const;

/** The calls about payouts by PayPal in batches, in cents (docs/product/payouts.md). */
export const payoutBatchRoutes = {
  listPayoutBatches: route({
    method: 'get',
    path: '/api/payout-batches',
    who: { roles: MAY.readMoney },
    summary: 'Batches of payouts, newest first',
    look: { action: 'payout-batch.viewed', subject: 'payout-batch' },
    query: PayoutBatchesQuery,
    answers: { 200: PayoutBatchesView },
  }),
  readPayoutBatch: route({
    method: 'get',
    path: '/api/payout-batches/:id',
    who: { roles: MAY.readMoney },
    summary: 'A batch with its payouts, the lines of each, and what was left out',
    look: { action: 'payout-batch.viewed', subject: 'payout-batch', id: 'id' },
    params: Id,
    answers: { 200: OnePayoutBatch },
    refuses: noBatch,
  }),
  draftPayoutBatch: route({
    method: 'post',
    path: '/api/payout-batches',
    who: { roles: MAY.changeMoney },
    stepUp: ASKS.payInBatches.stepUp,
    summary: 'Makes a batch of what is due to sellers with a confirmed PayPal address; nothing is sent',
    body: PayoutBatchForm,
    answers: { 201: OnePayoutBatch },
    refuses: { '409 nothing-due': 'Nothing can be paid by PayPal: `details.leftOut` says why' },
  }),
  approvePayoutBatch: route({
    method: 'post',
    path: '/api/payout-batches/:id/approval',
    who: { roles: MAY.changeMoney },
    stepUp: ASKS.payInBatches.stepUp,
    summary: 'Approves a batch; again changes nothing',
    params: Id,
    body: PayoutApprovalForm,
    answers: { 200: OnePayoutBatch },
    refuses: {
      ...noBatch,
      ...CHANGED,
      '409 confirmation-required':
        'There are doubts, in `details.items`: name the sellers in `confirmedSellers` if they are meant',
      '409 batch-closed': 'It is on its way, done or cancelled',
    },
  }),
  sendPayoutBatch: route({
    method: 'post',
    path: '/api/payout-batches/:id/sending',
    who: { roles: MAY.changeMoney },
    stepUp: ASKS.payInBatches.stepUp,
    summary: 'Sends an approved batch to PayPal; 202 while nobody knows yet whether PayPal has it. Again changes nothing',
    params: Id,
    answers: { 200: OnePayoutBatch, 202: OnePayoutBatch },
    refuses: {
      ...noBatch,
      ...CHANGED,
      '409 not-approved': 'It is not approved',
      '409 second-admin': 'Another admin than the one who approved it must send it',
      '409 payout-refused': 'PayPal refuses it, and the message says why; it can be sent again',
      '409 batch-closed': 'It is cancelled',
    },
  }),
  takePayoutBack: route({
    method: 'post',
    path: '/api/payout-batches/:id/items/:itemId/cancellation',
    who: { roles: MAY.changeMoney },
    stepUp: ASKS.payInBatches.stepUp,
    summary: 'PayPal gives back a payout that nobody claims; its lines are due again. Again changes nothing',
    params: z.object({ id, itemId: id }),
    answers: { 200: OnePayoutBatch },
    refuses: {
      ...noSuch('batch, or no such payout in it'),
      '409 not-unclaimed': 'It does not wait for its seller',
      '409 payout-refused': 'PayPal does not give it back, and the message says why',
      '503 unavailable': 'PayPal does not answer',
    },
  }),
  cancelPayoutBatch: route({
    method: 'post',
    path: '/api/payout-batches/:id/cancellation',
    who: { roles: MAY.changeMoney },
    stepUp: ASKS.payInBatches.stepUp,
    summary: 'Cancels a batch that is not sent; its lines are due again. Again changes nothing',
    params: Id,
    answers: { 200: OnePayoutBatch },
    refuses: { ...noBatch, '409 batch-closed': 'It is on its way or done' },
  }),
};
