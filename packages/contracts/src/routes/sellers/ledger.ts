import { z } from 'zod';
import { MAY } from '../../constants';
import { id } from '../../forms/fields';
import { LedgerQuery, PayoutForm, PayoutReversalForm, PayoutsQuery } from '../../forms/ledger';
import { LedgerView, OnePayout, PayoutsView } from '../../views/ledger';
import { DoneView } from '../../views/shared';
import { ASKS } from '../asks';
import { noSuch } from '../refusals';
import { content, route } from '../../declare';

const Id = z.object({ id });
const paging = { page: true, limit: true } as const;
const csv = content('text/csv');

/** The calls about sellers' earnings and payouts, in cents. */
export const ledgerRoutes = {
  readLedger: route({
    method: 'get',
    path: '/api/sellers/:id/ledger',
    who: { users: true, admin: MAY.readMoney },
    summary:
      "The seller's ledger, newest first, with each line's reasons and what is owed, due and paid; for themselves and admins",
    look: { action: 'seller.ledger-viewed', subject: 'seller', id: 'id' },
    params: Id,
    query: LedgerQuery,
    answers: { 200: LedgerView },
    refuses: noSuch('store'),
  }),
  exportLedger: route({
    method: 'get',
    path: '/api/sellers/:id/ledger.csv',
    who: { users: true, admin: MAY.readMoney },
    summary: 'All of those lines as a spreadsheet',
    look: { action: 'seller.ledger-exported', subject: 'seller', id: 'id', own: true },
    params: Id,
    query: LedgerQuery.omit(paging),
    answers: { 200: csv },
    refuses: noSuch('store'),
  }),
  recordPayout: route({
    method: 'post',
    path: '/api/sellers/:id/payouts',
    who: { roles: MAY.changeMoney },
    stepUp: ASKS.recordPayout.stepUp,
    summary: 'Writes down a payout that was made; the same key twice is one payout',
    params: Id,
    body: PayoutForm,
    answers: { 201: OnePayout },
    refuses: {
      ...noSuch('store'),
      '409 not-due': 'Less is due, `details.dueCents`: send `beyondDue` if the amount was sent all the same',
      '409 key-used': 'The key has recorded another payout',
      '409 reference-known': 'The reference is recorded already',
      '409 payout-blocked': "PayPal's books differ: `details.differences`",
      '409 confirmation-required': 'There are doubts, in `details.reasons`: send `confirm` if it is meant',
    },
  }),
  listPayouts: route({
    method: 'get',
    path: '/api/payouts',
    who: { roles: MAY.readMoney },
    summary: 'Who is owed and due what, and where it is to be sent; `due=true` for those who have something due',
    look: { action: 'payout.viewed', subject: 'payout' },
    query: PayoutsQuery,
    answers: { 200: PayoutsView },
  }),
  exportPayouts: route({
    method: 'get',
    path: '/api/payouts/list.csv',
    who: { roles: MAY.readMoney },
    summary: 'All of that list as a spreadsheet',
    look: { action: 'payout.exported', subject: 'payout' },
    query: PayoutsQuery.omit(paging),
    answers: { 200: csv },
  }),
  reversePayout: route({
    method: 'post',
    path: '/api/payouts/:id/reversal',
    who: { roles: MAY.changeMoney },
    stepUp: ASKS.takePayoutBack.stepUp,
    summary: 'Takes back a payout that was recorded wrongly, by a second entry; again for the same reason changes nothing',
    params: Id,
    body: PayoutReversalForm,
    answers: { 200: DoneView },
    refuses: {
      ...noSuch('payout'),
      '409 paid-in-batch': 'PayPal made it, and decides whether it comes back',
      '409 already-reversed': 'It was taken back already, for another reason',
    },
  }),
};
