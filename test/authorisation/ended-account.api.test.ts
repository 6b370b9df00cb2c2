import { Client } from 'pg';
import { totalsOf } from '../../packages/contracts/src/pricing';
import type { Session } from '../load/log-in';
import { openLiveShop, type LiveShop } from './live-shop';

/** Accounts that end while a service cannot hear of it: its inbox is locked, as if the broker were away. */

let shop: LiveShop;
beforeAll(async () => {
  shop = await openLiveShop();
}, 360_000);
afterAll(() => shop?.stop());

/** No reaction of the service commits until the work is done. */
async function whileDeaf(service: string, work: () => Promise<void>) {
  const client = new Client({ connectionString: shop.databases[service] });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE inbox IN ACCESS EXCLUSIVE MODE');
  await work().finally(() => client.end());
}

async function stateOf(paypalOrderId: string): Promise<string> {
  const client = new Client({ connectionString: shop.databases.orders });
  await client.connect();
  const query = client.query<{ state: string }>('SELECT payment_state AS state FROM orders WHERE paypal_order_id = $1', [
    paypalOrderId,
  ]);
  return (await query.finally(() => client.end())).rows[0]!.state;
}

async function call(name: string, { cookie }: Session, body?: object) {
  const [method, path] = name.split(' ') as [string, string];
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', cookie: `sid=${cookie}` };
  const answer = await fetch(shop.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const json = (await answer.json().catch(() => ({}))) as { code?: string; price?: number };
  return { status: answer.status, code: json.code, json };
}

async function arranging({ id, email }: Session, product: number) {
  const { json } = await call(`GET /api/products/${product}`, shop.sessions.A);
  const { totalCents } = totalsOf([{ priceCents: json.price! * 100, includeProject: false, hasProject: false }]);
  return {
    ...{ user_id: id, products: [product], total_price: totalCents / 100, projectSelections: [] },
    customer_info: { firstName: 'Alex', lastName: 'Moor', email, country: 'Norway' },
  };
}

test('a hold that was made a moment ago keeps its buyer from deleting the account, although identity cannot hear of it', () =>
  whileDeaf('identity', async () => {
    const { B2 } = shop.sessions;
    const order = await arranging(B2, Number(shop.values.product));
    expect((await call('POST /api/orders', B2, order)).status).toBe(201);
    const deletion = await call('POST /api/users/own-data/deletion', B2, { password: 'Deep-House-1!' });
    expect(deletion).toMatchObject({ status: 409, code: 'open-matters', json: { details: { open: [{ kind: 'hold' }] } } });
  }));

test('a suspended buyer neither pays nor orders nor gets links from the moment on, although orders cannot hear of it', () =>
  whileDeaf('orders', async () => {
    const { A, B } = shop.sessions;
    const { order, 'paypal order': orderID } = shop.values;
    const pay = { orderID, userId: B.id };
    await fetch(`${shop.paypalUrl}/sim/approve?token=${orderID}`, { method: 'POST' });
    expect((await call(`GET /api/orders/${order}`, B)).status).toBe(200);
    expect((await call(`POST /api/users/${B.id}/suspension`, A, { reason: 'A chargeback' })).status).toBe(200);
    for (const name of [`GET /api/orders/${order}`, `GET /api/orders/user/${B.id}`, `POST /api/orders/${order}/resend`])
      expect([name, (await call(name, B, name.startsWith('POST') ? {} : undefined)).status]).toEqual([name, 401]);
    expect((await call('POST /api/orders/paypal/capture', B, pay)).status).toBe(401);
    expect((await call('POST /api/orders', B, await arranging(B, Number(shop.values.product)))).status).toBe(401);
    expect(await stateOf(String(orderID))).toBe('created');
  }));
