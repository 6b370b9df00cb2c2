import { z } from 'zod';
import { isCallRefused, type PaypalClient } from '@shop/paypal';
import type { Dispute, Movement, PayoutMovement, ReportOutcome } from './payment-gateway';

/** PayPal shows at most 31 days at once. */
const WINDOW_MS = 31 * 24 * 3_600_000;
/** A window with more than PayPal shows is halved down to this size. */
const LEAST_MS = 60_000;
const PAGE = 500;
const PAGES = 200;

/** A time with an offset with or without a colon. */
export const Time = z.string().transform((text, context) => {
  const at = new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  if (Number.isNaN(at.getTime())) context.addIssue({ code: 'custom', message: 'no time' });
  return at;
});
const Amount = z.object({ currency_code: z.string(), value: z.string().regex(/^-?\d{1,9}(\.\d{1,2})?$/) });
const Transaction = z.object({
  transaction_info: z.object({
    transaction_id: z.string().min(1).max(64),
    transaction_event_code: z.string(),
    transaction_initiation_date: Time,
    transaction_amount: Amount,
    fee_amount: Amount.optional(),
    transaction_status: z.string(),
    paypal_reference_id: z.string().max(64).optional(),
    custom_field: z.string().optional(),
  }),
});
const Transactions = z.object({
  transaction_details: z.array(Transaction),
  total_pages: z.int().min(0).optional(),
  last_refreshed_datetime: Time.optional(),
});
const DisputeDetails = z.object({
  dispute_id: z.string().max(64),
  create_time: Time,
  reason: z.string().optional(),
  status: z.string(),
  dispute_amount: Amount.optional(),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().max(64).optional() })).optional(),
});
const Disputes = z.object({
  items: z.array(DisputeDetails),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
});

const unreadable = { kind: 'unknown' as const, reason: 'unreadable report' };
const tooMany = { kind: 'unknown' as const, reason: `more than ${PAGES} pages` };
type Unknown = { kind: 'unknown'; reason: string; callRefused?: boolean; issue?: string };

/**
 * Reads PayPal's disputes, and its transactions in windows of 31 days.
 * @returns the whole report, or `unknown` when a part is missing
 */
export async function fetchReport(client: PaypalClient, from: Date, to: Date, deadline?: AbortSignal): Promise<ReportOutcome> {
  const movements = new Map<string, Movement>();
  const payouts = new Map<string, PayoutMovement>();
  let until = to;
  for (let start = from; start < to; start = new Date(start.getTime() + WINDOW_MS)) {
    const end = new Date(Math.min(start.getTime() + WINDOW_MS, to.getTime()));
    const pages = await fetchPages(client, start, end, deadline);
    if ('kind' in pages) return pages;
    for (const page of pages) {
      for (const movement of page.transaction_details.flatMap(movementOf)) movements.set(movement.id, movement);
      for (const payout of page.transaction_details.flatMap(payoutOf)) payouts.set(payout.id, payout);
      const refreshedAt = page.last_refreshed_datetime;
      if (refreshedAt && refreshedAt < until && page.end >= to) until = refreshedAt;
    }
  }
  const disputes = await fetchDisputes(client, from, deadline);
  if ('kind' in disputes) return disputes;
  const report = { movements: [...movements.values()], disputes: disputes.list, payouts: [...payouts.values()], until };
  return { kind: 'found', report };
}

type Page = z.output<typeof Transactions> & { end: Date };

/** Reads all pages of a window. PayPal refuses a window of more than 10,000 transactions: it is read in halves. */
async function fetchPages(client: PaypalClient, start: Date, end: Date, deadline?: AbortSignal): Promise<Page[] | Unknown> {
  const pages: Page[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const query = new URLSearchParams({
      start_date: start.toISOString(),
      end_date: end.toISOString(),
      fields: 'transaction_info',
      page_size: String(PAGE),
      page: String(page),
    });
    const answer = await get(client, `/v1/reporting/transactions?${query.toString()}`, Transactions, deadline);
    if ('kind' in answer)
      return answer.issue === 'RESULTSET_TOO_LARGE' && end.getTime() - start.getTime() > LEAST_MS
        ? fetchHalves(client, start, end, deadline)
        : answer;
    last = answer.total_pages ?? 1;
    if (last > PAGES) return tooMany;
    pages.push({ ...answer, end });
  }
  return pages;
}

async function fetchHalves(client: PaypalClient, start: Date, end: Date, deadline?: AbortSignal): Promise<Page[] | Unknown> {
  const middle = new Date(Math.floor((start.getTime() + end.getTime()) / 2));
  const earlier = await fetchPages(client, start, middle, deadline);
  if ('kind' in earlier) return earlier;
  const later = await fetchPages(client, middle, end, deadline);
  return 'kind' in later ? later : [...earlier, ...later];
}

/**
 * PayPal's codes of reversals, refunds, chargebacks and other adjustments of a payment
 * (https://developer.paypal.com/reports/reference/t-codes). The hold for a dispute (T1110) and its end (T1111) are left out: the
 * money is neither the buyer's nor ours until then.
 */
const BACK = new Set(['T1100', 'T1106', 'T1107', 'T1116', 'T1118', 'T1200', 'T1201', 'T1202', 'T1205', 'T1207', 'T1208']);

/** A cancelled reversal. The shop also gets one for a payment that it made itself. */
const REVERSAL = 'T1106';
/** Codes that return money after a chargeback or reversal. Other codes return money that the shop paid, such as a payout. */
const RETURNED = new Set([REVERSAL, 'T1202', 'T1205', 'T1208']);

/** Successful, partly refunded, refunded. */
const MOVED = ['S', 'F', 'V'];

/**
 * Payments (T00…) came in. Code and sign tell whether another transaction that names a payment gave it back to the buyer, or
 * returned it to the shop (say, after a won chargeback). Denied and pending ones have not moved.
 */
function movementOf({ transaction_info: info }: z.output<typeof Transaction>): Movement[] {
  const { transaction_event_code: code } = info;
  const cents = centsOf(info.transaction_amount);
  const kind = cents > 0 ? incomingKind(code) : BACK.has(code) ? 'refund' : null;
  const captureId = kind === 'capture' ? info.transaction_id : info.paypal_reference_id;
  if (!kind || !captureId || !MOVED.includes(info.transaction_status)) return [];
  return [
    {
      kind,
      id: info.transaction_id,
      captureId,
      amountCents: Math.abs(cents),
      currency: info.transaction_amount.currency_code,
      customId: info.custom_field ?? null,
      at: info.transaction_initiation_date,
      ...(kind === 'return' && code === REVERSAL ? { maybeOutgoing: true } : {}),
    },
  ];
}

const centsOf = ({ value }: z.output<typeof Amount>) => Math.round(Number(value) * 100);

const PAYOUT = 'T0001';
const PAYOUT_FEE = 'T0104';
const PAYOUT_BACK = new Set(['T1114', 'T1115']);
/**
 * What the shop pays out, and what PayPal sends back of it, is no payment of a buyer (docs/product/payouts.md). The hold at the start
 * of a batch (T1503) and its end (T1105) move nothing.
 */
const PAID_OUT = new Set([PAYOUT, PAYOUT_FEE, ...PAYOUT_BACK, 'T1503', 'T1105']);

/** A payout that left the account, or a fee or return that names its payout. */
function payoutOf({ transaction_info: info }: z.output<typeof Transaction>): PayoutMovement[] {
  const cents = centsOf(info.transaction_amount);
  const kind = payoutKind(info.transaction_event_code, cents);
  const payoutId = kind === 'payout' ? info.transaction_id : info.paypal_reference_id;
  if (!kind || !payoutId || !MOVED.includes(info.transaction_status)) return [];
  return [
    {
      kind,
      id: info.transaction_id,
      payoutId,
      amountCents: kind === 'return' ? cents : -cents,
      currency: info.transaction_amount.currency_code,
      feeCents: kind === 'payout' && info.fee_amount ? Math.abs(centsOf(info.fee_amount)) : null,
      at: info.transaction_initiation_date,
    },
  ];
}

function payoutKind(code: string, cents: number): PayoutMovement['kind'] | null {
  if (code === PAYOUT) return cents < 0 ? 'payout' : null;
  if (code === PAYOUT_FEE) return 'fee';
  return PAYOUT_BACK.has(code) && cents > 0 ? 'return' : null;
}

const incomingKind = (code: string) =>
  PAID_OUT.has(code) ? null : code.startsWith('T00') ? 'capture' : RETURNED.has(code) ? 'return' : null;

/** Lists disputes. For an open one, another call tells its payment. */
async function fetchDisputes(client: PaypalClient, from: Date, deadline?: AbortSignal): Promise<{ list: Dispute[] } | Unknown> {
  const list: Dispute[] = [];
  let path: string | null = `/v1/customer/disputes?page_size=50&start_time=${from.toISOString()}`;
  for (let page = 0; path; page += 1) {
    if (page >= PAGES) return tooMany;
    const answer: z.output<typeof Disputes> | Unknown = await get(client, path, Disputes, deadline);
    if ('kind' in answer) return answer;
    for (const item of answer.items) {
      const dispute = await withPayment(client, item, deadline);
      if ('kind' in dispute) return dispute;
      list.push({
        id: dispute.dispute_id,
        captureId: dispute.disputed_transactions?.[0]?.seller_transaction_id ?? null,
        amountCents: dispute.dispute_amount ? Math.round(Number(dispute.dispute_amount.value) * 100) : 0,
        reason: dispute.reason ?? '',
        open: dispute.status !== 'RESOLVED',
        at: dispute.create_time,
      });
    }
    path = nextOf(answer.links);
  }
  return { list };
}

type Details = z.output<typeof DisputeDetails>;

async function withPayment(client: PaypalClient, item: Details, deadline?: AbortSignal): Promise<Details | Unknown> {
  if (item.status === 'RESOLVED' || item.disputed_transactions?.[0]?.seller_transaction_id) return item;
  return get(client, `/v1/customer/disputes/${encodeURIComponent(item.dispute_id)}`, DisputeDetails, deadline);
}

/** The path of the next page. Its host is ignored: we call only the configured one. */
function nextOf(links: z.output<typeof Disputes>['links']): string | null {
  const href = links?.find(({ rel }) => rel === 'next')?.href;
  if (!href || !URL.canParse(href)) return null;
  const { pathname, search } = new URL(href);
  return pathname === '/v1/customer/disputes' ? pathname + search : null;
}

async function get<S extends z.ZodType>(
  client: PaypalClient,
  path: string,
  shape: S,
  deadline?: AbortSignal,
): Promise<z.output<S> | Unknown> {
  const answer = await client.send({ verb: 'GET', path, headers: { accept: 'application/json' } }, deadline);
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'problem') {
    const { status, issue } = answer;
    return { kind: 'unknown', reason: `HTTP ${status} ${issue}`, callRefused: isCallRefused(status), issue };
  }
  const body = shape.safeParse(answer.body);
  return body.success ? body.data : unreadable;
}
