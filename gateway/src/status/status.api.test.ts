import { version } from '@shop/runtime';
import { openGateway, type Answerer, type UnderTest } from '../testing/gateway-under-test';

const STATUS = {
  ...{ version: '0.1.0', broker: true },
  outbox: { pending: 3, oldestSeconds: 1.5 },
  inbox: { waiting: 0, oldestSeconds: 0 },
  parked: [
    { reaction: 'sellWhenCaptured', type: 'orders.order-captured', count: 2, since: '2026-03-02T10:00:00.000Z', reason: 'no' },
  ],
};
const telling =
  (body: unknown, status = 200): Answerer =>
  (_req, res) =>
    void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

let shop: UnderTest;
beforeEach(async () => {
  shop = await openGateway();
  for (const fake of Object.values(shop.fakes)) fake.answer = telling(STATUS);
  const { sessions } = shop.fakes.identity;
  sessions.set('bearer:owner', { userId: 1, admin: true, role: 'owner', sessionId: 'a', steppedUp: true });
  sessions.set('bearer:early', { userId: 1, admin: true, role: 'owner', sessionId: 'b', steppedUp: false });
  sessions.set('bearer:viewer', { userId: 2, admin: true, role: 'viewer', sessionId: 'c', steppedUp: true });
  sessions.set('bearer:buyer', { userId: 3, admin: false, sessionId: 'd' });
});
afterEach(() => shop.stop());

const headers = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
const read = (token = 'owner') => shop.call('/api/admin/status', { headers: headers(token) });
const putBack = (body: object, token = 'owner') =>
  shop.call('/api/admin/status/put-back', { method: 'POST', headers: headers(token), body: JSON.stringify(body) });
const form = { service: 'sellers', reaction: 'sellWhenCaptured' };

test('asks every service how it is, and goes on without one that is away or not to be understood', async () => {
  shop.fakes.orders.answer = telling({}, 503);
  shop.fakes.sellers.answer = telling({ version: 1 });
  const { status, headers: responseHeaders, json } = await read();
  expect([status, responseHeaders['cache-control']]).toEqual([200, 'no-store']);
  expect(json).toEqual({
    success: true,
    data: ['identity', 'catalog', 'orders', 'sellers', 'notifications'].map((service) => ({
      service,
      status: ['orders', 'sellers'].includes(service) ? null : STATUS,
    })),
    gateway: { version },
  });
});

test('puts back what one reaction of one service has parked, in the name of the owner', async () => {
  shop.fakes.sellers.answer = telling({ putBack: 2 });
  expect(await putBack(form)).toMatchObject({ status: 200, json: { success: true, putBack: 2 } });
  expect(shop.fakes.sellers.seen).toMatchObject([
    { method: 'POST', url: '/internal/parked/put-back', caller: { internal: true, userId: null } },
  ]);
  shop.fakes.sellers.answer = telling({}, 500);
  expect(await putBack(form)).toMatchObject({ status: 503 });
});

test('names the field of a wrong form', async () => {
  expect(await putBack({ ...form, service: 'bakery' })).toMatchObject({ status: 400, json: { field: 'service' } });
  expect(await putBack({ service: 'orders' })).toMatchObject({ status: 400, json: { field: 'reaction' } });
  expect(await putBack({ ...form, reaction: '\u0000' })).toMatchObject({ status: 400, json: { field: 'reaction' } });
  expect(await shop.call('/api/admin/status/put-back', { method: 'POST', headers: headers('owner'), body: '{' })).toMatchObject({
    status: 400,
  });
});

test('says what is wrong with a form that is too large or in another encoding', async () => {
  const send = (body: string, more = {}) =>
    shop.call('/api/admin/status/put-back', { method: 'POST', headers: { ...headers('owner'), ...more }, body });
  expect(await send('['.repeat(5000))).toMatchObject({ status: 413, json: { code: 'too-large' } });
  expect(await send('{}', { 'content-encoding': 'compress' })).toMatchObject({ status: 415, json: { code: 'unsupported' } });
  expect(await send('{}', { 'content-type': 'text/plain' })).toMatchObject({ status: 415, json: { code: 'unsupported' } });
});

test('is for owners, and putting back for those who have confirmed their second factor', async () => {
  expect((await shop.call('/api/admin/status')).status).toBe(401);
  for (const token of ['buyer', 'viewer'])
    for (const answer of [await read(token), await putBack(form, token)])
      expect(answer).toMatchObject({ status: 403, json: { code: 'forbidden', message: 'Your role does not allow this.' } });
  expect([(await read('early')).status, (await putBack(form, 'early')).status]).toEqual([200, 403]);
  expect(shop.fakes.sellers.seen.filter(({ method }) => method === 'POST')).toEqual([]);
});
