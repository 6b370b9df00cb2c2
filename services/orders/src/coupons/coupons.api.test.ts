import { AdminActed, OrderCaptured } from '@shop/contracts/events';
import type { Caller } from '@shop/http';
import { as, asAdmin, asUser, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { CodesAsTyped1797815000000 } from '../migrations/1797815000000-codes-as-typed';
import { CodesInOneForm1797760000000 } from '../migrations/1797760000000-codes-in-one-form';
import { bought, create, createBody, openTestShop, place, putTrackOnSale, type TestShop } from '../testing/orders-app';

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.close());

const admin = { get: () => request(shop.app).get('/api/coupons').set(asAdmin()) };
const add = (body: object) => request(shop.app).post('/api/coupons').set(asAdmin()).send(body);
const noLimits = { max_uses: null, once_per_buyer: false, first_order_only: false, min_total: null };
const forever = { code: 'ghost25', discount_percent: 25, is_forever: true };
const addedId = async (body: object = forever) => ((await add(body).expect(201)).body as { data: { id: number } }).data.id;
/** The checkout does this before an order carries the coupon. */
const shown = (buyer: number, code = 'GHOST25') =>
  request(shop.app).get('/api/coupons/validate').query({ code }).set(asUser(buyer)).expect(200);
const check = (code: string, address = '192.0.2.1', path = '/api/coupons/validate') =>
  request(shop.app).get(path).query({ code }).set(as({ address }));

/** Opens a shop in another time zone; at any moment the date in UTC+14 is later than the one in UTC-12. */
async function onDate(timeZone: string) {
  await shop.close();
  shop = await openTestShop({ timeZone });
}
const today = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
const stored = (date: string) =>
  shop.db.source.query(`INSERT INTO coupons (code, discount_percent, is_forever, expiry_date) VALUES ('TODAY', 10, false, $1)`, [
    date,
  ]);

test('a coupon is created, found whatever its case, switched off and on', async () => {
  const id = await addedId();
  const facts = { id, code: 'GHOST25', discount_percent: 25 };
  expect((await check(' Ghost25 ')).body).toEqual(facts);
  // Its limits are told to a buyer who may use it alone.
  expect((await shown(7)).body).toEqual({ ...facts, ...noLimits });
  const off = await request(shop.app).patch(`/api/coupons/${id}/status`).set(asAdmin()).send({ is_active: false });
  expect(off).toMatchObject({ status: 200, body: { is_active: false } });
  expect(await check('GHOST25')).toMatchObject({ status: 404, body: { error: 'Invalid coupon' } });
  await request(shop.app).patch(`/api/coupons/${id}/status`).set(asAdmin()).send({ is_active: true }).expect(200);
  expect((await check('GHOST25')).status).toBe(200);
  expect((await admin.get()).body).toMatchObject({ data: [{ id, code: 'GHOST25', is_active: true, used_count: 0 }] });
});

test('a code that an older release kept with accents of their own is found, unless another coupon has it', async () => {
  const accented = 'CAFE\u0301';
  await shop.db.source.query(
    `INSERT INTO coupons (code, discount_percent, is_forever) VALUES ($1, 10, true), ('E\u0301', 10, true), ('\u00c9', 20, true)`,
    [accented],
  );
  expect((await check(accented)).status).toBe(404);
  await shop.db.migrateAgain(new CodesInOneForm1797760000000());
  expect((await check(accented)).body).toMatchObject({ code: 'CAF\u00c9', discount_percent: 10 });
  expect((await add({ ...forever, code: accented })).status).toBe(409);
  expect((await check('E\u0301')).body).toMatchObject({ code: '\u00c9', discount_percent: 20 });
});

test('a code is found in small letters and with pasted marks, also one with an İ that an older release has stored', async () => {
  await addedId({ ...forever, code: '\u0130zmir' });
  await shop.db.source.query(
    `INSERT INTO coupons (code, discount_percent, is_forever) VALUES ('\u0130STANBUL', 10, true), ('\u0130', 10, true), ('I', 20, true)`,
  );
  const runner = shop.db.source.createQueryRunner();
  await new CodesAsTyped1797815000000().up(runner);
  await runner.release();
  for (const typed of ['izmir', 'i\u0307zmir', '\u200b\u0130ZM\u0130R', 'istanbul', 'i\u0307stanbul', '\u0130stanbul'])
    expect([typed, (await check(typed)).status]).toEqual([typed, 200]);
  expect((await check('i')).body).toMatchObject({ code: 'I', discount_percent: 20 });
});

test('it holds through the end of its last day in the time zone of the shop, and no longer', async () => {
  await onDate('Etc/GMT+12');
  await stored(today('Etc/GMT+12'));
  expect((await check('today')).status).toBe(200);
  await onDate('Pacific/Kiritimati');
  await stored(today('Etc/GMT+12'));
  expect((await check('today')).status).toBe(404);
});

test('an expiry date in the past is refused, today is not', async () => {
  await onDate('Pacific/Kiritimati');
  const coupon = (expiry_date: string) => ({ code: 'X', discount_percent: 10, is_forever: false, expiry_date });
  expect(await add(coupon(today('Etc/GMT+12')))).toMatchObject({ status: 400, body: { field: 'expiry_date' } });
  expect((await add(coupon(today('Pacific/Kiritimati')))).status).toBe(201);
});

test.each([
  ['no percent', { code: 'A', is_forever: true }],
  ['0 percent', { ...forever, discount_percent: 0 }],
  ['101 percent', { ...forever, discount_percent: 101 }],
  ['half a percent', { ...forever, discount_percent: 1.5 }],
  ['no date', { code: 'A', discount_percent: 5 }],
  ['no such date', { code: 'A', discount_percent: 5, expiry_date: '2027-02-30' }],
  ['a year that no database has', { code: 'A', discount_percent: 5, expiry_date: '0000-01-01' }],
  ['no code', { ...forever, code: ' ' }],
  ['an unknown key', { ...forever, uses: 1 }],
  ['no uses at all', { ...forever, max_uses: 0 }],
  ['a limit below nothing', { ...forever, min_total: -1 }],
])('a coupon with %s is refused', async (_, body) => {
  expect((await add(body)).status).toBe(400);
});

test('a code exists once; deleting it frees the code', async () => {
  const id = await addedId();
  expect(await add({ ...forever, code: 'GHOST25' })).toMatchObject({ status: 409, body: { field: 'code' } });
  await request(shop.app).delete(`/api/coupons/${id}`).set(asAdmin()).expect(200);
  await request(shop.app).delete(`/api/coupons/${id}`).set(asAdmin()).expect(404);
  await addedId();
  await addedId({ ...forever, code: 'SUMMER_1' });
  const list = (query: object) => admin.get().query(query);
  expect((await list({ q: 'summer_' })).body).toMatchObject({ data: [{ code: 'SUMMER_1' }], pagination: { total: 1 } });
  expect((await list({ page: 2, limit: 1 })).body).toMatchObject({ data: [{ code: 'GHOST25' }], pagination: { totalPages: 2 } });
});

test('the acts of an admin on a coupon go to the audit log', async () => {
  const id = await addedId();
  for (const is_active of [false, false])
    await request(shop.app).patch(`/api/coupons/${id}/status`).set(asAdmin(3)).send({ is_active }).expect(200);
  await request(shop.app).delete(`/api/coupons/${id}`).set(asAdmin(3)).expect(200);
  const facts = { code: 'GHOST25', discount_percent: 25, is_forever: true, expiry_date: null, ...noLimits };
  expect(await emitted(shop.db.source, AdminActed)).toMatchObject([
    {
      action: 'coupon.created',
      subject: { type: 'coupon', id, name: 'GHOST25' },
      before: null,
      after: { ...facts, is_active: true },
    },
    { adminId: 3, action: 'coupon.changed', before: { is_active: true }, after: { is_active: false } },
    { adminId: 3, action: 'coupon.deleted', before: { ...facts, is_active: false }, after: null },
  ]);
});

test('the list is sorted by what an admin asks for', async () => {
  for (const [code, discount_percent] of [
    ['B', 10],
    ['A', 30],
    ['C', 10],
  ] as const)
    await addedId({ ...forever, code, discount_percent });
  const codes = async (sort: string) =>
    ((await admin.get().query({ sort }).expect(200)).body as { data: { code: string }[] }).data.map(({ code }) => code);
  expect(await codes('code')).toEqual(['A', 'B', 'C']);
  expect(await codes('discount_percent')).toEqual(['C', 'B', 'A']);
  await admin.get().query({ sort: 'constructor' }).expect(400);
});

test('its discount is split over the tracks to the cent, and the order keeps it when the coupon is deleted', async () => {
  for (const productId of [1, 2, 3]) await putTrackOnSale(shop, { productId, priceCents: 33333 });
  const couponId = await addedId({ ...forever, discount_percent: 33 });
  await shown(7);
  const cart = { prices: { 1: 33333, 2: 33333, 3: 33333 }, percent: 33, couponId };
  const { orderId } = await bought(shop, 7, cart);
  const [sale] = await emitted(shop.db.source, OrderCaptured);
  expect(sale).toMatchObject({ subtotalCents: 99999, discountCents: 33000, feeCents: 5000, couponCode: 'GHOST25' });
  expect(sale!.items.map((item) => item.discountCents)).toEqual([11000, 11000, 11000]);
  expect((await admin.get()).body).toMatchObject({ data: [{ used_count: 1 }] });

  await request(shop.app).delete(`/api/coupons/${couponId}`).set(asAdmin()).expect(200);
  const { body } = await request(shop.app).get(`/api/orders/${orderId}`).set(asUser(7));
  expect(body).toMatchObject({
    data: { coupon_id: couponId, coupon_code: 'GHOST25', coupon_discount: 33, discount_amount: 330 },
  });
});

test('with 100 percent the fee is still paid', async () => {
  await putTrackOnSale(shop);
  const couponId = await addedId({ ...forever, discount_percent: 100 });
  await shown(7);
  const { body } = await create(shop, 7, { prices: { 1: 29900 }, percent: 100, couponId });
  expect(body).toMatchObject({ totals: { subtotal: 299, discount: 299, fee: 14.95, total: 14.95 } });
});

test('a coupon switched off between applying and paying answers the totals without it', async () => {
  await putTrackOnSale(shop);
  const couponId = await addedId();
  await shown(7);
  await request(shop.app).patch(`/api/coupons/${couponId}/status`).set(asAdmin()).send({ is_active: false });
  const body = createBody(7, { prices: { 1: 29900 }, percent: 25, couponId });
  expect(await request(shop.app).post('/api/orders/paypal/create').set(asUser(7)).send(body)).toMatchObject({
    status: 409,
    body: { code: 'coupon', details: { totals: { discount: 0, total: 313.95 }, coupon: expect.any(String) as string } },
  });
});

test('a coupon that is deleted is worth nothing, also to whoever has shown its code before', async () => {
  await putTrackOnSale(shop);
  const couponId = await addedId();
  await shown(7);
  await request(shop.app).delete(`/api/coupons/${couponId}`).set(asAdmin()).expect(200);
  expect(await check('GHOST25')).toMatchObject({ status: 404, body: { error: 'Invalid coupon' } });
  expect(await create(shop, 7, { prices: { 1: 29900 }, percent: 25, couponId })).toMatchObject({
    status: 409,
    body: { code: 'coupon', details: { totals: { discount: 0, total: 313.95 } } },
  });
});

test('codes are guessed slowly: ten checks a minute for a client', async () => {
  for (let i = 0; i < 10; i += 1) expect((await check('NO', '198.51.100.7')).status).toBe(404);
  expect(await check('NO', '198.51.100.7')).toMatchObject({
    status: 429,
    headers: { 'retry-after': expect.any(String) as string },
  });
  expect((await check('NO', '198.51.100.8')).status).toBe(404);
});

test.each<[string, number, (caller: Partial<Caller>) => request.Test]>([
  ['checks', 404, (caller) => request(shop.app).get('/api/coupons/validate').query({ code: 'NO' }).set(as(caller))],
  [
    'orders',
    409,
    (caller) => {
      const body = createBody(7, { prices: { 1: 29900 }, percent: 99, couponId: 999 });
      return request(shop.app).post('/api/orders/paypal/create').set(as(caller)).send(body);
    },
  ],
])('a hundred %s of an address with a coupon are a day of it, whatever session they are of', async (_, status, use) => {
  await putTrackOnSale(shop);
  const from = (address: string, session: number) => use({ userId: 7, address, sessionId: `session ${session}` });
  for (let i = 0; i < 100; i += 1) expect((await from('198.51.100.7', Math.floor(i / 10))).status).toBe(status);
  const refused = await from('198.51.100.7', 10);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600);
  expect((await from('198.51.100.8', 11)).status).toBe(status);
});

describe('an id is no code', () => {
  const wrongTotal = (buyer: number, couponId: number) => create(shop, buyer, { prices: { 1: 29900 }, percent: 99, couponId });
  const without = { status: 409, body: { code: 'coupon', details: { totals: { discount: 0, total: 313.95 } } } };

  test('a coupon whose code the buyer has not shown answers like one that does not exist', async () => {
    await putTrackOnSale(shop);
    const couponId = await addedId();
    await shown(8);
    expect(await wrongTotal(7, couponId)).toMatchObject(without);
    const details = async (id: number) => ((await wrongTotal(7, id)).body as { details: unknown }).details;
    expect(await details(couponId)).toEqual(await details(999));
    expect(await place(shop, 7, { prices: { 1: 29900 }, percent: 25, couponId })).toMatchObject(without);
    expect((await place(shop, 8, { prices: { 1: 29900 }, percent: 25, couponId })).status).toBe(201);
  });

  test('a code shown longer than a day ago must be shown again', async () => {
    await putTrackOnSale(shop);
    const cart = { prices: { 1: 29900 }, percent: 25, couponId: await addedId() };
    await shown(7);
    await shop.db.source.query(`UPDATE coupon_checks SET checked_at = now() - interval '25 hours'`);
    expect(await create(shop, 7, cart)).toMatchObject(without);
    await shown(7);
    expect((await create(shop, 7, cart)).status).toBe(201);
  });

  test('orders with a coupon are tried slowly; those without are not counted', async () => {
    await putTrackOnSale(shop);
    for (let i = 0; i < 10; i += 1) expect((await wrongTotal(7, 900 + i)).status).toBe(409);
    expect((await wrongTotal(7, 910)).status).toBe(429);
    expect((await place(shop, 7, { prices: { 1: 29900 }, percent: 25, couponId: 911 })).status).toBe(429);
    expect((await create(shop, 7)).status).toBe(201);
  });
});
