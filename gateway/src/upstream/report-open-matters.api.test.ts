import { openGateway, type UnderTest } from '../testing/gateway-under-test';

const OWNER = { userId: 1, admin: true, role: 'owner', steppedUp: true, sessionId: 's-1' };
let shop: UnderTest;
beforeEach(async () => {
  shop = await openGateway();
  const { sessions } = shop.fakes.identity;
  sessions.set('cookie:good', { userId: 7, admin: false, steppedUp: true, sessionId: 's-7' }).set('cookie:owner', OWNER);
});
afterEach(() => shop.stop());

const PURCHASES = [{ userId: 7, version: 4, holds: 1, payments: 0, disputes: 0 }];
const EARNINGS = [{ sellerId: 3, userId: 7, version: 2, owedCents: 100, sales: 0 }];
const call = (method: string, path: string, sid = 'good') =>
  shop.call(path, { method, headers: { cookie: `sid=${sid}` }, ...(method === 'POST' ? { body: '{}' } : {}) });
const deleteMine = () => call('POST', '/api/users/own-data/deletion');

test('before an account is deleted, orders and sellers say what is open with it, and identity is told first', async () => {
  const { identity, orders, sellers } = shop.fakes;
  orders.matters = PURCHASES;
  sellers.matters = EARNINGS;
  expect((await deleteMine()).status).toBe(200);
  expect([orders.told, sellers.told]).toEqual([[{ userId: 7 }], [{ userId: 7 }]]);
  expect(identity.told).toEqual([{ purchases: PURCHASES, earnings: EARNINGS }]);
  expect(identity.seen).toHaveLength(1);
});

test('so it is for an account that an owner of the shop deletes', async () => {
  expect((await call('DELETE', '/api/users/9', 'owner')).status).toBe(200);
  expect(shop.fakes.orders.told).toEqual([{ userId: 9 }]);
  expect(shop.fakes.identity.told).toHaveLength(1);
});

test.each(['orders', 'sellers'] as const)('while %s is away, no account is deleted: nobody knows what is open', async (name) => {
  await shop.fakes[name].close();
  for (const answer of [await deleteMine(), await call('DELETE', '/api/users/9', 'owner')])
    expect([answer.status, answer.json.code]).toEqual([503, 'unavailable']);
  expect([shop.fakes.identity.told, shop.fakes.identity.seen]).toEqual([[], []]);
  await shop.fakes[name].up();
});

test('nobody is asked for a visitor, for an account that the caller may not delete, or for another call', async () => {
  await shop.call('/api/users/own-data/deletion', { method: 'POST', body: '{}' });
  await call('DELETE', '/api/users/9');
  await call('DELETE', '/api/users/own-data/deletion');
  await call('DELETE', '/api/users/x', 'owner');
  expect([shop.fakes.orders.told, shop.fakes.sellers.told, shop.fakes.identity.told]).toEqual([[], [], []]);
});
