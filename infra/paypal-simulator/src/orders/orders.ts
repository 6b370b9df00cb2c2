import { captureView } from '../payments/captures';
import { refundView } from '../payments/refunds';
import { distort, type FaultKind } from '../requests/faults';
import { newId, timestamp } from '../ids';
import { readOrderRequest } from './order-request';
import { notFound, unprocessable } from '../requests/problems';
import { approvalUrl, type Simulator } from '../simulator';
import type { Order } from '../state';

const PAYEE = { email_address: 'merchant@simulator.example', merchant_id: 'SIMMERCHANT01' };
const PAYER = {
  name: { given_name: 'Sim', surname: 'Buyer' },
  email_address: 'buyer@simulator.example',
  payer_id: 'SIMPAYER00001',
  address: { country_code: 'US' },
};

/** @throws PaypalProblem when the body is not acceptable */
export function createOrder({ state, saveEntries }: Simulator, body: unknown, fault?: FaultKind): Order {
  const request = readOrderRequest(body);
  if (fault === 'decline') throw unprocessable('PAYEE_ACCOUNT_RESTRICTED', 'The merchant account is restricted.');
  const context = { ...request.application_context, ...request.payment_source?.paypal?.experience_context };
  const order: Order = {
    id: newId(),
    intent: request.intent,
    status: 'CREATED',
    purchase_units: request.purchase_units.map((unit) =>
      distort({ ...unit, reference_id: unit.reference_id ?? 'default', payee: { ...PAYEE, ...unit.payee } }, fault),
    ),
    ...(context.brand_name && { brand_name: context.brand_name }),
    ...(context.return_url && { return_url: context.return_url }),
    ...(context.cancel_url && { cancel_url: context.cancel_url }),
    approvals: 0,
    decline_next: false,
    create_time: timestamp(),
  };
  state.orders[order.id] = order;
  saveEntries(['orders', order.id]);
  return order;
}

/** @throws PaypalProblem 404 */
export function findOrder({ state }: Simulator, id: string): Order {
  const order = state.orders[id];
  if (!order) throw notFound();
  return order;
}

export type Approval = {
  /** Whether the payer picks the card that will be declined at capture. */
  decline?: boolean;
  /** Dates the capture that follows this many days back, for rules that count from the day of a payment. */
  daysAgo?: number;
};

/** Approving twice changes nothing. */
export function approveOrder(simulator: Simulator, id: string, { decline = false, daysAgo = 0 }: Approval) {
  const order = findOrder(simulator, id);
  if (order.status === 'COMPLETED' || order.status === 'VOIDED') {
    throw unprocessable('ORDER_CANNOT_BE_APPROVED', `A ${order.status.toLowerCase()} order cannot be approved.`);
  }
  const first = order.status === 'CREATED';
  order.status = 'APPROVED';
  order.decline_next = decline;
  order.captured_days_ago = daysAgo;
  order.approvals += first ? 1 : 0;
  order.update_time = timestamp();
  simulator.saveEntries(['orders', order.id]);
  if (first) {
    simulator.emit(
      'CHECKOUT.ORDER.APPROVED',
      'checkout-order',
      orderView(simulator, order),
      'An order has been approved by buyer',
    );
  }
  return { orderID: order.id, payerID: PAYER.payer_id };
}

/** Voids an order, as PayPal does when nobody pays for it in time. */
export function voidOrder(simulator: Simulator, id: string): Order {
  const order = findOrder(simulator, id);
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_CANNOT_BE_VOIDED', 'A completed order cannot be voided.');
  order.status = 'VOIDED';
  simulator.saveEntries(['orders', order.id]);
  return order;
}

/** The full representation of an order, with one wrong field when `fault` asks for it. */
export function orderView(simulator: Simulator, order: Order, fault?: FaultKind) {
  return {
    ...minimalView(simulator, order),
    intent: order.intent,
    purchase_units: order.purchase_units.map((unit) => ({
      ...distort(unit, fault),
      ...payments(simulator, order, unit.reference_id, fault),
    })),
    ...payerOf(order),
    create_time: order.create_time,
    ...(order.update_time && { update_time: order.update_time }),
  };
}

/** The answer to `Prefer: return=minimal`; after a capture PayPal adds the payments even then. */
export function minimalView(simulator: Simulator, order: Order) {
  return { id: order.id, status: order.status, links: links(simulator, order) };
}

export function minimalCaptureView(simulator: Simulator, order: Order) {
  return {
    ...minimalView(simulator, order),
    purchase_units: order.purchase_units.map(({ reference_id }) => ({
      reference_id,
      ...payments(simulator, order, reference_id),
    })),
    ...payerOf(order),
  };
}

function payments(simulator: Simulator, order: Order, referenceId: string, fault?: FaultKind) {
  const captures = Object.values(simulator.state.captures).filter(
    (capture) => capture.order_id === order.id && capture.reference_id === referenceId,
  );
  if (captures.length === 0) return {};
  const refunds = Object.values(simulator.state.refunds).filter((refund) => captures.some(({ id }) => id === refund.capture_id));
  return {
    payments: {
      captures: captures.map((capture) => captureView(simulator, distort(capture, fault))),
      ...(refunds.length > 0 && { refunds: refunds.map((refund) => refundView(simulator, refund)) }),
    },
  };
}

const payerOf = (order: Order) =>
  order.approvals > 0 && {
    payer: PAYER,
    payment_source: { paypal: { email_address: PAYER.email_address, account_id: PAYER.payer_id } },
  };

function links({ publicUrl }: Simulator, order: Order) {
  const self = `${publicUrl}/v2/checkout/orders/${order.id}`;
  const open = order.status === 'CREATED' || order.status === 'APPROVED';
  return [
    { href: self, rel: 'self', method: 'GET' },
    ...(order.status === 'CREATED' ? [{ href: approvalUrl(publicUrl, order.id), rel: 'approve', method: 'GET' }] : []),
    ...(open ? [{ href: `${self}/capture`, rel: 'capture', method: 'POST' }] : []),
  ];
}
