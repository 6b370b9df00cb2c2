import { PersonalDataGathered, PersonalDataRequested, UserDeleted, UserVerified } from '@shop/contracts/events';
import { asUser, deliver, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptions } from '../subscriptions';
import { aCoProducing } from '../testing/a-service-request';
import { bought, place, putTrackOnSale, useShop } from '../testing/orders-app';
import { OWN_ROWS } from './own-rows';

const shop = useShop();

const handle = (event: { type: string; data: unknown }) => deliver(shop.db.source, subscriptions, event, 2);
async function gatheredOf(userId: number) {
  await handle(PersonalDataRequested({ userId, exportId: 5, addresses: [] }));
  const emissions = (await emitted(shop.db.source, PersonalDataGathered)).filter((fact) => fact.userId === userId);
  expect(emissions).toMatchObject([{ exportId: 5, service: 'orders', page: 0, pages: 1 }]);
  return emissions[0]!.part;
}

test('what somebody bought, held and asked for is told once, nothing of another buyer, and what is theirs alone goes with them', async () => {
  const person = { name: 'Marta', lastName: 'K', email: 'own@example.com', country: 'Poland' };
  await handle(UserVerified({ userId: 7, version: 1, ...person, seller: null }));
  await handle(UserVerified({ userId: 8, version: 1, ...person, name: 'Noa', email: 'noa@example.com', seller: null }));
  for (const productId of [1, 2, 3]) await putTrackOnSale(shop, { productId, name: `Track ${productId}` });
  await shop.db.source.query(
    `INSERT INTO coupons (code, discount_percent, is_forever) VALUES ('AUTUMN', 10, true), ('WINTER', 10, true);
     INSERT INTO coupon_checks (buyer_id, coupon_id) VALUES (7, 1), (8, 2)`,
  );
  await bought(shop, 7, { prices: { 1: 29900 }, projects: [1] });
  await place(shop, 7, { prices: { 2: 29900 } }).expect(201);
  await place(shop, 8, { prices: { 3: 29900 } }).expect(201);
  await request(shop.app).put('/api/orders/holds/3/reminder').set(asUser(7)).expect(200);
  await request(shop.app).post('/api/co-producing/order').set(asUser(7)).send(aCoProducing()).expect(200);

  const part = await gatheredOf(7);
  expect(JSON.parse(part)).toMatchObject({
    known_as: { name: 'Marta', last_name: 'K', email: 'own@example.com' },
    orders: [
      {
        payment_state: 'paid',
        customer: { email: 'marta@example.com' },
        tracks: [{ product_id: 1, name: 'Track 1', project: 'Ableton Live', price_cents: 29900, downloads: 0 }],
        payments: [{ method: 'paypal', amount_cents: expect.any(Number) as number }],
        refunds: [],
      },
      { payment_state: 'created', way: 'arranged', tracks: [{ product_id: 2, project: null }], payments: [] },
    ],
    held_tracks: [{ product_id: 1 }, { product_id: 2 }],
    awaited_tracks: [{ product_id: 3 }],
    coupons_shown: [{ code: 'AUTUMN' }],
    service_requests: [{ service: 'co-producing', state: 'new', request: { email: 'marta@example.com' } }],
  });
  for (const foreign of ['Noa', 'noa@', 'Track 3', 'WINTER', 'dropbox', 'token', 'hash', '"ref"'])
    expect(part).not.toContain(foreign);
  const clients = await shop.db.source.query<{ client: string }[]>('SELECT client FROM holds');
  for (const { client } of clients) expect(part).not.toContain(client);

  await handle(UserDeleted({ userId: 7, version: 2 }));
  for (const { table } of Object.values(OWN_ROWS))
    expect({ table, left: await shop.db.source.query(`SELECT 1 FROM ${table} WHERE buyer_id = 7`) }).toEqual({ table, left: [] });
});

test('a user without orders or requests gets an empty part', async () => {
  expect(JSON.parse(await gatheredOf(9))).toEqual({
    known_as: null,
    orders: [],
    held_tracks: [],
    claims: [],
    claim_messages: [],
    ...Object.fromEntries(Object.keys(OWN_ROWS).map((name) => [name, []])),
  });
});
