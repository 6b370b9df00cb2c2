import { generateKeyPairSync } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
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
  /** How many days ago the next capture says it was made. */
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
  status: 'COMPLETED';
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
  status: 'OPEN' | 'RESOLVED';
  amount: Money;
  create_time: string;
  update_time: string;
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
  webhooks: {},
  requestIds: {},
  keys: generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }),
});

type Kind = Exclude<keyof State, 'keys'>;
/**
 * Writes how these entries are now, or that they are gone, all or none of them and before an answer leaves: no answered call is
 * forgotten.
 */
export type Keep = (...changed: readonly (readonly [kind: Kind, id: string])[]) => void;
/** One line of the file holds changes that belong together. Of several of one entry the last one holds; null says that it is gone. */
type Change = [kind: keyof State, id: string, entry: unknown];

/** Opens the simulator's memory, with a file what was kept there earlier. Each change is appended to it, each start writes it anew. */
export function openState(file?: string): { state: State; keep: Keep } {
  if (!file) return { state: emptyState(), keep: () => {} };

  mkdirSync(dirname(file), { recursive: true });
  const state = emptyState();
  for (const [kind, id, entry] of existsSync(file) ? readChanges(readFileSync(file, 'utf8')) : []) {
    const entries = state[kind] as Record<string, unknown>;
    if (entry === null) delete entries[id];
    else entries[id] = entry;
  }
  writeFileSync(`${file}.new`, line(changesTo(state)), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return {
    state,
    keep: (...changed) => appendFileSync(file, line(changed.map(([kind, id]) => [kind, id, state[kind][id] ?? null]))),
  };
}

const line = (changes: readonly Change[]) => `${JSON.stringify(changes)}\n`;

/** What makes this memory from an empty one. */
const changesTo = (state: State): Change[] =>
  Object.entries(state).flatMap(([kind, entries]) =>
    Object.entries(entries).map(([id, entry]): Change => [kind as keyof State, id, entry]),
  );

/** A line that a crash cut off was never acknowledged, and is left out. Files of older releases are one object with everything. */
function readChanges(text: string): Change[] {
  return text.split('\n').flatMap((said) => {
    try {
      const read = JSON.parse(said) as Change[] | State;
      return Array.isArray(read) ? read : changesTo(read);
    } catch {
      return [];
    }
  });
}
