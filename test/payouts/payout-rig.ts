import { startPaypalSimulator } from '@shop/paypal-simulator';
import { createPaypalClient } from '@shop/paypal';
import type { PayoutBatchView } from '@shop/contracts/views';
import { asAdmin, openTestDatabase } from '@shop/runtime/testing';
import { createFileStorage } from '@shop/storage';
import { tmpdir } from 'node:os';
import request from 'supertest';
import type { ServiceContext } from '../../services/sellers/src/context';
import { schema } from '../../services/sellers/src/database';
import { factsOf } from '../../services/sellers/src/operator/facts';
import { partsOf } from '../../services/sellers/src/payouts/batch';
import { createPaypalPayouts, type PaypalPayouts } from '../../services/sellers/src/payouts/paypal-payouts';
import { askPaypal } from '../../services/sellers/src/payouts/send-batch';
import { sellersApp } from '../../services/sellers/src/testing/sellers-app';

const TODAY = new Date('2026-12-01T12:00:00Z');
/** A track of $299.00 is worth this to its seller. */
export const NET_CENTS = 20_930;

/** The payouts of sellers 1 and up behind HTTP, with PayPal's simulator; each is paid to the address of their account. */
export async function openPayouts(sellers = 2, over: Partial<ServiceContext['payouts']> = {}, today = TODAY) {
  const db = await openTestDatabase(schema);
  const paypal = await startPaypalSimulator({ webhookRetryMs: [] });
  paypal.control.setFunds(10_000_000);
  const client = createPaypalClient({
    PAYPAL_CLIENT_ID: paypal.clientId,
    PAYPAL_CLIENT_SECRET: paypal.secret,
    PAYPAL_API_URL: paypal.url,
    PAYPAL_TIMEOUT_MS: 1500,
  });
  const real = createPaypalPayouts(client);
  /** What stands between the shop and PayPal: a test may break it. */
  const wire: { broken: ((paypal: PaypalPayouts) => PaypalPayouts) | null } = { broken: null };
  const current = () => wire.broken?.(real) ?? real;
  const payouts = {
    paypal: {
      send: (...args: Parameters<PaypalPayouts['send']>) => current().send(...args),
      lookUp: (...args: Parameters<PaypalPayouts['lookUp']>) => current().lookUp(...args),
      cancel: (...args: Parameters<PaypalPayouts['cancel']>) => current().cancel(...args),
    },
    minCents: 2000,
    secondApprovalCents: null,
    withinMs: 2000,
    ...over,
  };
  const app = sellersApp(db.source, { payouts, clock: () => today });
  const parts = partsOf({ payouts, siteName: 'Ghostline', timeZone: 'UTC', clock: () => today });
  for (let id = 1; id <= sellers; id += 1)
    await db.source.query(
      `WITH copy AS (
         INSERT INTO user_copies (user_id, version, name, last_name, email, country) VALUES ($1, 1, 'Nora', 'Vale', $3, 'Norway')
       ) INSERT INTO sellers (user_id, store_name, status, payment_method, paypal_email) VALUES ($1, $2, 'active', 'paypal', $3)`,
      [10 + id, `Store ${id}`, addressOf(id)],
    );

  const call = (method: 'get' | 'post', path: string, body?: object, admin = 1) => {
    const response = request(app)[method](`/api/payout-batches${path}`).set(asAdmin(admin));
    return body ? response.send(body) : response;
  };
  return {
    app,
    db: db.source,
    paypal,
    wire,
    parts,
    call,
    draft: async (body: object = {}) => batchOf(await call('post', '', body).expect(201)),
    approve: (id: number, body: object = {}, admin = 1) => call('post', `/${id}/approval`, body, admin),
    send: (id: number, admin = 1) => call('post', `/${id}/sending`, undefined, admin),
    cancel: (id: number) => call('post', `/${id}/cancellation`),
    read: async (id: number) => batchOf(await call('get', `/${id}`).expect(200)),
    /** The completer, as after a while. */
    async ask() {
      await db.source.query('UPDATE payout_batches SET ask_at = now() WHERE ask_at IS NOT NULL');
      await askPaypal(db.source, parts);
    },
    async close() {
      await paypal.close();
      await db.drop();
    },
  };
}

export type PayoutRig = Awaited<ReturnType<typeof openPayouts>>;

export const addressOf = (sellerId: number) => `seller${sellerId}@example.com`;
export const batchOf = ({ body }: { body: unknown }) => (body as { data: PayoutBatchView }).data;

/** What every story must leave in order; each list is empty when all is well. */
export async function faultsOf({ db, paypal }: PayoutRig): Promise<unknown> {
  const { payouts } = paypal.control.ledger();
  const atPaypal = payouts.flatMap(({ items }) => items).filter(({ status }) => status === 'SUCCESS');
  const cents = (value: string) => Math.round(Number(value) * 100);
  const paidAtPaypal = atPaypal.reduce((sum, { amount }) => sum + cents(amount.value), 0);
  const [{ paid }] = await db.query<[{ paid: number }]>(
    `SELECT coalesce(sum(amount_cents), 0)::int AS paid FROM ledger_entries entry JOIN ledger_transactions t ON t.id = entry.transaction_id
     WHERE account = 'seller' AND coalesce(t.reverses, t.id) IN (SELECT payout_id FROM payout_items)`,
  );
  return {
    paidElsewhere: paidAtPaypal - paid,
    batchesTwice: payouts.length - new Set(payouts.map((batch) => batch.sender_batch_id)).size,
    linesTwice: await db.query<unknown[]>(
      'SELECT sale_id FROM payout_item_lines WHERE live GROUP BY sale_id HAVING count(*) > 1',
    ),
    unevenItems: await db.query<unknown[]>(
      `SELECT item.id FROM payout_items item JOIN payout_item_lines line ON item_id = item.id
       GROUP BY item.id HAVING sum(line.amount_cents) <> item.amount_cents`,
    ),
    unbooked: await db.query<unknown[]>(
      `SELECT item.id FROM payout_items item LEFT JOIN ledger_entries entry ON entry.transaction_id = payout_id AND account = 'seller'
       WHERE state = 'paid' AND entry.amount_cents IS DISTINCT FROM item.amount_cents`,
    ),
    invariants: await rowsOf(db, ['payouts-astray', 'lines-in-two-payouts']),
    outOfBalance: await db.query<unknown[]>('SELECT transaction_id FROM ledger_entries GROUP BY 1 HAVING sum(amount_cents) <> 0'),
  };
}

/** What `ops check` reads of sellers. */
async function rowsOf(db: PayoutRig['db'], names: string[]): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (const { name, read } of factsOf(createFileStorage(tmpdir())))
    if (names.includes(name)) for await (const row of read(db)) rows.push([name, row]);
  return rows;
}

export const NO_FAULTS = {
  paidElsewhere: 0,
  batchesTwice: 0,
  linesTwice: [],
  unevenItems: [],
  unbooked: [],
  invariants: [],
  outOfBalance: [],
};
