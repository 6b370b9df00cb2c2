import { CURRENCY } from '@shop/contracts/constants';
import { DisputeChanged } from '@shop/contracts/events';
import { unavailable } from '@shop/http';
import { inTx, locked, type Tx } from '@shop/messaging';
import { z } from 'zod';
import type { ServiceContext } from '../context';
import { Order } from '../orders/order.entity';
import { hasMoney } from '../payment-states';
import { applyPresentState, orderOfCapture } from '../payment-process/present-state';
import type { DisputeMovement, ProviderDispute } from '../payments/payment-gateway';
import { settleActs } from './settle-acts';
import { Dispute } from '../freezes/dispute.entity';
import { freezeDisputed, thawDisputed } from '../freezes/freeze-disputed';

/** An open dispute is looked at so often in case PayPal's news of it is lost, a lost one until its refund is booked. */
const OPEN_EVERY = '6 hours';
const REFUND_EVERY = '15 minutes';

/**
 * Takes what PayPal shows of a dispute now (docs/product/disputes.md#news): the newest `update_time` wins, in any order and any number
 * of times. An open dispute freezes the order's tracks, a resolved one thaws them. One about another shop's payment is not ours.
 * @returns the dispute; null when it is gone or not ours
 * @throws Refusal 503 when PayPal cannot be asked, or while the disputed payment is not settled here
 */
export async function heedDispute(context: ServiceContext, disputeId: string, deadline: AbortSignal): Promise<Dispute | null> {
  const { gateway, source, log } = context;
  const outcome = await gateway.lookUpDispute(disputeId, deadline);
  if (outcome.kind === 'unknown') {
    log[outcome.callRefused ? 'error' : 'warn']({ disputeId, reason: outcome.reason }, 'a dispute could not be looked up');
    throw unavailable('PayPal cannot be asked right now.');
  }
  if (outcome.kind === 'gone') return null;
  const { dispute } = outcome;
  if (dispute.customId !== null && !z.uuid().safeParse(dispute.customId).success) return null;
  const order = await orderOf(context, dispute);
  if (order && !hasMoney(order)) {
    await applyPresentState(context, order, deadline);
    const settledOrder = await source.manager.findOneBy(Order, { id: order.id });
    if (!settledOrder || !hasMoney(settledOrder)) throw unavailable('We do not know the disputed payment yet.');
  }
  return inTx(source, (tx) => takeDispute(tx, dispute, order?.id ?? null));
}

async function orderOf({ source }: ServiceContext, { captureId, customId }: ProviderDispute): Promise<Order | null> {
  const byCapture = await orderOfCapture(source.manager, captureId);
  return byCapture || customId === null ? byCapture : source.manager.findOneBy(Order, { ref: customId });
}

async function takeDispute(tx: Tx, news: ProviderDispute, orderId: number | null): Promise<Dispute> {
  const { db } = tx;
  // The order first: a refund locks it before the dispute, and neither may wait for the other.
  const order = orderId === null ? null : await locked(db, Order, { id: orderId });
  const newRows = await db.query<unknown[]>(
    `INSERT INTO disputes (id, amount_cents, currency, reason, stage, status, opened_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING 1`,
    [news.id, news.amountCents, news.currency, news.reason, news.stage, news.status, news.openedAt, news.updatedAt],
  );
  const isNew = newRows.length > 0;
  const dispute = await locked(db, Dispute, { id: news.id });
  if (!dispute) throw new Error(`There is no dispute ${news.id}`);
  await settleActs(db, news);
  const before = isNew ? null : { ...dispute };
  if (before && before.updatedAt > news.updatedAt) return dispute;
  const feeCents = feeOf(news.movements);
  const hasChanged =
    before === null ||
    isDifferent(before, news) ||
    before.orderId !== (orderId ?? before.orderId) ||
    before.feeCents !== feeCents;
  const { captureId, amountCents, currency, reason, stage, status, dueAt, updatedAt, actions, outcome, movements } = news;
  Object.assign(dispute, {
    captureId,
    amountCents,
    currency,
    reason,
    stage,
    status,
    dueAt,
    updatedAt,
    actions,
    outcome,
    movements,
    feeCents,
  });
  dispute.orderId = orderId ?? dispute.orderId;
  if (dispute.isOpen) await freezeDisputed(tx, dispute);
  else await thawDisputed(tx, dispute);
  const every = dispute.isOpen ? OPEN_EVERY : dispute.freeze === 'awaits-refund' ? REFUND_EVERY : null;
  if (hasChanged) dispute.version += 1;
  await db.save(dispute);
  await db.query(
    `UPDATE disputes SET next_look_at = least(now() + $2::interval,
       (SELECT asked_at + interval '1 minute' FROM dispute_acts WHERE dispute_id = $1 AND state = 'asked')) WHERE id = $1`,
    [dispute.id, every],
  );
  if (hasChanged) await announceChange(tx, dispute, before, order?.buyerId ?? null);
  return dispute;
}

/** What PayPal took of the shop as fees, less what it gave back of them, in cents. */
const feeOf = (movements: readonly DisputeMovement[]): number =>
  movements
    .filter(({ kind, party, currency }) => kind.endsWith('_FEE') && party === 'SELLER' && currency === CURRENCY)
    .reduce((sum, { amountCents }) => sum - amountCents, 0);

const SHOWN = ['status', 'stage', 'reason', 'outcome', 'amountCents', 'dueAt', 'actions', 'movements'] as const;

const isDifferent = (before: Pick<Dispute, (typeof SHOWN)[number]>, now: Pick<ProviderDispute, (typeof SHOWN)[number]>) =>
  SHOWN.some((field) => JSON.stringify(sortKeys(before[field])) !== JSON.stringify(sortKeys(now[field])));

/** The database reorders the members of what it stores as JSON. */
const sortKeys = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((entry: unknown) =>
        typeof entry === 'object' && entry !== null ? Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)) : entry,
      )
    : value;

async function announceChange(
  { emit }: Tx,
  dispute: Dispute,
  before: { status: string } | null,
  buyerId: number | null,
): Promise<void> {
  const { id: disputeId, version, orderId, amountCents, currency, reason, stage, status, dueAt, outcome, feeCents } = dispute;
  const isResolvedNow = !dispute.isOpen && before?.status !== status;
  await emit(
    DisputeChanged({
      ...{ disputeId, version, orderId, buyerId, amountCents, currency, reason, stage, status, outcome, feeCents },
      change: isResolvedNow ? 'resolved' : before ? 'updated' : 'opened',
      dueAt: dueAt?.toISOString() ?? null,
    }),
  );
}
