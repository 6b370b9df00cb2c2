import { inTx, rowsOf } from '@shop/messaging';
import type { ServiceContext } from '../context';
import type { Dispute as Reported } from '../payments/payment-gateway';
import { givenBack } from '../refunds/given-back';
import { refundByProvider } from '../refunds/refund-by-provider';
import { Dispute } from '../freezes/dispute.entity';
import { thawDisputed } from '../freezes/freeze-disputed';
import { heedDispute } from './heed-dispute';

const BATCH = 20;

/** Looks at disputes whose news may be lost, on any number of replicas: open ones, lost ones without a refund, and unknown acts. */
export async function lookAtDisputes(context: ServiceContext): Promise<void> {
  const { source, log } = context;
  const due = await source.query<{ id: string }[]>(
    `WITH due AS (SELECT id FROM disputes WHERE next_look_at <= now() ORDER BY next_look_at LIMIT $1 FOR UPDATE SKIP LOCKED),
       taken AS (UPDATE disputes SET next_look_at = now() + interval '5 minutes' FROM due WHERE disputes.id = due.id RETURNING due.id)
     SELECT id FROM taken ORDER BY id`,
    [BATCH],
  );
  for (const { id } of due)
    await lookAt(context, id).catch((error: unknown) =>
      log.warn({ err: error, disputeId: id }, 'a dispute could not be looked at; it comes again'),
    );
}

async function lookAt(context: ServiceContext, disputeId: string): Promise<void> {
  const deadline = AbortSignal.timeout(context.providerWithinMs);
  const dispute = await heedDispute(context, disputeId, deadline);
  if (dispute?.freeze === 'awaits-refund') await bookLostRefund(context, dispute, deadline);
}

/** So long a lost dispute waits for its refund when the capture shows no more as back than what went back before it. */
const REFUND_WITHIN = '3 days';

/** SQL for a lost dispute that waits for nothing more: a refund since it was opened (again) is booked, or none comes. */
const IS_SETTLED = `(updated_at < now() - interval '${REFUND_WITHIN}' OR EXISTS (
  SELECT 1 FROM refunds WHERE refunds.capture_id = disputes.capture_id AND NOT recorded AND refunded_at >= coalesce((
    SELECT min(frozen_at) FROM track_freezes WHERE kind = 'dispute' AND source_id = disputes.id || '/' || round), opened_at)))`;

/**
 * PayPal gave the money of a lost dispute back, and its news of that may be lost: the capture says how much is back. When the shop
 * has booked all of it, there is nothing to wait for, unless it went back before the dispute and PayPal's refund is still to come.
 */
async function bookLostRefund(context: ServiceContext, dispute: Dispute, deadline: AbortSignal): Promise<void> {
  const { gateway, source } = context;
  const { id, orderId, captureId } = dispute;
  if (orderId === null || captureId === null) return;
  const outcome = await gateway.lookUpBack(captureId, deadline);
  if (outcome.kind !== 'found' || !outcome.backCents) return;
  const { backCents } = outcome;
  const { byProvider } = await givenBack(source.manager, orderId, captureId);
  if (backCents > byProvider) {
    const refund = { refundId: captureId, captureId, amountCents: null, backCents, refundedAt: new Date() };
    return inTx(source, (tx) => refundByProvider(tx, orderId, refund));
  }
  await inTx(source, async (tx) => {
    const [waiting] = await rowsOf(
      tx.db,
      Dispute,
      `WHERE id = $1 AND freeze_state = 'awaits-refund' AND ${IS_SETTLED} FOR UPDATE`,
      [id],
    );
    if (!waiting) return;
    waiting.backCents = waiting.amountCents;
    await thawDisputed(tx, waiting);
    waiting.nextLookAt = null;
    await tx.db.save(waiting);
  });
}

/** Looks up the disputes of PayPal's nightly list that the shop knows in another state, or not at all. */
export async function heedReported(context: ServiceContext, disputes: readonly Reported[]): Promise<void> {
  const { source, log, providerWithinMs } = context;
  const rows = await source.query<{ id: string; isOpen: boolean }[]>(
    `SELECT id, status <> 'RESOLVED' AS "isOpen" FROM disputes WHERE id = ANY($1)`,
    [disputes.map(({ id }) => id)],
  );
  const isNews = ({ id, open }: Reported) => {
    const row = rows.find((dispute) => dispute.id === id);
    return row ? row.isOpen !== open : open;
  };
  for (const { id } of disputes.filter(isNews))
    await heedDispute(context, id, AbortSignal.timeout(providerWithinMs)).catch((error: unknown) =>
      log.warn({ err: error, disputeId: id }, 'a reported dispute could not be looked up; it comes again'),
    );
}
