import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand, type Reach } from '@shop/ops';
import { eventually } from '@shop/runtime/testing';
import { Client } from 'pg';
import { openLiveShop, type LiveShop } from '../authorisation/live-shop';
import { readDoors } from '../../infra/local/src/kept/doors';
import { withServer } from '../../infra/local/src/ops/server';

let shop: LiveShop;
let reach: Reach;
const onServer = <Result>(work: (urlOf: (name: string) => string) => Promise<Result>) =>
  withServer({ DATABASE_URL: undefined, DATA_DIR: shop.dataDir }, (server) =>
    work((name) => Object.assign(new URL(server), { pathname: `/${name}` }).href),
  );
beforeAll(async () => {
  shop = await openLiveShop();
  reach = { doors: () => readDoors(shop.dataDir), withDatabases: onServer };
}, 300_000);
afterAll(() => shop?.stop());

const query = (database: string, sql: string) =>
  onServer(async (urlOf) => {
    const client = new Client({ connectionString: urlOf(database) });
    await client.connect();
    return client
      .query<Record<string, unknown>>(sql)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  });

async function ops(...args: string[]) {
  const lines: string[] = [];
  const code = await runCommand(args, { reach, say: (line) => lines.push(line) });
  return { code, said: lines.join('\n') };
}
const checked = async (only: string) => (await ops('check', '--grace', '0', '--only', only)).code;
/** The operator's actions in the audit log. */
const acts = async () =>
  (await query('identity', `SELECT action FROM audit_entries WHERE admin_id = 0 ORDER BY id`)).map(({ action }) => action);

test('say-again makes copies right that were lost or spoiled, and nobody is mailed', async () => {
  const mails = () => query('notifications', `SELECT count(*)::int AS count FROM mails`);
  await eventually(
    async () => expect(await query('notifications', `SELECT 1 FROM mails WHERE state = 'waiting'`)).toEqual([]),
    30_000,
  );
  const before = await mails();
  const lost: [service: string, invariant: string, database: string, sql: string][] = [
    ['catalog', 'copies-of-tracks', 'orders', 'DELETE FROM product_copies'],
    ['catalog', 'copies-of-tracks', 'sellers', `UPDATE product_copies SET name = 'Spoiled'`],
    ['identity', 'copies-of-people', 'orders', 'DELETE FROM buyers'],
    ['identity', 'copies-of-people', 'sellers', 'DELETE FROM user_copies'],
    ['sellers', 'copies-of-stores', 'catalog', `UPDATE stores SET name = 'Spoiled', status = 'inactive'`],
    ['orders', 'open-purchases', 'identity', `DELETE FROM open_matters WHERE owner = 'orders'`],
  ];
  for (const [service, invariant, database, sql] of lost) {
    await query(database, sql);
    expect([service, invariant, await checked(invariant)]).toEqual([service, invariant, 1]);
    expect((await ops('say-again', '--service', service)).said).toMatch(
      new RegExp(`^${service} has said [1-9]\\d* facts again; `),
    );
    await eventually(async () => expect([service, invariant, await checked(invariant)]).toEqual([service, invariant, 0]), 30_000);
  }
  expect(await mails()).toEqual(before);
  expect((await ops('check', '--grace', '5')).code).toBe(0);
  await eventually(async () =>
    expect((await acts()).filter((action) => action === 'facts.said-again')).toHaveLength(lost.length),
  );
});

test("a spoiled copy of a claim comes right by the runbook's statements, and the sale stays booked once", async () => {
  const runbook = await readFile(join(__dirname, '../../docs/runbooks/invariants.md'), 'utf8');
  const section = (name: string) => new RegExp(`^## ${name}\n(.*?)^## `, 'ms').exec(runbook)![1]!;
  const statements = (name: string) => [...section(name).matchAll(/^```sql\n(.*?)^```/gms)].map(([, sql]) => sql!);
  const [find, forget] = statements('copies-of-claims') as [string, string];
  const [send] = statements('event-is-handled') as [string];
  const [{ id }] = (await query('orders', `SELECT min(product_id) AS id FROM sale_claims WHERE state = 'sold'`)) as [
    { id: number },
  ];
  const of = (sql: string, event: unknown = '') => sql.replaceAll('17', String(id)).replaceAll('…', String(event));
  const [last] = await query('orders', of(find));
  expect(last).toMatchObject({ type: 'orders.order-captured' });
  const unhandled = `SELECT reaction FROM reactions WHERE type = 'orders.order-captured'
    EXCEPT SELECT reaction FROM inbox WHERE message_id = '${String(last!.id)}' AND state = 'done'`;
  const bookings = () => query('sellers', 'SELECT id FROM ledger_transactions ORDER BY id');
  for (const [service, spoil] of [
    ['catalog', `UPDATE products SET claim = 'free' WHERE id = ${id}`],
    ['identity', `UPDATE product_copies SET sold = false WHERE product_id = ${id}`],
    ['sellers', `UPDATE sold_tracks SET released = true WHERE product_id = ${id}`],
  ] as const) {
    await eventually(async () => expect([service, await query(service, unhandled)]).toEqual([service, []]));
    const before = await bookings();
    await query(service, spoil);
    // Events that are still on their way to other services do not count as wrong.
    await eventually(async () => expect([service, await checked('copies-of-claims')]).toEqual([service, 1]));
    const [inbox, ...tables] = of(forget, last!.id).split('\n');
    const table = tables.find((line) => line.endsWith(`-- ${service}`));
    for (const sql of [inbox, table]) await query(service, sql!);
    await query('orders', of(send, last!.id));
    await eventually(async () => expect([service, await checked('copies-of-claims')]).toEqual([service, 0]), 30_000);
    await eventually(async () => expect([service, await query(service, unhandled)]).toEqual([service, []]));
    if (service === 'sellers') expect(await bookings()).toEqual(before);
  }
});

test('put-back has parked events tried again, those of the reaction that was named', async () => {
  await query(
    'orders',
    `UPDATE inbox SET state = 'parked', attempts = 5, body = (SELECT jsonb_build_object('id', message_id, 'type', type, 'requestId', NULL,
       'occurredAt', now(), 'data', '{"productId": 4711, "version": 1}'::jsonb))
     WHERE ctid = (SELECT ctid FROM inbox WHERE reaction = 'renameStoreWhenChanged' LIMIT 1)`,
  );
  expect((await ops('put-back', '--service', 'orders', '--reaction', 'another')).said).toMatch(/^Nothing is parked in orders/);
  expect((await ops('put-back', '--service', 'orders')).said).toBe('1 put back in orders.');
  expect(await query('orders', `SELECT 1 FROM inbox WHERE state = 'parked'`)).toEqual([]);
  await eventually(async () => expect(await acts()).toContain('parked.put-back'));
});

test('recheck-payment asks PayPal at once about a payment whose end nobody knows', async () => {
  const { 'paypal order': paypalOrder } = shop.values;
  await expect(ops('recheck-payment', '--order', '987654')).rejects.toThrow('orders refuses: No such order 987654.');
  await expect(ops('recheck-payment', '--order', 'mine')).rejects.toThrow('--order: must be the number of an order');
  const [{ id }] = (await query(
    'orders',
    `WITH held AS (UPDATE sale_claims SET state = 'capturing', expires_at = NULL WHERE order_id = (SELECT id FROM orders WHERE paypal_order_id = '${paypalOrder}'))
     UPDATE orders SET payment_state = 'capturing', status = 'processing', next_check_at = now() + interval '1 day'
     WHERE paypal_order_id = '${paypalOrder}' RETURNING id`,
  )) as [{ id: number }];
  await fetch(`${shop.paypalUrl}/sim/approve?token=${paypalOrder}`, { method: 'POST' });
  expect((await ops('recheck-payment', '--order', String(id))).said).toBe(`Order ${id} is paid now.`);
  await expect(ops('recheck-payment', '--order', String(id))).rejects.toThrow(
    `Order ${id} is paid: no payment of it is under way.`,
  );
  await eventually(async () => expect(await acts()).toContain('order.payment-rechecked'));
});

test('erase forgets a person everywhere, once it is said to be sure', async () => {
  const { id, email } = shop.sessions.S2;
  await expect(ops('erase', '--email', email)).rejects.toThrow('--sure: is missing: this cannot be undone');
  expect((await ops('erase', '--email', email, '--sure')).said).toMatch(new RegExp(`^Account ${id} is erased`));
  await expect(ops('erase', '--email', email, '--sure')).rejects.toThrow(/No such account/);
  await eventually(async () => {
    expect(await query('orders', `SELECT deleted, email FROM buyers WHERE user_id = ${id}`)).toEqual([
      { deleted: true, email: '' },
    ]);
    expect(await query('sellers', `SELECT 1 FROM sellers WHERE user_id = ${id} AND deleted_at IS NULL`)).toEqual([]);
    expect(await acts()).toContain('user.deleted');
  });
  await eventually(async () => expect((await ops('check', '--grace', '1')).code).toBe(0), 30_000);
});
