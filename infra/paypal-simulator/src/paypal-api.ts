import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { captureOrder, captureView, findCapture } from './payments/captures';
import { distort } from './requests/faults';
import { createOrder, findOrder, minimalCaptureView, minimalView, orderView } from './orders/orders';
import type { Answer, Call, performing } from './requests/perform';
import { actInDispute } from './payments/disputes';
import { invalid, notFound, PaypalProblem, unprocessable } from './requests/problems';
import { disputeDetails, disputeList, transactionReport } from './payments/reports';
import {
  cancelPayoutItem,
  createPayout,
  findPayout,
  findPayoutItem,
  payoutCreatedView,
  payoutItemView,
  payoutView,
  processPayout,
  type PayoutRequest,
} from './payouts/payouts';
import { findRefund, refundCapture, type RefundRequest, refundView } from './payments/refunds';
import type { Simulator } from './simulator';
import type { Tokens } from './requests/tokens';
import { isGenuine } from './webhooks/webhook-signature';

/**
 * The part of PayPal's REST API that a shop with one-time payments uses: OAuth, Orders v2, Payments v2, Payouts v1, reports,
 * disputes and webhook verification.
 */
export function paypalApi(simulator: Simulator, tokens: Tokens, webhookId: string, perform: ReturnType<typeof performing>) {
  const router = Router();
  const json = express.json({ type: () => true, limit: '1mb' });
  router.use('/v2', json);
  router.use('/v1/notifications', json);
  router.use('/v1/payments', json);

  router.post(
    '/v1/oauth2/token',
    express.urlencoded({ extended: false }),
    perform('token', (call) => issueToken(tokens, call)),
  );

  router.post(
    '/v1/notifications/verify-webhook-signature',
    perform('verify', ({ request, fault }) => {
      const genuine = isGenuine(simulator.state.keys.publicKey, webhookId, request.body) && fault !== 'decline';
      return ok({ verification_status: genuine ? 'SUCCESS' : 'FAILURE' });
    }),
  );

  router.get(
    '/v1/reporting/transactions',
    perform('report', ({ request }) => ok(transactionReport(simulator, request.query))),
  );

  router.get(
    '/v1/customer/disputes',
    perform('report', ({ request }) => ok(disputeList(simulator, request.query))),
  );

  router.get(
    '/v1/customer/disputes/:id',
    perform('report', ({ request }) => ok(disputeDetails(simulator, String(request.params.id)))),
  );

  for (const [action, operation] of DISPUTE_ACTS)
    router.post(
      `/v1/customer/disputes/:id/${action}`,
      express.raw({ type: () => true, limit: '60mb' }),
      perform(operation, ({ request, fault }) => {
        if (fault === 'decline') throw unprocessable('INSUFFICIENT_FUNDS', 'The balance does not cover it.');
        const { id } = request.params;
        return ok(actInDispute(simulator, String(id), action, request.body, request.get('content-type')));
      }),
    );

  router.post(
    '/v2/checkout/orders',
    perform('create', (call) => {
      const toView = wantsAll(call) ? orderView : minimalView;
      return call.idempotent(
        (madeId) => simulator.state.orders[madeId] && ok(toView(simulator, simulator.state.orders[madeId])),
        () => {
          const order = createOrder(simulator, call.request.body, call.fault);
          return { madeId: order.id, answer: createdAnswer(toView(simulator, order)) };
        },
      );
    }),
  );

  router.get(
    '/v2/checkout/orders/:orderId',
    perform('get', ({ request, fault }) => ok(orderView(simulator, findOrder(simulator, String(request.params.orderId)), fault))),
  );

  router.post(
    '/v2/checkout/orders/:orderId/capture',
    perform('capture', (call) => {
      const order = findOrder(simulator, String(call.request.params.orderId));
      const toView = wantsAll(call) ? orderView : minimalCaptureView;
      return call.idempotent(
        () => ok(toView(simulator, order)),
        () => ({ madeId: order.id, answer: createdAnswer(toView(simulator, captureOrder(simulator, order, call.fault))) }),
      );
    }),
  );

  router.get(
    '/v2/payments/captures/:captureId',
    perform('get', ({ request, fault }) =>
      ok(captureView(simulator, distort(findCapture(simulator, String(request.params.captureId)), fault))),
    ),
  );

  router.post(
    '/v2/payments/captures/:captureId/refund',
    perform('refund', (call) => {
      const capture = findCapture(simulator, String(call.request.params.captureId));
      return call.idempotent(
        (madeId) => ok(refundView(simulator, findRefund(simulator, madeId))),
        () => {
          const refund = refundCapture(simulator, capture, (call.request.body ?? {}) as RefundRequest, call.fault);
          return { madeId: refund.id, answer: createdAnswer(refundView(simulator, refund)) };
        },
      );
    }),
  );

  router.get(
    '/v2/payments/refunds/:refundId',
    perform('get', ({ request, fault }) =>
      ok(refundView(simulator, distort(findRefund(simulator, String(request.params.refundId)), fault))),
    ),
  );

  router.post(
    '/v1/payments/payouts',
    perform('payout', (call) =>
      call.idempotent(
        (madeId) => createdAnswer(payoutCreatedView(simulator, findPayout(simulator, madeId))),
        () => {
          if (call.fault === 'decline')
            throw new PaypalProblem(403, 'SENDER_ACCOUNT_UNVERIFIED', 'Sender account is unverified.');
          const batch = createPayout(simulator, (call.request.body ?? {}) as PayoutRequest);
          processPayout(simulator, batch);
          return { madeId: batch.id, answer: createdAnswer(payoutCreatedView(simulator, batch)) };
        },
      ),
    ),
  );

  router.get(
    '/v1/payments/payouts/:batchId',
    perform('payout-get', ({ request }) =>
      ok(payoutView(simulator, findPayout(simulator, String(request.params.batchId)), request.query)),
    ),
  );

  router.get(
    '/v1/payments/payouts-item/:itemId',
    perform('payout-get', ({ request }) => {
      const { batch, item } = findPayoutItem(simulator, String(request.params.itemId));
      return ok(payoutItemView(batch, item));
    }),
  );

  router.post(
    '/v1/payments/payouts-item/:itemId/cancel',
    perform('payout-cancel', ({ request }) => {
      const item = cancelPayoutItem(simulator, String(request.params.itemId));
      return ok(payoutItemView(findPayoutItem(simulator, item.id).batch, item));
    }),
  );

  router.use(['/v1', '/v2'], unknown, unreadable);
  return router;
}

/** The acts of a seller, and the operation whose faults strike each. */
const DISPUTE_ACTS = [
  ['provide-evidence', 'evidence'],
  ['provide-supporting-info', 'evidence'],
  ['appeal', 'evidence'],
  ['accept-claim', 'accept'],
  ['send-message', 'dispute-act'],
  ['escalate', 'dispute-act'],
] as const;

function issueToken(tokens: Tokens, { request, fault }: Call): Answer {
  if (!tokens.accepts(request.get('authorization')) || fault === 'decline') {
    return { status: 401, body: { error: 'invalid_client', error_description: 'Client Authentication failed' } };
  }
  const { grant_type } = (request.body ?? {}) as { grant_type?: string };
  if (grant_type !== 'client_credentials') {
    return { status: 400, body: { error: 'unsupported_grant_type', error_description: 'Grant Type is NULL or not supported' } };
  }
  return ok(tokens.issue());
}

const unknown: RequestHandler = (_request, response) => void response.status(404).json(notFound().body);

const unreadable: ErrorRequestHandler = (error: { status?: number }, _request, response, next) => {
  if (error.status !== 400 && error.status !== 413) return next(error);
  response.status(400).json(invalid('MALFORMED_REQUEST_JSON', 'The request JSON is not well formed.').body);
};

const wantsAll = ({ request }: Call) => /return=representation/.test(request.get('prefer') ?? '');

const ok = (body: unknown): Answer => ({ status: 200, body });
const createdAnswer = (body: unknown): Answer => ({ status: 201, body });
