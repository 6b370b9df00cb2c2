import { z } from 'zod';
import { PAYOUT_BATCH_STATES, PAYOUT_ITEM_STATES } from '../constants';
import { at, Data, Page } from './shared';

const PayoutLineView = z.strictObject({
  saleId: z.int().meta({ description: "The line's in the seller's ledger" }),
  orderId: z.int(),
  name: z.string(),
  dueOn: z.iso.date(),
  amountCents: z.int().meta({ description: 'What no payout covers yet' }),
});

export const PayoutItemView = z
  .strictObject({
    id: z.int(),
    sellerId: z.int(),
    storeName: z.string(),
    payTo: z.string().meta({ description: 'The PayPal address, as it was when the batch was made' }),
    amountCents: z.int(),
    feeCents: z.int().meta({ description: "PayPal's fee: an estimate until it has paid" }),
    state: z.enum(PAYOUT_ITEM_STATES),
    failure: z.string().optional().meta({ description: 'What went wrong, and what to do' }),
    doubts: z.array(z.string()).meta({ description: 'What the approval has to confirm' }),
    reference: z.string().nullable().meta({ description: "PayPal's id of the transaction" }),
    lines: z.array(PayoutLineView),
  })
  .meta({ id: 'PayoutItem' });
export type PayoutItemView = z.output<typeof PayoutItemView>;

const batch = {
  id: z.int(),
  state: z.enum(PAYOUT_BATCH_STATES),
  totalCents: z.int(),
  feeCents: z.int().meta({ description: 'What the operator pays PayPal for it: an estimate until all is paid' }),
  sellers: z.int(),
  troubled: z.int().meta({ description: 'Items that are unclaimed, on hold, given back or failed' }),
  createdAt: at,
};

export const PayoutBatchRowView = z.strictObject(batch).meta({ id: 'PayoutBatchRow' });
export type PayoutBatchRowView = z.output<typeof PayoutBatchRowView>;
export const PayoutBatchesView = Page(PayoutBatchRowView);
export type PayoutBatchesView = z.output<typeof PayoutBatchesView>;

export const PayoutBatchView = z
  .strictObject({
    ...batch,
    createdBy: z.int().meta({ description: 'The account of the admin' }),
    approvedBy: z.int().nullable(),
    sentBy: z.int().nullable(),
    sentAt: at.nullable(),
    secondAdmin: z.boolean().meta({ description: 'Who approves it may not send it' }),
    reference: z.string().nullable().meta({ description: "PayPal's id of the batch" }),
    failure: z.string().optional().meta({ description: 'Why it is not on its way, and what to do' }),
    items: z.array(PayoutItemView),
    leftOut: z
      .array(z.strictObject({ sellerId: z.int(), storeName: z.string(), amountCents: z.int(), reason: z.string() }))
      .meta({ description: 'What was due when it was made, and why it is not in it' }),
  })
  .meta({ id: 'PayoutBatch' });
export type PayoutBatchView = z.output<typeof PayoutBatchView>;

export const OnePayoutBatch = Data(PayoutBatchView);
