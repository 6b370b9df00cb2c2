import type { PayoutBatchState, PayoutItemState } from '@shop/contracts/constants';
import { PAYOUT_FEE_MOST_CENTS, PAYOUT_FEE_PERCENT } from '@shop/contracts/constants';
import { conflict, notFound, type Refusal } from '@shop/http';
import type { EntityManager } from 'typeorm';
import type { PaypalPayouts } from './paypal-payouts';

/** What the use cases of batches need beside the database. */
export type PayoutParts = {
  paypal: PaypalPayouts;
  siteName: string;
  timeZone: string;
  /** A payout of less stays out of a batch. */
  minCents: number;
  /** A batch of more is sent by another admin than the one who approved it; null: never. */
  secondApprovalCents: number | null;
  /** For how long all calls to PayPal of one request may take together. */
  withinMs: number;
  clock: () => Date;
};

type Service = Pick<PayoutParts, 'siteName' | 'timeZone'> & {
  payouts: Omit<PayoutParts, 'siteName' | 'timeZone' | 'clock'>;
  clock?: () => Date;
};

export const partsOf = ({ payouts, siteName, timeZone, clock = () => new Date() }: Service): PayoutParts => ({
  ...payouts,
  siteName,
  timeZone,
  clock,
});

export type LeftOut = { sellerId: number; storeName: string; amountCents: number; reason: string };

export type Batch = {
  id: number;
  ref: string;
  state: PayoutBatchState;
  createdBy: number;
  createdAt: Date;
  approvedBy: number | null;
  sentBy: number | null;
  sentAt: Date | null;
  attempts: number;
  paypalId: string | null;
  failure: string | null;
  leftOut: LeftOut[];
};

export type Item = {
  id: number;
  sellerId: number;
  payTo: string;
  amountCents: number;
  feeCents: number;
  state: PayoutItemState;
  failure: string | null;
  transactionId: string | null;
  payoutId: number | null;
};

export const BATCH = `id, ref, state, created_by AS "createdBy", created_at AS "createdAt", approved_by AS "approvedBy",
  sent_by AS "sentBy", sent_at AS "sentAt", attempts, paypal_id AS "paypalId", failure, left_out AS "leftOut"`;

/** Loads a batch to change it: whoever comes second waits and sees the first one's work. @throws Refusal 404 */
export async function lockedBatch(db: EntityManager, id: number): Promise<Batch> {
  const [batch] = await db.query<Batch[]>(`SELECT ${BATCH} FROM payout_batches WHERE id = $1 FOR UPDATE`, [id]);
  if (!batch) throw notFound('batch');
  return batch;
}

/** The payouts of a batch, in the order in which they were made. */
export const itemsOf = (db: EntityManager, batchId: number): Promise<Item[]> =>
  db.query<Item[]>(
    `SELECT id, seller_id AS "sellerId", pay_to AS "payTo", amount_cents AS "amountCents", fee_cents AS "feeCents", state, failure,
       transaction_id AS "transactionId", payout_id AS "payoutId"
     FROM payout_items WHERE batch_id = $1 ORDER BY id`,
    [batchId],
  );

const CLOSED: Record<PayoutBatchState, string> = {
  draft: 'is not approved yet',
  approved: 'is approved already',
  sending: 'is being sent to PayPal already',
  sent: 'is at PayPal already',
  done: 'is done already',
  denied: 'was denied by PayPal',
  cancelled: 'is cancelled already',
};

/** Why a batch cannot take a step. */
export const batchClosed = ({ id, state }: Pick<Batch, 'id' | 'state'>): Refusal =>
  conflict('batch-closed', `Batch #${id} ${CLOSED[state]}.`);

/** PayPal's fee for a payout, in cents, before PayPal says it. */
export const feeOf = (amountCents: number) =>
  Math.min(PAYOUT_FEE_MOST_CENTS, Math.round((amountCents * PAYOUT_FEE_PERCENT) / 100));

/** PayPal's states of a payout (docs/product/payouts.md#states). A blocked one is held until PayPal decides. */
const ITEM_STATES: Record<string, PayoutItemState> = {
  NEW: 'sent',
  PENDING: 'sent',
  SUCCESS: 'paid',
  UNCLAIMED: 'unclaimed',
  ONHOLD: 'on-hold',
  HELD: 'on-hold',
  BLOCKED: 'on-hold',
  FAILED: 'failed',
  DENIED: 'failed',
  RETURNED: 'returned',
  CANCELED: 'returned',
  REFUNDED: 'reversed',
  REVERSED: 'reversed',
};

const OVER: readonly PayoutItemState[] = ['returned', 'failed', 'reversed', 'cancelled'];
const UNDER_WAY: readonly PayoutItemState[] = ['sent', 'unclaimed', 'on-hold'];

/**
 * The state of a payout after news of PayPal; the same one when the news are older than what is known, or unknown. What is over
 * stays over, and what was paid can only come back.
 */
export function stateAfter(state: PayoutItemState, status: string): PayoutItemState {
  const next = ITEM_STATES[status] ?? state;
  if (UNDER_WAY.includes(state)) return next === 'sent' ? state : next;
  return state === 'paid' && (next === 'reversed' || next === 'returned') ? 'reversed' : state;
}

export const isOver = (state: PayoutItemState) => state === 'paid' || OVER.includes(state);
