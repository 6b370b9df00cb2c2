import { whoText } from '@shop/http';
import { as, asAdmin, asUser } from '@shop/runtime/testing';
import request from 'supertest';
import { endpointsOf } from './endpoints';
import { aCoProducing, aMixing, aTrackOrder } from './testing/a-service-request';
import { approved, bought, createBody, openTestShop, placeBody, publish, type TestShop } from './testing/orders-app';

/** Who may call what: a row for each endpoint; an endpoint without a row fails. B owns the order, B2 is another buyer. */
type Answers = { V: number; B: number; B2: number; A: number };
type Row = [call: string, answers: Answers, body?: object];

const B = 7;
const B2 = 8;
const ADMIN = 1;
const adminOnly = (status = 200): Answers => ({ V: 401, B: 403, B2: 403, A: status });
const owner = (status = 200): Answers => ({ V: 401, B: status, B2: 403, A: status });
const users = (status = 200): Answers => ({ V: 401, B: status, B2: status, A: status });
const everyone = (status: number): Answers => ({ V: status, B: status, B2: status, A: status });

let shop: TestShop;
let order: number;
let paypalOrder: string;
let link: string;
let coupon: number;

beforeAll(async () => {
  shop = await openTestShop({ rateScale: 100 });
  for (const productId of [1, 2, 3, 4, 5, 6, 7, 8]) await publish(shop, { productId });
  order = (await bought(shop, B)).orderId;
  paypalOrder = (await approved(shop, B, { prices: { 2: 29900 } })).id;
  const { body } = await request(shop.app).get(`/api/orders/${order}`).set(asUser(B));
  link = (body as { data: { downloadLinks: { url: string }[] } }).data.downloadLinks[0]!.url;
  const made = await request(shop.app)
    .post('/api/coupons')
    .set(asAdmin())
    .send({ code: 'C', discount_percent: 5, is_forever: true });
  coupon = (made.body as { data: { id: number } }).data.id;
});
afterAll(() => shop.db.drop());

const rows = (): Row[] => [
  ['post /api/orders', { V: 401, B: 201, B2: 403, A: 403 }, placeBody(B, { prices: { 3: 29900 } })],
  ['post /api/orders', { V: 401, B: 403, B2: 403, A: 201 }, placeBody(ADMIN, { prices: { 4: 29900 } })],
  ['post /api/orders/paypal/create', { V: 401, B: 201, B2: 403, A: 403 }, createBody(B, { prices: { 5: 29900 } })],
  ['post /api/orders/paypal/create', { V: 401, B: 403, B2: 403, A: 201 }, createBody(ADMIN, { prices: { 6: 29900 } })],
  ['post /api/orders/paypal/capture', { V: 401, B: 200, B2: 403, A: 403 }, { orderID: paypalOrder, userId: B }],
  ['post /api/orders/paypal/capture', { V: 401, B: 403, B2: 403, A: 403 }, { orderID: paypalOrder, userId: B2 }],
  ['post /api/orders/paypal/capture', { V: 401, B: 403, B2: 403, A: 403 }, { orderID: 'UNKNOWN', userId: B }],
  ['post /api/orders/paypal/webhook', everyone(400), {}],
  ['get /api/orders/holds?ids=1,2', users()],
  ['put /api/orders/holds/999999/reminder', { V: 401, B: 409, B2: 409, A: 409 }],
  ['delete /api/orders/holds/999999/reminder', users()],
  [`get /api/orders/user/${B}`, owner()],
  [`get /api/orders/mdghost-panel-secur/user/${B}`, adminOnly()],
  ['get /api/orders', adminOnly()],
  [`get /api/orders/${order}`, owner()],
  ['get /api/orders/999999', { V: 401, B: 403, B2: 403, A: 404 }],
  [`put /api/orders/${order}/status`, adminOnly(), { status: 'completed' }],
  [`post /api/orders/${order}/payments`, adminOnly(409), { method: 'bank', reference: 'x' }],
  ['post /api/orders/999999/payments', adminOnly(404), { method: 'bank', reference: 'x' }],
  [`post /api/orders/${order}/resend`, owner(), {}],
  ['post /api/orders/999999/resend', { V: 401, B: 403, B2: 403, A: 404 }, {}],
  [`get /api/orders/${order}/contracts/1.pdf`, owner()],
  ['get /api/orders/999999/contracts/1.pdf', { V: 401, B: 403, B2: 403, A: 404 }],
  [`get ${link}`, everyone(302)],
  [`get /api/orders/${order}/downloads/1?token=wrong`, everyone(404)],
  ['get /api/coupons/validate?code=C', everyone(200)],
  ['get /api/coupons', adminOnly()],
  ['post /api/coupons', adminOnly(400), { code: 'D' }],
  [`patch /api/coupons/${coupon}/status`, adminOnly(), { is_active: true }],
  [`delete /api/coupons/${coupon}`, adminOnly()],
  ['post /api/orders/999999/refunds', adminOnly(404), { reference: 'x' }],
  ['post /api/orders/999999/free-tracks', adminOnly(404)],
  ['post /api/orders/999999/release-hold', adminOnly(404)],
  ['post /api/orders/holds/999999/release', adminOnly(409)],
  ['get /api/orders/differences', adminOnly()],
  ['post /api/orders/differences/999999/look', adminOnly(404), { note: 'x' }],
  ['post /api/orders/reconciliation', adminOnly()],
  ['post /api/track-order/order-track', users(), aTrackOrder()],
  ['post /api/co-producing/order', users(), aCoProducing()],
  ['post /api/mixing-mastering/order', users(), aMixing()],
  ['get /api/service-requests', adminOnly()],
  ['get /api/service-requests/999999', adminOnly(404)],
  ['put /api/service-requests/999999/state', adminOnly(404), { state: 'answered' }],
  ['get /internal/order-stats', everyone(404)],
];

test('every call answers each role as the table says', async () => {
  shop.paypal.state.verdict = 'forged';
  const roles = { V: as(), B2: asUser(B2), B: asUser(B), A: asAdmin(ADMIN) };
  for (const [call, answers, body] of rows()) {
    const [method, path] = call.split(' ') as ['get' | 'post' | 'put' | 'patch' | 'delete', string];
    const got: Partial<Answers> = {};
    for (const [role, header] of Object.entries(roles)) {
      const answer = await request(shop.app)[method](path).set(header).send(body);
      got[role as keyof Answers] = answer.status;
    }
    expect({ call, ...got }).toEqual({ call, ...answers });
  }
});

test('no endpoint is missing from the table', () => {
  const called = rows().map(([call]) => call);
  for (const one of endpointsOf(shop.context)) {
    const pattern = new RegExp(`^${one.method} ${one.path.replace(/:\w+/g, '[^/]+')}(\\?.*)?$`);
    expect({
      call: `${one.method} ${one.path}`,
      who: whoText(one.who),
      tested: called.some((call) => pattern.test(call)),
    }).toMatchObject({
      tested: true,
    });
  }
});

test('input of any shape is refused with a reason, and never a fault of ours', async () => {
  const junk = [
    null,
    [],
    'text',
    7,
    { user_id: {} },
    { userId: '7; DROP TABLE orders' },
    { products: [{ id: { $gt: 0 } }] },
    { status: ['completed'] },
  ];
  const ids = ['0', '-1', '1e3', '99999999999', '1.5', 'x', '%00', "1'", '%E0%A4%A'];
  for (const one of endpointsOf(shop.context)) {
    for (const body of one.method === 'get' || one.method === 'delete' ? [] : junk) {
      const path = one.path.replace(/:\w+/g, '1');
      const answer = await request(shop.app)
        [one.method](path)
        .set(asAdmin(B))
        .set('content-type', 'application/json')
        .send(JSON.stringify(body));
      expect({ path, body, fault: answer.status >= 500 }).toEqual({ path, body, fault: false });
    }
    for (const id of one.path.includes(':') ? ids : []) {
      const path = one.path.replace(/:\w+/g, id);
      const answer = await request(shop.app)[one.method](path).set(asAdmin(B)).send();
      expect(answer.status).toBeLessThan(500);
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
  }
}, 180_000);
