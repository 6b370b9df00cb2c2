import { findCapture } from './captures';
import { fromMinor, toMinor, type Money } from '../money';
import { actionsOf, findDispute } from './disputes';
import { invalid, resultTooLarge } from '../requests/problems';
import { ofPayout } from '../payouts/payout-reports';
import type { Simulator } from '../simulator';
import type { Capture, CaptureStatus, Dispute, Refund } from '../state';

type Query = Record<string, unknown>;

const LONGEST_MS = 31 * 24 * 3_600_000;
const PAYMENT = 'T0006';
const REFUND = 'T1107';
const HOLD = 'T1110';
const HOLD_ENDED = 'T1111';

/** `GET /v1/reporting/transactions`: the transactions between two times, at most 31 days apart, in pages. @throws PaypalProblem 400 */
export function transactionReport(simulator: Simulator, query: Query) {
  const [from, to] = [timeOf(query, 'start_date'), timeOf(query, 'end_date')];
  if (to - from > LONGEST_MS) throw invalid('INVALID_REQUEST', 'Date range is greater than 31 days');
  const { captures, refunds, disputes, payouts } = simulator.state;
  const all = [
    ...Object.values(captures)
      .filter((capture) => capture.status !== 'DECLINED')
      .map(ofCapture),
    ...Object.values(refunds).map((refund) => ofRefund(refund, findCapture(simulator, refund.capture_id))),
    ...Object.values(disputes).flatMap(ofDispute),
    ...Object.values(payouts).flatMap(ofPayout),
  ]
    .filter(({ transaction_initiation_date: at }) => Date.parse(at) >= from && Date.parse(at) <= to)
    .sort((a, b) => a.transaction_initiation_date.localeCompare(b.transaction_initiation_date));
  if (all.length > simulator.reportLimit) throw resultTooLarge();
  const { page, size } = pageOf(query, 100, 500);
  return {
    transaction_details: all.slice((page - 1) * size, page * size).map((transaction_info) => ({ transaction_info })),
    account_number: 'SIMMERCHANT01',
    start_date: query.start_date,
    end_date: query.end_date,
    last_refreshed_datetime: new Date().toISOString().replace(/\.\d+Z$/, '+0000'),
    page,
    total_items: all.length,
    total_pages: Math.max(1, Math.ceil(all.length / size)),
  };
}

const STATUS: Record<CaptureStatus, string> = {
  COMPLETED: 'S',
  PARTIALLY_REFUNDED: 'F',
  REFUNDED: 'V',
  PENDING: 'P',
  DECLINED: 'D',
};

const ofCapture = (capture: Capture) => ({
  transaction_id: capture.id,
  transaction_event_code: PAYMENT,
  transaction_initiation_date: reportTime(capture.create_time),
  transaction_updated_date: reportTime(capture.update_time),
  transaction_amount: capture.amount,
  transaction_status: STATUS[capture.status],
  ...(capture.custom_id && { custom_field: capture.custom_id }),
});

const REFUND_STATUS: Record<Refund['status'], string> = { COMPLETED: 'S', PENDING: 'P', FAILED: 'D' };

const ofRefund = (refund: Refund, capture: Capture) => ({
  transaction_id: refund.id,
  paypal_reference_id: capture.id,
  paypal_reference_id_type: 'TXN',
  transaction_event_code: REFUND,
  transaction_initiation_date: reportTime(refund.create_time),
  transaction_updated_date: reportTime(refund.create_time),
  transaction_amount: negative(refund.amount),
  transaction_status: REFUND_STATUS[refund.status],
  ...(refund.custom_id && { custom_field: refund.custom_id }),
});

/** PayPal holds back the disputed amount, and releases it when the dispute is over. */
const ofDispute = (dispute: Dispute) => {
  const hold = {
    transaction_id: `${dispute.id}-H`,
    paypal_reference_id: dispute.capture_id,
    paypal_reference_id_type: 'TXN',
    transaction_event_code: HOLD,
    transaction_initiation_date: reportTime(dispute.create_time),
    transaction_updated_date: reportTime(dispute.create_time),
    transaction_amount: negative(dispute.amount),
    transaction_status: 'S',
  };
  if (dispute.status !== 'RESOLVED') return [hold];
  const endTime = reportTime(dispute.update_time);
  return [
    hold,
    {
      ...hold,
      transaction_id: `${dispute.id}-R`,
      transaction_event_code: HOLD_ENDED,
      transaction_initiation_date: endTime,
      transaction_updated_date: endTime,
      transaction_amount: dispute.amount,
    },
  ];
};

const negative = (amount: Money): Money => ({ ...amount, value: `-${fromMinor(amount.currency_code, toMinor(amount)).value}` });

/** `GET /v1/customer/disputes`: the disputes, newest first, in pages that link to the next. */
export function disputeList(simulator: Simulator, query: Query) {
  const from = query.start_time === undefined ? 0 : timeOf(query, 'start_time');
  const all = Object.values(simulator.state.disputes)
    .filter((dispute) => Date.parse(dispute.create_time) >= from)
    .sort((a, b) => b.create_time.localeCompare(a.create_time));
  const { size } = pageOf(query, 10, 50);
  const at = Number(query.next_page_token ?? 0) || 0;
  const next = `${simulator.publicUrl}/v1/customer/disputes?page_size=${size}&next_page_token=${at + size}`;
  return {
    items: all.slice(at, at + size).map(summaryOf),
    links: at + size < all.length ? [{ href: next, rel: 'next', method: 'GET' }] : [],
  };
}

/** `GET /v1/customer/disputes/{id}`: a dispute in full. The list names neither its payment nor what may be done. */
export function disputeDetails(simulator: Simulator, id: string) {
  const dispute = findDispute(simulator, id);
  const capture = findCapture(simulator, dispute.capture_id);
  const { stage, due, status, outcome, evidences, messages, movements } = dispute;
  const self = `${simulator.publicUrl}/v1/customer/disputes/${id}`;
  return {
    ...summaryOf(dispute),
    disputed_transactions: [
      { seller_transaction_id: dispute.capture_id, ...(capture.custom_id && { custom: capture.custom_id }) },
    ],
    dispute_life_cycle_stage: stage,
    dispute_channel: 'INTERNAL',
    ...(status === 'WAITING_FOR_SELLER_RESPONSE' && { seller_response_due_date: due }),
    ...(outcome && { dispute_outcome: { outcome_code: outcome } }),
    evidences,
    messages,
    money_movements: movements,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      ...actionsOf(dispute).map((action) => ({
        href: `${self}/${action}`,
        rel: action.replaceAll('-', '_'),
        method: 'POST',
      })),
    ],
  };
}

const summaryOf = ({ id, reason, status, amount, create_time, update_time }: Dispute) => ({
  dispute_id: id,
  create_time,
  update_time,
  reason,
  status,
  dispute_state: status === 'RESOLVED' ? 'RESOLVED' : 'OPEN_INQUIRIES',
  dispute_amount: amount,
});

/** A time as reports write it, with an offset. */
const reportTime = (time: string) => time.replace(/Z$/, '+0000');

function timeOf(query: Query, name: string): number {
  const text = query[name];
  const time = typeof text === 'string' ? Date.parse(text) : NaN;
  if (Number.isNaN(time)) throw invalid('INVALID_REQUEST', `${name} is missing or no time`);
  return time;
}

function pageOf(query: Query, usual: number, most: number) {
  const number = (name: string, otherwise: number) => Math.max(1, Math.floor(Number(query[name])) || otherwise);
  return { page: number('page', 1), size: Math.min(most, number('page_size', usual)) };
}
