import { generateKeyPairSync } from 'node:crypto';
import { appendFileSync, createReadStream, createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Money } from './money';

type OrderStatus = 'CREATED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
export type CaptureStatus = 'COMPLETED' | 'PENDING' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED';

export type Item = { name: string; quantity: string; unit_amount: Money; tax?: Money; description?: string };

export type PurchaseUnit = {
  reference_id: string;
  custom_id?: string;
  invoice_id?: string;
  description?: string;
  amount: Money & { breakdown?: Record<string, Money> };
  items?: Item[];
  payee: { email_address?: string; merchant_id?: string; name?: string };
};

export type Order = {
  id: string;
  intent: 'CAPTURE' | 'AUTHORIZE';
  status: OrderStatus;
  purchase_units: PurchaseUnit[];
  brand_name?: string;
  return_url?: string;
  cancel_url?: string;
  approvals: number;
  /** Whether the payer chose the card that will be declined, so that the next capture is refused. */
  decline_next: boolean;
  /** Dates the next capture this many days back. */
  captured_days_ago?: number;
  create_time: string;
  update_time?: string;
};

export type Capture = {
  id: string;
  order_id: string;
  reference_id: string;
  status: CaptureStatus;
  status_reason?: string;
  amount: Money;
  custom_id?: string;
  invoice_id?: string;
  create_time: string;
  update_time: string;
};

export type Refund = {
  id: string;
  capture_id: string;
  status: 'COMPLETED' | 'PENDING' | 'FAILED';
  amount: Money;
  custom_id?: string;
  invoice_id?: string;
  note_to_payer?: string;
  create_time: string;
};

export type Dispute = {
  id: string;
  capture_id: string;
  reason: string;
  stage: 'INQUIRY' | 'CHARGEBACK' | 'PRE_ARBITRATION' | 'ARBITRATION';
  status: 'OPEN' | 'WAITING_FOR_BUYER_RESPONSE' | 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED';
  amount: Money;
  /** By when PayPal waits for the seller. */
  due: string;
  outcome?: string;
  evidences: { evidence_type: string; notes: string; source: string; documents: { name: string; size: number }[] }[];
  messages: { posted_by: string; content: string; time_posted: string }[];
  movements: { affected_party: string; type: 'DEBIT' | 'CREDIT'; reason: string; amount: Money; initiated_time: string }[];
  create_time: string;
  update_time: string;
};

export type PayoutStatus =
  | 'PENDING'
  | 'SUCCESS'
  | 'UNCLAIMED'
  | 'ONHOLD'
  | 'BLOCKED'
  | 'FAILED'
  | 'RETURNED'
  | 'REFUNDED'
  | 'REVERSED';

export type PayoutItem = {
  id: string;
  transaction_id: string;
  receiver: string;
  sender_item_id?: string;
  amount: Money;
  status: PayoutStatus;
  /** Every state after the first, oldest first. */
  moves: { status: PayoutStatus; at: string }[];
};

export type PayoutBatch = {
  id: string;
  sender_batch_id?: string;
  status: 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'DENIED' | 'CANCELED';
  create_time: string;
  update_time: string;
  items: PayoutItem[];
};

export type WebhookRecord = {
  event: {
    id: string;
    event_version: string;
    create_time: string;
    resource_type: string;
    resource_version: string;
    event_type: string;
    summary: string;
    resource: unknown;
    links: unknown[];
  };
  delivered: boolean;
  /** Every attempt in order; status 0 means that no answer came. */
  attempts: { at: string; status: number }[];
};

export type State = {
  orders: Record<string, Order>;
  captures: Record<string, Capture>;
  refunds: Record<string, Refund>;
  disputes: Record<string, Dispute>;
  payouts: Record<string, PayoutBatch>;
  /** `funds`: the balance in minor units; `payee <address>`: the state that payouts to it get. */
  account: Record<string, string | number>;
  webhooks: Record<string, WebhookRecord>;
  /** The result of each request id, and when it was made. The key is operation, object and PayPal-Request-Id. */
  requestIds: Record<string, { madeId: string; at: number }>;
  keys: { privateKey: string; publicKey: string };
};

const emptyState = (): State => ({
  orders: {},
  captures: {},
  refunds: {},
  disputes: {},
  payouts: {},
  account: {},
  webhooks: {},
  requestIds: {},
  keys: generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }),
});

type Kind = Exclude<keyof State, 'keys'>;
/** Writes the present state of these entries, all or none of them and before an answer leaves: no answered call is forgotten. */
export type SaveEntries = (...changes: readonly (readonly [kind: Kind, id: string])[]) => void;
/** One line of the file holds changes that belong together. The last change of an entry counts; null removes the entry. */
type Change = [kind: keyof State, id: string, entry: unknown];

/**
 * Opens the simulator's memory, from `file` if given. Each change is appended to the file, and each start writes it anew. It is
 * read and written line by line, because the changes of a busy shop are several times as large as the state.
 */
export async function openState(file?: string): Promise<{ state: State; saveEntries: SaveEntries }> {
  if (!file) return { state: emptyState(), saveEntries: () => {} };

  mkdirSync(dirname(file), { recursive: true });
  const state = emptyState();
  if (existsSync(file)) for await (const text of linesOf(file)) for (const change of readChanges(text)) apply(change, state);
  await pipeline(
    Readable.from(changesTo(state)).map((change: Change) => line([change])),
    createWriteStream(`${file}.new`, { mode: 0o600 }),
  );
  renameSync(`${file}.new`, file);
  return {
    state,
    saveEntries: (...entries) => appendFileSync(file, line(entries.map(([kind, id]) => [kind, id, state[kind][id] ?? null]))),
  };
}

const linesOf = (file: string) => createInterface({ input: createReadStream(file), crlfDelay: Infinity });
/** `readline` also splits at U+2028 and U+2029, which JSON does not escape. */
const line = (changes: readonly Change[]) =>
  `${JSON.stringify(changes).replace(/[\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`)}\n`;

function apply([kind, id, entry]: Change, state: State) {
  const entries = state[kind] as Record<string, unknown>;
  if (entry === null) delete entries[id];
  else entries[id] = entry;
}

/** The changes that make this memory from an empty one. */
function* changesTo(state: State): Generator<Change> {
  for (const [kind, entries] of Object.entries(state))
    for (const [id, entry] of Object.entries(entries)) yield [kind as keyof State, id, entry];
}

/** A line that a crash cut off was never acknowledged, and is left out. Older releases wrote one object with everything. */
function readChanges(text: string): Iterable<Change> {
  try {
    const content = JSON.parse(text) as Change[] | State;
    return Array.isArray(content) ? content : changesTo(content);
  } catch {
    return [];
  }
}
