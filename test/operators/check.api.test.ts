import { runCommand, type Reach } from '@shop/ops';
import { truncateSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { openLiveShop, type LiveShop } from '../authorisation/live-shop';
import { readDoors } from '../../infra/local/src/kept/doors';
import { withServer } from '../../infra/local/src/ops/server';

let shop: LiveShop;
let reach: Reach;
beforeAll(async () => {
  shop = await openLiveShop();
  reach = { doors: () => readDoors(shop.dataDir), withDatabases: () => Promise.reject(new Error('not asked for')) };
}, 300_000);
afterAll(() => shop?.stop());

/** Runs as the superuser, whom no trigger stops: this must not happen in a shop. */
const planted = (database: string, sql: string) =>
  withServer({ DATABASE_URL: undefined, DATA_DIR: shop.dataDir }, async (server) => {
    const client = new Client({ connectionString: Object.assign(new URL(server), { pathname: `/${database}` }).href });
    await client.connect();
    try {
      await client.query('SET session_replication_role = replica');
      const answers = [await client.query<Record<string, string>>(sql)].flat();
      return answers.at(-1)!.rows;
    } finally {
      await client.end();
    }
  });

type Outcome = { invariant: string; violations: { id: string | number; reason: string }[]; underWay: number };

async function checked(...args: string[]) {
  const lines: string[] = [];
  const code = await runCommand(['check', '--json', ...args], { reach, say: (line) => lines.push(line) });
  return { code, outcomes: JSON.parse(lines.join('\n')) as Outcome[] };
}
const measured = async () => {
  const { identity } = await reach.doors();
  return (await (await fetch(`${identity.url}/metrics`)).text()).split('\n');
};

/** A violation of each invariant: where, how, and the reported reason. `id` is the row's, as the statement answers it. */
const PLANTED: Record<string, [database: string, sql: string, reason: RegExp]> = {
  'event-is-handled': [
    'orders',
    `UPDATE reactions SET since = 'epoch';
     DELETE FROM inbox WHERE message_id = (SELECT message_id FROM inbox WHERE reaction = 'renameStoreWhenChanged' LIMIT 1) RETURNING message_id AS id`,
    /^sellers\.store-\w+ was never handled by orders renameStoreWhenChanged$/,
  ],
  'sold-once': [
    'orders',
    `WITH other AS (INSERT INTO orders (ref, buyer_id, way, payment_state, paid_at, customer, subtotal_cents, discount_cents, fee_cents, total_cents)
       VALUES (gen_random_uuid(), 1, 'paypal', 'paid', now(), '{}', 100, 0, 0, 100) RETURNING id)
     INSERT INTO order_items (order_id, product_id, position, name, category, img, store_name, project_chosen, price_cents, project_cents, discount_cents, paid_cents)
       SELECT other.id, product_id, 1, '', '', '', '', false, 100, 0, 0, 100 FROM other, order_items JOIN orders ON orders.id = order_id
       WHERE payment_state = 'paid' LIMIT 1 RETURNING product_id AS id`,
    /^is sold more than once$/,
  ],
  'paid-order-is-whole': [
    'orders',
    `DELETE FROM sale_claims WHERE state = 'sold'; SELECT ref AS id FROM orders WHERE payment_state = 'paid' ORDER BY orders.id LIMIT 1`,
    /^order \d+ does not have its tracks$/,
  ],
  'payment-has-order': [
    'orders',
    `UPDATE orders SET payment_state = 'expired' WHERE id = (SELECT order_id FROM payments LIMIT 1) RETURNING id`,
    /^has a payment and is not paid$/,
  ],
  'sale-is-booked': [
    'sellers',
    `INSERT INTO ledger_transactions (kind, source, seller_id, occurred_at, order_id, product_id, track_name, price_cents, project_cents, paid_cents, due_on)
     VALUES ('sale', 'planted', 1, now(), 4711, 4712, '', 1, 0, 1, now()) RETURNING order_id || ' ' || product_id AS id`,
    /^is booked, and no paid order has it$/,
  ],
  'ledger-balances': [
    'sellers',
    `INSERT INTO ledger_entries SELECT id, 'seller', -5 FROM ledger_transactions WHERE source = 'planted' RETURNING transaction_id AS id`,
    /^does not sum to zero$/,
  ],
  'balances-are-sums': [
    'sellers',
    `INSERT INTO ledger_balances (seller_id, earned_cents, paid_cents) VALUES (77, 100, 0) RETURNING seller_id AS id`,
    /^has a balance that its entries do not come to$/,
  ],
  'payouts-are-booked': [
    'sellers',
    `WITH batch AS (INSERT INTO payout_batches (state, created_by) VALUES ('draft', 1) RETURNING id)
     INSERT INTO payout_items (batch_id, seller_id, pay_to, amount_cents, fee_cents, state, payout_id)
     SELECT batch.id, 1, 'planted', 1, 0, 'sent', sale.id FROM batch, ledger_transactions sale WHERE source = 'planted' RETURNING id`,
    /^has another amount in the ledger than PayPal has paid$/,
  ],
  'line-is-paid-once': [
    'sellers',
    `WITH other AS (
       INSERT INTO payout_items (batch_id, seller_id, pay_to, amount_cents, fee_cents, state)
       SELECT batch_id, 2, 'planted too', 1, 0, 'sent' FROM payout_items WHERE pay_to = 'planted' RETURNING id
     ) INSERT INTO payout_item_lines (item_id, sale_id, amount_cents, live)
     SELECT item.id, sale.id, 1, false FROM (SELECT id FROM other UNION ALL SELECT id FROM payout_items WHERE pay_to = 'planted') item,
       ledger_transactions sale WHERE source = 'planted' RETURNING sale_id AS id`,
    /^is in more than one payout$/,
  ],
  'mail-is-sent-once': [
    'notifications',
    `INSERT INTO outbox (id, type, data, sent_at) SELECT gen_random_uuid(), type, data, sent_at FROM outbox
     WHERE type = 'notifications.mail-sent' LIMIT 1 RETURNING data ->> 'mailId' AS id`,
    /^is there or was sent twice$/,
  ],
  'copies-of-tracks': [
    'orders',
    `UPDATE product_copies SET download_link = 'https://example.com/another' WHERE product_id = (SELECT max(product_id) FROM product_copies) RETURNING product_id AS id`,
    /^orders has another download_link$/,
  ],
  'search-has-tracks': [
    'catalog',
    `UPDATE products SET category = 'House' WHERE id = (SELECT max(id) FROM products WHERE claim = 'free' AND category <> 'House') RETURNING id`,
    /^the search has another category$/,
  ],
  'copies-of-claims': [
    'catalog',
    `UPDATE products SET claim = 'held' WHERE id = (SELECT max(id) FROM products WHERE claim = 'free') RETURNING id`,
    /^catalog has another state$/,
  ],
  'copies-of-people': [
    'orders',
    `DELETE FROM buyers WHERE user_id = (SELECT max(user_id) FROM buyers) RETURNING user_id AS id`,
    /^orders does not know of it$/,
  ],
  'copies-of-stores': [
    'catalog',
    `UPDATE stores SET name = 'Another' WHERE seller_id = (SELECT max(seller_id) FROM stores) RETURNING seller_id AS id`,
    /^catalog has another name$/,
  ],
  'names-of-stores': [
    'identity',
    `DELETE FROM store_names WHERE user_id = (SELECT max(user_id) FROM store_names) RETURNING user_id AS id`,
    /^identity does not know of it$/,
  ],
  'open-purchases': [
    'identity',
    `UPDATE open_matters SET holds = 70 WHERE owner = 'orders' RETURNING user_id AS id`,
    /^identity has another holds$/,
  ],
  'open-earnings': [
    'identity',
    `INSERT INTO open_matters (user_id, owner, version, owed_cents) SELECT max(id), 'sellers', 1, 70 FROM users RETURNING user_id AS id`,
    /^identity has another owed_cents$/,
  ],
  'payout-blocks': [
    'sellers',
    `INSERT INTO payout_blocks (difference_id, version, seller_ids, open, reason) VALUES (5, 1, '{1}', true, '') RETURNING difference_id AS id`,
    /^sellers has another open$/,
  ],
  'files-of-tracks': [
    'catalog',
    `UPDATE products SET peaks = '/media/catalog/gone.json' WHERE id = 1 RETURNING replace(peaks, '/media/catalog/', 'public/') AS id`,
    /^is not in the storage$/,
  ],
  'prints-of-recordings': [
    'catalog',
    `INSERT INTO fingerprints (algorithm, source, print, words, hash) VALUES ('x', 'gone', '', '{}', '') RETURNING id`,
    /^belongs to nobody$/,
  ],
  'files-of-packages': [
    'catalog',
    `WITH package AS (INSERT INTO packages (maker_id, expires_at) VALUES (1, now() + interval '1 day') RETURNING id)
     INSERT INTO package_files (package_id, path, role, size_bytes, sha256, crc32, object_key)
     SELECT id, 'a.wav', 'master', 1, '', 0, 'private/packages/gone' FROM package RETURNING object_key AS id`,
    /^is not in the storage$/,
  ],
  'hashes-of-packages': [
    'catalog',
    `WITH package AS (INSERT INTO packages (maker_id, expires_at) VALUES (1, now() + interval '1 day') RETURNING id)
     INSERT INTO package_files (package_id, path, role, size_bytes, sha256, crc32, object_key)
     SELECT package.id, 'b.wav', 'master', 1, '', 0, replace(img, '/media/catalog/', 'public/') FROM package, products WHERE products.id = 1
     RETURNING object_key AS id`,
    /^has another SHA-256 than its row$/,
  ],
  'files-of-news': [
    'notifications',
    `INSERT INTO announcements (title, content, is_active, image_path) VALUES ('', '', false, '/media/notifications/gone.webp')
     RETURNING 'notifications/gone.webp' AS id`,
    /^is not in the storage$/,
  ],
  'files-of-stores': [
    'sellers',
    `UPDATE sellers SET verification_key = 'private/sellers/verification/gone.webp', verification_pages = 2 WHERE id = 1
     RETURNING 'private/sellers/verification/gone-2.webp' AS id`,
    /^is not in the storage$/,
  ],
  'files-of-claims': [
    'orders',
    `INSERT INTO claim_files (message_id, key, name, size_bytes) VALUES (1, 'private/orders/claims/gone.png', '', 1) RETURNING key AS id`,
    /^is not in the storage$/,
  ],
  'held-lines': [
    'sellers',
    `INSERT INTO ledger_holds (order_id, product_id, seller_id, version, source) VALUES (4711, 4712, 1, 1, 'claim')
     RETURNING order_id || ' ' || product_id AS id`,
    /^sellers knows of it, orders does not$/,
  ],
  'dispute-fees': [
    'orders',
    `INSERT INTO disputes (id, amount_cents, currency, reason, stage, status, opened_at, updated_at, fee_cents)
     VALUES ('PP-D-PLANTED', 100, 'USD', 'OTHER', '', 'RESOLVED', now(), now(), 2000) RETURNING id`,
    /^sellers does not know of it$/,
  ],
  'invoices-are-gapless': [
    'orders',
    `INSERT INTO invoice_counters (kind, year, last) VALUES ('invoice', 1999, 1) RETURNING kind || ' ' || year AS id`,
    /^has a gap or a double among its numbers$/,
  ],
  'order-has-invoice': [
    'orders',
    `WITH begun AS (INSERT INTO invoicing (since) VALUES ('epoch'))
     UPDATE orders SET paid_at = now() - interval '7 days' WHERE id = (SELECT max(id) FROM orders WHERE payment_state = 'paid') RETURNING id`,
    /^has no invoice, or more was credited than invoiced$/,
  ],
};

test('a healthy shop breaks none of them, and whatever is broken on purpose is found by its id', async () => {
  const healthy = await checked('--grace', '5');
  expect(healthy.outcomes.filter(({ violations }) => violations.length > 0)).toEqual([]);
  expect(healthy.code).toBe(0);
  expect(Object.keys(PLANTED).sort()).toEqual(healthy.outcomes.map(({ invariant }) => invariant).sort());
  expect((await measured()).filter((line) => /^invariant_violations\{.*\} 0$/.test(line))).toHaveLength(healthy.outcomes.length);

  expect((await checked('--grace', '0', '--hashes')).outcomes.at(-1)).toMatchObject({
    invariant: 'files-are-whole',
    violations: [],
  });

  // Sent events must be old enough not to be in a queue any more.
  for (const service of Object.keys(shop.databases))
    await planted(service, `UPDATE outbox SET sent_at = sent_at - interval '1 hour' WHERE sent_at IS NOT NULL`);
  for (const [invariant, [database, sql, reason]] of Object.entries(PLANTED)) {
    const [{ id }] = (await planted(database, sql)) as [{ id: string }];
    const { code, outcomes } = await checked('--grace', '0', '--only', invariant);
    expect([invariant, code, outcomes.length]).toEqual([invariant, 1, 1]);
    expect([invariant, outcomes[0]!.violations]).toEqual([
      invariant,
      expect.arrayContaining([
        {
          id: typeof outcomes[0]!.violations[0]?.id === 'number' ? Number(id) : id,
          reason: expect.stringMatching(reason) as string,
        },
      ]),
    ]);
  }
  const lines = await measured();
  for (const invariant of Object.keys(PLANTED))
    expect(lines).toContainEqual(
      expect.stringMatching(new RegExp(`^invariant_violations\\{.*invariant="${invariant}".*\\} [1-9]`)),
    );
}, 300_000);

/** A file of catalog in the storage, as its key. */
async function aFile(ending: RegExp) {
  const name = (await readdir(join(shop.dataDir, 'objects/public'))).find((object) => ending.test(object));
  return `public/${name}`;
}
const shorten = (key: string, bytes: number) => truncateSync(join(shop.dataDir, 'objects', key), bytes);

test.each([
  ['a recording that lost its end', /\.mp3$/],
  ['a width of a cover that lost its end', /-320\.webp$/],
])('%s is found when contents are read', async (_, ending) => {
  const key = await aFile(ending);
  shorten(key, 100);
  const quick = await checked('--grace', '0', '--only', 'files-of-tracks');
  expect(quick.outcomes[0]!.violations.map(({ id }) => id)).not.toContain(key);
  const { outcomes } = await checked('--grace', '0', '--only', 'files-are-whole');
  expect(outcomes[0]!.violations).toContainEqual({ id: key, reason: 'is not what was stored' });
});

test('an empty width of a cover is found without reading contents', async () => {
  const key = await aFile(/-640\.webp$/);
  shorten(key, 0);
  const { outcomes } = await checked('--grace', '0', '--only', 'files-of-tracks');
  expect(outcomes[0]!.violations).toContainEqual({ id: key, reason: 'is empty' });
});

test('without one of the services nothing is called healthy', async () => {
  const doors = await reach.doors();
  const away = {
    ...reach,
    doors: () => Promise.resolve({ ...doors, orders: { url: 'http://127.0.0.1:1', token: 'x', reachedWithinMs: 0 } }),
  };
  await expect(runCommand(['check'], { reach: away, say: () => {} })).rejects.toThrow(
    /^orders does not answer operators at http:/,
  );
  const locked = { ...reach, doors: () => Promise.resolve({ ...doors, orders: { ...doors.orders, token: 'x' } }) };
  await expect(runCommand(['check'], { reach: locked, say: () => {} })).rejects.toThrow(
    'orders refuses: This asks for the OPS_TOKEN',
  );
});

test('faults of a command are named before any question', async () => {
  const nowhere: Reach = {
    doors: () => Promise.reject(new Error('asked')),
    withDatabases: () => Promise.reject(new Error('asked')),
  };
  const run = (...args: string[]) => runCommand(args, { reach: nowhere, say: () => {} });
  await expect(run('check', '--only', 'luck')).rejects.toThrow(/^--only: must be one of event-is-handled, /);
  await expect(run('check', '--grace', 'long')).rejects.toThrow('--grace: must be a number of seconds');
  await expect(run('put-back')).rejects.toThrow(/^--service: must be one of identity, /);
  await expect(run('put-back', '--service', 'orders', '--reaction', '')).rejects.toThrow('--reaction: is empty');
});
