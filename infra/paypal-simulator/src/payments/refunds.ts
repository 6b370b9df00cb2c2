import { findCapture } from './captures';
import { distort, type FaultKind } from '../requests/faults';
import { checkMoney } from '../requests/field-checks';
import { newId, timestamp } from '../ids';
import { fromMinor, type Money, toMinor } from '../money';
import { notFound, unprocessable } from '../requests/problems';
import type { Simulator } from '../simulator';
import type { Capture, Refund } from '../state';

export type RefundRequest = { amount?: Money; note_to_payer?: string; invoice_id?: string; custom_id?: string };
/** With `quiet`, the refund sends no webhook: only the report shows it. */
export type ControlledRefund = RefundRequest & { quiet?: boolean };

/** Refunds a part of a capture, or the rest when no amount is given. @throws PaypalProblem 422 with PayPal's issue */
export function refundCapture(simulator: Simulator, capture: Capture, request: ControlledRefund, fault?: FaultKind): Refund {
  if (capture.status === 'REFUNDED') throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded');
  if (capture.status === 'PENDING') {
    throw unprocessable(
      'PENDING_CAPTURE',
      'Cannot initiate a refund as the capture is pending. Capture is typically pending when the payer has funded the transaction using e-check/bank funded.',
    );
  }
  if (capture.status === 'DECLINED') throw unprocessable('REFUND_NOT_ALLOWED', 'Capture cannot be refunded.');
  if (fault === 'decline') {
    throw unprocessable(
      'REFUND_FAILED_INSUFFICIENT_FUNDS',
      'Capture could not be refunded due to insufficient funds. Please check to see if you have sufficient funds in your PayPal account or if the bank account linked to your PayPal account is verified and has sufficient funds.',
    );
  }

  // The merchant's own pages take no notice of these.
  if (!('quiet' in request) && isDisputed(simulator, capture))
    throw unprocessable(
      'TRANSACTION_DISPUTED',
      'Partial refunds cannot be offered at this time because there is an open case on this transaction.',
    );
  if (Date.now() - Date.parse(capture.create_time) > REFUND_DAYS * 86_400_000)
    throw unprocessable(
      'REFUND_TIME_LIMIT_EXCEEDED',
      'You are over the time limit to perform a refund on this capture. The refund cannot be issued at this time.',
    );

  const remainingMinor = toMinor(capture.amount) - refundedMinor(simulator, capture);
  const refundMinor = request.amount ? amountOf(request.amount, capture) : remainingMinor;
  if (refundMinor > remainingMinor) {
    throw unprocessable(
      'REFUND_AMOUNT_EXCEEDED',
      'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
    );
  }

  const refund: Refund = distort(
    {
      id: newId(),
      capture_id: capture.id,
      status: fault === 'pending' ? 'PENDING' : 'COMPLETED',
      amount: fromMinor(capture.amount.currency_code, refundMinor),
      ...((request.custom_id ?? capture.custom_id) && { custom_id: request.custom_id ?? capture.custom_id }),
      ...((request.invoice_id ?? capture.invoice_id) && { invoice_id: request.invoice_id ?? capture.invoice_id }),
      ...(request.note_to_payer && { note_to_payer: request.note_to_payer }),
      create_time: timestamp(),
    },
    fault,
  );
  simulator.state.refunds[refund.id] = refund;
  followRefunds(simulator, capture, refund);
  if (request.quiet) return refund;
  announce(simulator, refund);
  return refund;
}

/** A pending refund is carried out, or fails and gives its amount free. @throws PaypalProblem 404, 422 when it is not pending */
export function settleRefund(simulator: Simulator, id: string, status: 'COMPLETED' | 'FAILED'): Refund {
  const refund = findRefund(simulator, id);
  if (refund.status !== 'PENDING') throw unprocessable('REFUND_NOT_PENDING', `The refund is ${refund.status}.`);
  refund.status = status;
  followRefunds(simulator, findCapture(simulator, refund.capture_id), refund);
  announce(simulator, refund);
  return refund;
}

/** What of a capture is back follows from the refunds that were carried out. */
function followRefunds(simulator: Simulator, capture: Capture, changedRefund: Refund) {
  const backMinor = refundedMinor(simulator, capture, ['COMPLETED']);
  if (backMinor > 0) capture.status = backMinor === toMinor(capture.amount) ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  capture.update_time = timestamp();
  simulator.saveEntries(['captures', capture.id], ['refunds', changedRefund.id]);
}

function announce(simulator: Simulator, refund: Refund) {
  const { currency_code, value } = refund.amount;
  const [type, what] = EVENTS[refund.status];
  simulator.emit(type, 'refund', refundView(simulator, refund), `A ${currency_code} ${value} capture payment ${what}`);
}

const EVENTS: Record<Refund['status'], readonly [type: string, what: string]> = {
  COMPLETED: ['PAYMENT.CAPTURE.REFUNDED', 'was refunded'],
  PENDING: ['PAYMENT.REFUND.PENDING', 'refund is pending'],
  FAILED: ['PAYMENT.REFUND.FAILED', 'refund failed'],
};

const REFUND_DAYS = 180;
const isDisputed = ({ state }: Simulator, capture: Capture) =>
  Object.values(state.disputes).some((dispute) => dispute.capture_id === capture.id && dispute.status !== 'RESOLVED');

function amountOf(money: Money, capture: Capture) {
  const { value, currency_code } = checkMoney(money, '/amount');
  if (currency_code !== capture.amount.currency_code) {
    throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH', 'Refund must be in the same currency as the capture');
  }
  const minor = toMinor({ value, currency_code });
  if (minor === 0)
    throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero.', { field: '/amount/value', value });
  return minor;
}

const refundedMinor = ({ state }: Simulator, capture: Capture, statuses: Refund['status'][] = ['COMPLETED', 'PENDING']) =>
  Object.values(state.refunds)
    .filter((refund) => refund.capture_id === capture.id && statuses.includes(refund.status))
    .reduce((sum, refund) => sum + toMinor(refund.amount), 0);

/** @throws PaypalProblem 404 */
export function findRefund({ state }: Simulator, id: string): Refund {
  const refund = state.refunds[id];
  if (!refund) throw notFound();
  return refund;
}

/** A refund as PayPal shows it. Only the link `up` names the capture, as in PayPal's answer and webhook. */
export function refundView(simulator: Simulator, refund: Refund) {
  const { capture_id, ...shown } = refund;
  const { publicUrl } = simulator;
  return {
    ...shown,
    ...(refund.status === 'PENDING' && { status_details: { reason: 'ECHECK' } }),
    seller_payable_breakdown: {
      gross_amount: refund.amount,
      paypal_fee: fromMinor(refund.amount.currency_code, 0),
      net_amount: refund.amount,
      total_refunded_amount: fromMinor(refund.amount.currency_code, refundedMinor(simulator, findCapture(simulator, capture_id))),
    },
    update_time: refund.create_time,
    links: [
      { href: `${publicUrl}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
      { href: `${publicUrl}/v2/payments/captures/${capture_id}`, rel: 'up', method: 'GET' },
    ],
  };
}
