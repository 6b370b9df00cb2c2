import { CURRENCY } from '@shop/contracts/constants';
import { z } from 'zod';
import {
  captureOfOrder,
  CreatedAnswer,
  moneyCents,
  OneCaptureAnswer,
  OrderAnswer,
  refundedCents,
  refundOfAnswer,
  refundOfOrder,
} from './paypal-answers';
import { createPaypalClient, isCallRefused, type PaypalAccess, type PaypalAnswer, type PaypalClient } from '@shop/paypal';
import type {
  AboutShop,
  BackOutcome,
  CaptureOutcome,
  PaymentGateway,
  ProviderOrder,
  RefundLookup,
  RefundOrder,
  RefundOutcome,
  SignedWebhook,
} from './payment-gateway';
import { actOnDispute, lookUpDispute } from './paypal-disputes';
import { fetchReport } from './paypal-report';
import {
  captureRequest,
  createRequest,
  readCaptureRequest,
  readOrderRequest,
  readRefundRequest,
  refundRequest,
  type NewOrder,
} from './paypal-requests';
import { createSignatureCheck, signedHeaders } from './webhook-signature';

type PaypalConfig = PaypalAccess & { PAYPAL_WEBHOOK_ID: string };

/** A `PaymentGateway` that uses PayPal's Orders v2. */
export function createPaypalGateway(config: PaypalConfig): PaymentGateway {
  const client = createPaypalClient(config);
  return {
    report: (from, to, deadline) => fetchReport(client, from, to, deadline),
    signatures: createSignatureCheck(config),
    createOrder: (order, deadline) => createOrder(client, order, deadline),
    captureOrder: (paypalOrderId, requestId, deadline) => captureOrder(client, paypalOrderId, requestId, deadline),
    lookUpOrder: (paypalOrderId, deadline) => lookUpOrder(client, paypalOrderId, deadline),
    refundCapture: (refund, deadline) => refundCapture(client, refund, deadline),
    lookUpRefund: (refundId, deadline) => lookUpRefund(client, refundId, deadline),
    findRefund: (captureId, customId, deadline) => findRefund(client, captureId, customId, deadline),
    lookUpDispute: (disputeId, deadline) => lookUpDispute(client, disputeId, deadline),
    actOnDispute: (disputeId, act, deadline) => actOnDispute(client, disputeId, act, deadline),
    lookUpBack: (captureId, deadline) => lookUpBack(client, captureId, deadline),
    verifyWebhook: (webhook, deadline) => verifyWebhook(client, webhook, config.PAYPAL_WEBHOOK_ID, deadline),
  };
}

async function createOrder(client: PaypalClient, order: ProviderOrder, deadline?: AbortSignal) {
  const answer = await client.send(createRequest(order.requestId, orderBody(order)), deadline);
  if (answer.kind === 'problem')
    return isUndecided(answer)
      ? undecidedOutcome(answer)
      : { kind: 'refused' as const, issue: answer.issue, about: aboutShop(answer) };
  if (answer.kind === 'unknown') return answer;
  const creation = CreatedAnswer.safeParse(answer.body);
  return creation.success ? { kind: 'created' as const, id: creation.data.id } : unreadable;
}

/**
 * The amounts add up as PayPal checks them; the service fee travels as handling. It has no invoice id
 * (docs/product/payments.md#no-transaction-is-open-during-a-call-to-paypal).
 */
function orderBody(order: ProviderOrder): NewOrder {
  const { subtotalCents, discountCents, feeCents, totalCents } = order;
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: order.customId,
        amount: {
          ...money(totalCents),
          breakdown: {
            item_total: money(subtotalCents),
            handling: money(feeCents),
            ...(discountCents > 0 ? { discount: money(discountCents) } : {}),
          },
        },
        items: order.items.map(({ name, cents }) => ({
          name: name.slice(0, 127),
          quantity: '1',
          unit_amount: money(cents),
          category: 'DIGITAL_GOODS',
        })),
      },
    ],
    application_context: { shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' },
  };
}

const money = (cents: number) => ({ currency_code: CURRENCY, value: (cents / 100).toFixed(2) });

async function captureOrder(
  client: PaypalClient,
  paypalOrderId: string,
  requestId: string,
  deadline?: AbortSignal,
): Promise<CaptureOutcome> {
  const answer = await client.send(captureRequest(paypalOrderId, requestId), deadline);
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'problem') return captureProblem(answer);
  const capture = captureOfOrder(answer.body);
  return capture ? { kind: 'captured', capture } : unreadable;
}

function captureProblem(problem: Problem): CaptureOutcome {
  if (problem.issue === 'ORDER_ALREADY_CAPTURED') return { kind: 'already-captured' };
  if (problem.status === 404 || problem.issue === 'ORDER_VOIDED' || problem.issue === 'ORDER_EXPIRED') return { kind: 'gone' };
  if (problem.issue === 'ORDER_NOT_APPROVED') return { kind: 'not-approved' };
  const about = aboutShop(problem);
  if (about) return { kind: 'refused', issue: problem.issue, about };
  return isUndecided(problem) || isCallRefused(problem.status)
    ? undecidedOutcome(problem)
    : { kind: 'declined', issue: problem.issue };
}

async function lookUpOrder(client: PaypalClient, paypalOrderId: string, deadline?: AbortSignal) {
  const answer = await client.send(readOrderRequest(paypalOrderId), deadline);
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'problem') return answer.status === 404 ? { kind: 'gone' as const } : undecidedOutcome(answer);
  const order = OrderAnswer.safeParse(answer.body);
  if (!order.success) return unreadable;
  return { kind: 'found' as const, voided: order.data.status === 'VOIDED', capture: captureOfOrder(answer.body) };
}

async function refundCapture(client: PaypalClient, refund: RefundOrder, deadline?: AbortSignal): Promise<RefundOutcome> {
  const { captureId, requestId, amountCents, customId } = refund;
  const body = { amount: money(amountCents), custom_id: customId };
  const answer = await client.send(refundRequest(captureId, requestId, body), deadline);
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'problem') return isUndecided(answer) ? undecidedOutcome(answer) : { kind: 'refused', issue: answer.issue };
  return refundFound(answer.body);
}

function refundFound(body: unknown): RefundOutcome & RefundLookup {
  const refund = refundOfAnswer(body);
  return refund ? { kind: 'found', refund } : unreadable;
}

async function lookUpRefund(client: PaypalClient, refundId: string, deadline?: AbortSignal): Promise<RefundLookup> {
  const answer = await client.send(readRefundRequest(refundId), deadline);
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'problem') return answer.status === 404 ? { kind: 'gone' } : undecidedOutcome(answer);
  return refundFound(answer.body);
}

/** PayPal lists the refunds of a capture with its order only. */
async function findRefund(
  client: PaypalClient,
  captureId: string,
  customId: string,
  deadline?: AbortSignal,
): Promise<RefundLookup> {
  const answer = await client.send(readCaptureRequest(captureId), deadline);
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'problem') return answer.status === 404 ? { kind: 'gone' } : undecidedOutcome(answer);
  const capture = OneCaptureAnswer.safeParse(answer.body);
  const paypalOrderId = capture.data?.supplementary_data?.related_ids?.order_id;
  if (!paypalOrderId) return unreadable;
  const order = await client.send(readOrderRequest(paypalOrderId), deadline);
  if (order.kind === 'unknown') return order;
  if (order.kind === 'problem') return undecidedOutcome(order);
  const refund = refundOfOrder(order.body, customId);
  return refund ? { kind: 'found', refund } : { kind: 'gone' };
}

/** The capture's status says whether all, a part or nothing is back; how much a part is, its order lists. */
async function lookUpBack(client: PaypalClient, captureId: string, deadline?: AbortSignal): Promise<BackOutcome> {
  const answer = await client.send(readCaptureRequest(captureId), deadline);
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'problem') return answer.status === 404 ? { kind: 'gone' } : undecidedOutcome(answer);
  const capture = OneCaptureAnswer.safeParse(answer.body);
  if (!capture.success) return unreadable;
  const { status, amount, supplementary_data: relatedData } = capture.data;
  const backOutcome = (backCents: number | null): BackOutcome => ({ kind: 'found', backCents, currency: amount.currency_code });
  if (status === 'REFUNDED') return backOutcome(moneyCents(amount));
  if (status !== 'PARTIALLY_REFUNDED') return backOutcome(0);
  const paypalOrderId = relatedData?.related_ids?.order_id;
  if (!paypalOrderId) return backOutcome(null);
  const order = await client.send(readOrderRequest(paypalOrderId), deadline);
  if (order.kind === 'unknown') return order;
  return order.kind === 'ok' ? backOutcome(refundedCents(order.body, captureId)) : undecidedOutcome(order);
}

const Verdict = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) });

/** Asks PayPal to check its own signature. The body goes back as raw text: serializing it again could change the signed bytes. */
async function verifyWebhook(client: PaypalClient, webhook: SignedWebhook, webhookId: string, deadline?: AbortSignal) {
  const headers = signedHeaders(webhook);
  if (!headers) return 'forged';
  const fields = JSON.stringify({
    auth_algo: headers.algorithm,
    cert_url: headers.certificate,
    transmission_id: headers.id,
    transmission_sig: headers.signature,
    transmission_time: headers.time,
    webhook_id: webhookId,
  });
  const path = '/v1/notifications/verify-webhook-signature';
  const body = `${fields.slice(0, -1)},"webhook_event":${webhook.rawBody}}`;
  const answer = await client.send({ verb: 'POST', path, headers: { 'content-type': 'application/json' }, body }, deadline);
  if (answer.kind === 'problem') return answer.status === 400 || answer.status === 422 ? 'forged' : 'unknown';
  const verdict = answer.kind === 'ok' ? Verdict.safeParse(answer.body) : null;
  if (!verdict?.success) return 'unknown';
  return verdict.data.verification_status === 'SUCCESS' ? 'genuine' : 'forged';
}

type Problem = Extract<PaypalAnswer, { kind: 'problem' }>;

/** PayPal refused the call and not the payment: wrong credentials, too many calls, or an earlier call that is still at work. */
const isUndecided = ({ status, issue }: Problem) =>
  status === 401 || status === 408 || status === 409 || status === 429 || issue === 'ORDER_COMPLETION_IN_PROGRESS';
const FILTERS = ['PAYEE_BLOCKED_TRANSACTION', 'TRANSACTION_BLOCKED_BY_PAYEE', 'TRANSACTION_REFUSED_PAYEE_PREFERENCE'];
const OF_ACCOUNT = ['TRANSACTION_RECEIVING_LIMIT_EXCEEDED', 'AUTH_CAPTURE_NOT_ENABLED'];
/** PayPal calls the shop the payee. */
function aboutShop({ issue }: Problem): AboutShop | null {
  if (FILTERS.includes(issue)) return 'filter';
  return OF_ACCOUNT.includes(issue) || /PAYEE/.test(issue) ? 'shop' : null;
}
const undecidedOutcome = (problem: Problem) => ({
  kind: 'unknown' as const,
  reason: `HTTP ${problem.status} ${problem.issue}`,
  callRefused: isCallRefused(problem.status),
});
const unreadable = { kind: 'unknown' as const, reason: 'unreadable answer' };
