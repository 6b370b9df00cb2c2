import { distort, type FaultKind } from '../requests/faults';
import { newId, timestamp } from '../ids';
import { fromMinor, toMinor } from '../money';
import { notFound, unprocessable } from '../requests/problems';
import { approvalUrl, type Simulator } from '../simulator';
import type { Capture, CaptureStatus, Order, PurchaseUnit } from '../state';

/** Takes the money of an approved order, once. @throws PaypalProblem 422 with PayPal's issue */
export function captureOrder(simulator: Simulator, order: Order, fault?: FaultKind): Order {
  if (order.intent !== 'CAPTURE') {
    throw unprocessable('ACTION_DOES_NOT_MATCH_INTENT', 'Order was created with an intent to AUTHORIZE; it cannot be captured.');
  }
  if (order.status === 'COMPLETED') {
    throw unprocessable(
      'ORDER_ALREADY_CAPTURED',
      "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
    );
  }
  if (order.status !== 'APPROVED') {
    throw unprocessable(
      'ORDER_NOT_APPROVED',
      "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid payment_source in the request.",
    );
  }
  if (order.decline_next || fault === 'decline') throw declineCapture(simulator, order);
  refuseUsedInvoices(simulator, order);

  order.status = 'COMPLETED';
  order.update_time = timestamp();
  const captures = order.purchase_units.map((unit) => newCapture(order, unit, fault));
  for (const capture of captures) simulator.state.captures[capture.id] = capture;
  simulator.saveEntries(['orders', order.id], ...captures.map(({ id }) => ['captures', id] as const));
  for (const capture of captures) announce(simulator, capture);
  return order;
}

/** Refuses a capture because the card was declined. The payer may choose another card in the approval window and come back. */
function declineCapture({ saveEntries, publicUrl }: Simulator, order: Order) {
  order.status = 'CREATED';
  order.decline_next = false;
  saveEntries(['orders', order.id]);
  return unprocessable(
    'INSTRUMENT_DECLINED',
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
    {},
    [{ href: approvalUrl(publicUrl, order.id), rel: 'redirect', method: 'GET' }],
  );
}

function refuseUsedInvoices({ state }: Simulator, order: Order) {
  const usedInvoiceIds = new Set(Object.values(state.captures).map((capture) => capture.invoice_id));
  if (order.purchase_units.some((unit) => unit.invoice_id && usedInvoiceIds.has(unit.invoice_id))) {
    throw unprocessable(
      'DUPLICATE_INVOICE_ID',
      'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
    );
  }
}

function newCapture(order: Order, unit: PurchaseUnit, fault?: FaultKind): Capture {
  const now = timestamp(order.captured_days_ago);
  const capture: Capture = {
    id: newId(),
    order_id: order.id,
    reference_id: unit.reference_id,
    status: fault === 'pending' ? 'PENDING' : fault === 'declined-capture' ? 'DECLINED' : 'COMPLETED',
    ...(fault === 'pending' && { status_reason: 'PENDING_REVIEW' }),
    amount: { currency_code: unit.amount.currency_code, value: unit.amount.value },
    ...(unit.custom_id && { custom_id: unit.custom_id }),
    ...(unit.invoice_id && { invoice_id: unit.invoice_id }),
    create_time: now,
    update_time: now,
  };
  return distort(capture, fault);
}

/** Ends PayPal's review of a pending capture. @throws PaypalProblem 404, or 422 when the capture is not pending */
export function settlePending(simulator: Simulator, id: string, status: 'COMPLETED' | 'DECLINED'): Capture {
  const capture = findCapture(simulator, id);
  if (capture.status !== 'PENDING') throw unprocessable('CAPTURE_NOT_PENDING', `The capture is ${capture.status}.`);
  capture.status = status;
  delete capture.status_reason;
  capture.update_time = timestamp();
  simulator.saveEntries(['captures', capture.id]);
  if (status === 'DECLINED') emitCapture(simulator, capture, 'PAYMENT.CAPTURE.DENIED', 'Payment denied');
  else announce(simulator, capture);
  return capture;
}

/** @throws PaypalProblem 404 */
export function findCapture({ state }: Simulator, id: string): Capture {
  const capture = state.captures[id];
  if (!capture) throw notFound();
  return capture;
}

const ANNOUNCED: Partial<Record<CaptureStatus, string>> = { COMPLETED: 'completed', PENDING: 'pending', DECLINED: 'declined' };

function announce(simulator: Simulator, capture: Capture) {
  emitCapture(simulator, capture, `PAYMENT.CAPTURE.${capture.status}`, `Payment ${ANNOUNCED[capture.status] ?? 'changed'}`);
}

function emitCapture(simulator: Simulator, capture: Capture, type: string, action: string) {
  const { currency_code, value } = capture.amount;
  simulator.emit(type, 'capture', captureView(simulator, capture), `${action} for ${currency_code} ${value}`);
}

export function captureView({ publicUrl }: Simulator, capture: Capture) {
  const { order_id, reference_id: _, status_reason, ...shown } = capture;
  const self = `${publicUrl}/v2/payments/captures/${capture.id}`;
  return {
    ...shown,
    ...(status_reason && { status_details: { reason: status_reason } }),
    final_capture: true,
    seller_protection: { status: 'ELIGIBLE', dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'] },
    ...(capture.status !== 'PENDING' && capture.status !== 'DECLINED' && { seller_receivable_breakdown: receivable(capture) }),
    supplementary_data: { related_ids: { order_id } },
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      { href: `${publicUrl}/v2/checkout/orders/${order_id}`, rel: 'up', method: 'GET' },
    ],
  };
}

/** PayPal's usual fee in the United States is 3.49 % and 49 cents. */
function receivable({ amount }: Capture) {
  const gross = toMinor(amount);
  const fee = Math.min(gross, Math.round(gross * 0.0349) + 49);
  const money = (minor: number) => fromMinor(amount.currency_code, minor);
  return { gross_amount: amount, paypal_fee: money(fee), net_amount: money(gross - fee) };
}
