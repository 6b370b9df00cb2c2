import { inTx, locked, rowsOf, type Tx } from '@shop/messaging';
import { formatCents } from '@shop/contracts/pricing';
import type { ServiceContext } from '../context';
import { alarm } from '../orders/order-process';
import { Order } from '../orders/order.entity';
import { transition } from '../payment-process/transition';
import type { Movement, ProviderRefund, RefundOutcome } from '../payments/payment-gateway';
import { failureText } from '../orders/refund-failures';
import { hasUnnamedRefund } from './given-back';
import { refundByProvider } from './refund-by-provider';
import { RefundRequest } from '../orders/refund-request.entity';

const BATCH = 20;
/** The completer asks less and less often: the pause doubles, up to these multiples of its interval. */
const LONGEST = { asked: 8, pending: 240 };
/** Refusals after which PayPal may have carried out the refund all the same: by an earlier call, whose answer was lost. */
const PERHAPS_OURS = ['CAPTURE_FULLY_REFUNDED', 'REFUND_AMOUNT_EXCEEDED'];

type RefundParts = Pick<ServiceContext, 'source' | 'gateway' | 'log' | 'providerWithinMs' | 'completerEveryMs' | 'leaseMs'>;

/**
 * Acts on what PayPal answered to a refund. An unknown outcome changes nothing: the completer asks again, with the same request id. A
 * refusal counts only once PayPal shows no refund of ours, because an earlier call may have been carried out.
 */
export async function concludeRefund(
  parts: RefundParts,
  request: RefundRequest,
  outcome: RefundOutcome,
  deadline: AbortSignal,
): Promise<void> {
  const { source, gateway, log } = parts;
  if (outcome.kind === 'found') return settleRefund(parts, request, outcome.refund, deadline);
  if (outcome.kind === 'refused') {
    const isFirst = request.checks === 0 && !PERHAPS_OURS.includes(outcome.issue);
    const earlier = isFirst ? null : await gateway.findRefund(request.captureId, request.ref, deadline);
    if (earlier?.kind === 'found') return settleRefund(parts, request, earlier.refund, deadline);
    if (earlier?.kind !== 'unknown') return inTx(source, (tx) => failRefund(tx, request, outcome.issue));
  }
  const { id: refundRequestId, orderId } = request;
  const { reason, callRefused = false } = outcome.kind === 'unknown' ? outcome : { reason: 'not shown' };
  log[callRefused ? 'error' : 'warn']({ orderId, refundRequestId, reason }, 'nobody knows yet whether a refund went through');
  await source.query(
    `UPDATE refund_requests SET next_check_at = now(), checks = 1 WHERE id = $1 AND state = 'asked' AND checks = 0`,
    [refundRequestId],
  );
}

/** Acts on a refund of ours as PayPal shows it. Webhook, completer, report and the admin's call may all come with it, any number of times. */
export async function settleRefund(
  parts: RefundParts,
  request: RefundRequest,
  refund: ProviderRefund,
  deadline: AbortSignal,
): Promise<void> {
  const { source, gateway, completerEveryMs } = parts;
  const { orderId, captureId, ref } = request;
  switch (refund.status) {
    case 'pending':
      await source.query(
        `UPDATE refund_requests SET state = 'pending', provider_id = $2, next_check_at = now() + make_interval(secs => $3)
         WHERE id = $1 AND state = 'asked'`,
        [request.id, refund.refundId, completerEveryMs / 1000],
      );
      return;
    case 'failed':
    case 'cancelled':
      return inTx(source, (tx) => failRefund(tx, request, refund.status.toUpperCase(), refund.refundId));
    case 'done': {
      const back = (await hasUnnamedRefund(source.manager, captureId)) ? await gateway.lookUpBack(captureId, deadline) : null;
      if (back && back.kind !== 'found') return;
      const { refundId, amountCents, at: refundedAt } = refund;
      const backCents = back ? { backCents: back.backCents } : {};
      await inTx(source, (tx) =>
        refundByProvider(tx, orderId, { refundId, captureId, amountCents, refundedAt, customId: ref, ...backCents }),
      );
    }
  }
}

/** Ends a refund that PayPal did not carry out. The operator is told unless it is the answer to the admin's own call. */
async function failRefund(tx: Tx, { id, orderId }: RefundRequest, issue: string, refundId: string | null = null): Promise<void> {
  const { db } = tx;
  const order = await locked(db, Order, { id: orderId });
  const request = await db.findOneByOrFail(RefundRequest, { id });
  if (!order || !request.isOpen) return;
  await db.query(
    `UPDATE refund_requests SET state = 'failed', failure = $2, provider_id = coalesce($3, provider_id), settled_at = now(), next_check_at = NULL
     WHERE id = $1`,
    [id, issue, refundId],
  );
  const reason = `The refund of ${formatCents(request.amountCents)} failed: ${failureText(issue)}`;
  await transition(tx, order, { kind: 'refund-failed', ...alarm(reason, request.captureId) });
}

/** Asks PayPal about the refunds whose outcome is not known, on any number of replicas, and acts on the answers. */
export async function pollRefunds(parts: RefundParts): Promise<void> {
  const { source, log, leaseMs, completerEveryMs } = parts;
  const due = await source.query<{ id: number }[]>(
    `WITH due AS (
       SELECT id FROM refund_requests WHERE next_check_at <= now() ORDER BY next_check_at LIMIT $1 FOR UPDATE SKIP LOCKED
     ), taken AS (
       UPDATE refund_requests request SET checks = checks + 1,
         next_check_at = now() + make_interval(secs => greatest($2::float8, $3::float8 *
           least(2 ^ least(checks, 10), CASE state WHEN 'pending' THEN $4::float8 ELSE $5::float8 END)))
       FROM due WHERE request.id = due.id RETURNING request.id
     ) SELECT id FROM taken ORDER BY id`,
    [BATCH, leaseMs / 1000, completerEveryMs / 1000, LONGEST.pending, LONGEST.asked],
  );
  for (const { id } of due)
    await pollRefund(parts, id).catch((error: unknown) =>
      log.error({ err: error, refundRequestId: id }, 'a refund under way could not be polled; it comes again'),
    );
}

/** A refund that has no id of PayPal's is asked for again, with the same request id; the other is looked up. */
async function pollRefund(parts: RefundParts, id: number): Promise<void> {
  const { source, gateway, providerWithinMs } = parts;
  const request = await source.manager.findOneByOrFail(RefundRequest, { id });
  if (!request.isOpen) return;
  const deadline = AbortSignal.timeout(providerWithinMs);
  const { captureId, requestId, amountCents, ref, providerId } = request;
  if (providerId === null) {
    const outcome = await gateway.refundCapture({ captureId, requestId, amountCents, customId: ref }, deadline);
    return concludeRefund(parts, request, outcome, deadline);
  }
  const outcome = await gateway.lookUpRefund(providerId, deadline);
  if (outcome.kind === 'found') await settleRefund(parts, request, outcome.refund, deadline);
}

/** Settles refunds whose outcome is not known yet by PayPal's nightly report, which names them. */
export async function settleByReport(parts: RefundParts, movements: readonly Movement[], deadline: AbortSignal): Promise<void> {
  const open = await rowsOf(parts.source.manager, RefundRequest, `WHERE state IN ('asked', 'pending') ORDER BY id`, []);
  for (const request of open) {
    const movement = movements.find(
      ({ kind, id, customId }) => kind === 'refund' && (id === request.providerId || customId === request.ref),
    );
    if (!movement) continue;
    const { id: refundId, amountCents, at } = movement;
    await settleRefund(parts, request, { refundId, status: 'done', amountCents, at }, deadline).catch((error: unknown) =>
      parts.log.error({ err: error, refundRequestId: request.id }, 'a refund could not be settled by the report; it comes again'),
    );
  }
}
