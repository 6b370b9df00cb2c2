import { CURRENCY } from '@shop/contracts/constants';
import type { PaypalAnswer, PaypalClient } from '@shop/paypal';
import { z } from 'zod';

type NewPayouts = {
  /** The same for every attempt: PayPal takes a batch once. */
  ref: string;
  subject: string;
  items: readonly { id: number; payTo: string; amountCents: number }[];
};

type Unknown = { kind: 'unknown'; reason: string };
/** `refused`: PayPal has not taken the batch, and says why. */
export type SendOutcome = { kind: 'taken'; paypalId: string } | { kind: 'refused'; name: string; reason: string } | Unknown;

export type ItemNews = {
  itemId: number;
  /** PayPal's id of the item. */
  paypalItemId: string | null;
  status: string;
  transactionId: string | null;
  /** Null while PayPal does not say it. */
  feeCents: number | null;
  amountCents: number;
  error: string | null;
};
export type LookOutcome = { kind: 'found'; ref: string | null; status: string; items: ItemNews[] } | Unknown;

export type PaypalPayouts = {
  send: (batch: NewPayouts, deadline: AbortSignal) => Promise<SendOutcome>;
  lookUp: (paypalId: string, deadline: AbortSignal) => Promise<LookOutcome>;
  /** Takes back an item that nobody claims. PayPal's refusal in words, or null: what became of it, `lookUp` says. */
  cancel: (paypalItemId: string, deadline: AbortSignal) => Promise<string | null>;
};

const PATH = '/v1/payments/payouts';
const PAGE = 1000;

const Money = z.object({ value: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/), currency: z.string() });
const Links = z.array(z.object({ href: z.string() }));
const Header = z.object({
  payout_batch_id: z.string().regex(/^[\w-]{1,64}$/),
  batch_status: z.string(),
  sender_batch_header: z.object({ sender_batch_id: z.string().optional() }).optional(),
});
const CreatedBatch = z.object({ batch_header: Header });
const BatchAnswer = z.object({
  batch_header: Header,
  total_pages: z.int().optional(),
  items: z
    .array(
      z.object({
        payout_item_id: z
          .string()
          .regex(/^[\w-]{1,64}$/)
          .optional(),
        transaction_id: z.string().max(64).optional(),
        transaction_status: z.string(),
        payout_item_fee: Money.optional(),
        payout_item: z.object({ sender_item_id: z.string().optional(), amount: Money }),
        errors: z.object({ name: z.string().optional(), message: z.string().optional() }).optional(),
      }),
    )
    .default([]),
});
/** The way to the first batch stands beside the refusal or within its details. */
const DuplicateRefusal = z.object({
  links: Links.optional(),
  details: z.array(z.object({ link: Links.optional(), links: Links.optional() })).optional(),
});

const unreadable: Unknown = { kind: 'unknown', reason: 'unreadable answer' };
const cents = ({ value }: z.output<typeof Money>) => Math.round(Number(value) * 100);

/** PayPal's Payouts v1 (record 0045). Every outcome is a result: a batch whose outcome is unknown is sent again by the same id. */
export function createPaypalPayouts(client: PaypalClient): PaypalPayouts {
  async function send(batch: NewPayouts, deadline: AbortSignal): Promise<SendOutcome> {
    const answer = await client.send(
      {
        verb: 'POST',
        path: PATH,
        headers: { 'content-type': 'application/json', accept: 'application/json', 'PayPal-Request-Id': batch.ref },
        body: bodyOf(batch),
      },
      deadline,
    );
    if (answer.kind === 'unknown') return answer;
    if (answer.kind === 'problem') return afterProblem(batch.ref, answer, deadline);
    const batchResult = CreatedBatch.safeParse(answer.body);
    return batchResult.success ? { kind: 'taken', paypalId: batchResult.data.batch_header.payout_batch_id } : unreadable;
  }

  /** PayPal refuses an id that it knows, and links to the first batch: that one is ours. */
  async function afterProblem(ref: string, problem: Problem, deadline: AbortSignal): Promise<SendOutcome> {
    const { status, name, issue } = problem;
    if (name !== 'USER_BUSINESS_ERROR')
      return [401, 408, 409, 429].includes(status)
        ? { kind: 'unknown', reason: `HTTP ${status} ${issue}` }
        : { kind: 'refused', name, reason: issue };
    const paypalId = firstBatchOf(problem.body);
    if (!paypalId) return { kind: 'unknown', reason: 'PayPal knows the batch and does not say which it is' };
    const batch = await lookUp(paypalId, deadline);
    if (batch.kind === 'unknown') return batch;
    return batch.ref === ref ? { kind: 'taken', paypalId } : { kind: 'unknown', reason: 'PayPal links to another batch' };
  }

  async function lookUp(paypalId: string, deadline: AbortSignal): Promise<LookOutcome> {
    const items: ItemNews[] = [];
    for (let page = 1; ; page += 1) {
      const path = `${PATH}/${encodeURIComponent(paypalId)}?page=${page}&page_size=${PAGE}&total_required=true`;
      const answer = await client.send({ verb: 'GET', path, headers: { accept: 'application/json' } }, deadline);
      if (answer.kind === 'unknown') return answer;
      if (answer.kind === 'problem') return { kind: 'unknown', reason: `HTTP ${answer.status} ${answer.issue}` };
      const batch = BatchAnswer.safeParse(answer.body);
      if (!batch.success) return unreadable;
      items.push(...batch.data.items.map(newsOf));
      const { batch_header: header, total_pages: pages = 1 } = batch.data;
      if (page >= pages)
        return { kind: 'found', ref: header.sender_batch_header?.sender_batch_id ?? null, status: header.batch_status, items };
    }
  }

  async function cancel(paypalItemId: string, deadline: AbortSignal): Promise<string | null> {
    const path = `/v1/payments/payouts-item/${encodeURIComponent(paypalItemId)}/cancel`;
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const answer = await client.send({ verb: 'POST', path, headers, body: {} }, deadline);
    return answer.kind === 'problem' ? answer.issue || answer.name : null;
  }

  return { send, lookUp, cancel };
}

type Problem = Extract<PaypalAnswer, { kind: 'problem' }>;

const bodyOf = ({ ref, subject, items }: NewPayouts) => ({
  sender_batch_header: { sender_batch_id: ref, email_subject: subject },
  items: items.map(({ id, payTo, amountCents }) => ({
    recipient_type: 'EMAIL',
    receiver: payTo,
    amount: { value: (amountCents / 100).toFixed(2), currency: CURRENCY },
    sender_item_id: String(id),
    recipient_wallet: 'PAYPAL',
    purpose: 'GOODS',
  })),
});

/** Only the path of a link counts: we call the configured host alone. */
function firstBatchOf(body: unknown): string | null {
  const refusal = DuplicateRefusal.safeParse(body).data;
  const links = [
    ...(refusal?.links ?? []),
    ...(refusal?.details ?? []).flatMap(({ link, links }) => [...(link ?? []), ...(links ?? [])]),
  ];
  for (const { href } of links) {
    const [, id] = /\/v1\/payments\/payouts\/([\w-]{1,64})$/.exec(href) ?? [];
    if (id) return id;
  }
  return null;
}

const newsOf = (item: z.output<typeof BatchAnswer>['items'][number]): ItemNews => ({
  itemId: Number(item.payout_item.sender_item_id ?? 0),
  paypalItemId: item.payout_item_id ?? null,
  status: item.transaction_status,
  transactionId: item.transaction_id ?? null,
  feeCents: item.payout_item_fee ? cents(item.payout_item_fee) : null,
  amountCents: item.payout_item.amount.currency === CURRENCY ? cents(item.payout_item.amount) : 0,
  error: item.errors?.message ?? item.errors?.name ?? null,
});
