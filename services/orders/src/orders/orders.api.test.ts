import { OrderCaptured, OrderPlaced, OrderResendRequested, UserChanged, UserDeleted, UserVerified } from '@shop/contracts/events';
import { asAdmin, asUser, deliver, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptions } from '../subscriptions';
import {
  approved,
  bought,
  capture,
  claims,
  complete,
  create,
  later,
  orderRow,
  place,
  placeBody,
  putTrackOnSale,
  useShop,
} from '../testing/orders-app';

const shop = useShop();
beforeEach(() => putTrackOnSale(shop));

const get = (path: string, header = asAdmin()) => request(shop.app).get(path).set(header);
const put = (path: string, body: object) => request(shop.app).put(path).set(asAdmin()).send(body);
const record = (id: number, body: object = { method: 'crypto', reference: 'BTC 4f2a' }) =>
  request(shop.app).post(`/api/orders/${id}/payments`).set(asAdmin()).send(body);
const placed = async (buyer = 7) => ((await place(shop, buyer).expect(201)).body as { orderId: number }).orderId;

describe('an order to be arranged with the operator', () => {
  test('holds its tracks for 24 hours, gives no links, and tells the operator', async () => {
    const { body } = await place(shop, 7).expect(201);
    expect(body).toEqual({
      success: true,
      orderId: expect.any(Number) as number,
      status: 'pending',
      totals: { subtotal: 299, discount: 0, fee: 14.95, total: 313.95 },
    });
    const [told] = await emitted(shop.db.source, OrderPlaced);
    const sums = { subtotalCents: 29900, discountCents: 0, feeCents: 1495, couponCode: null, totalCents: 31395 };
    expect(told).toMatchObject({ ...sums, items: [{ productId: 1 }], customer: { email: 'marta@example.com' } });
    expect(Date.parse(told!.heldUntil) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect(shop.paypal.calls.create).toHaveLength(0);
    await later(shop, 60);
    await complete(shop);
    expect((await create(shop, 8)).status).toBe(409);
  });

  test('is settled by a recorded payment exactly like a capture', async () => {
    const id = await placed();
    const { body } = await record(id).expect(201);
    expect(body).toMatchObject({
      data: { payment_state: 'paid', status: 'completed', payment: { method: 'crypto', reference: 'BTC 4f2a', amount: 313.95 } },
    });
    const [sale] = await emitted(shop.db.source, OrderCaptured);
    expect(sale).toMatchObject({ orderId: id, payment: { method: 'crypto', captureId: `recorded-${sale!.ref}` } });
    await record(id).expect(201);
    expect(await emitted(shop.db.source, OrderCaptured)).toHaveLength(1);
  });

  test('can be paid after it ran out while nobody else has the track, and not afterwards', async () => {
    const id = await placed();
    await later(shop, 25 * 60);
    await complete(shop);
    expect((await orderRow(shop, id)).payment_state).toBe('expired');
    const otherOrder = await placed(8);
    expect(await record(id)).toMatchObject({ status: 409, body: { code: 'held', details: { items: [{ id: 1 }] } } });
    await later(shop, 25 * 60);
    await complete(shop);
    await record(id).expect(201);
    expect(await record(otherOrder)).toMatchObject({ status: 409 });
  });

  test('cannot be recorded as paid while PayPal is at work on it', async () => {
    shop.paypal.next.capture.push({ kind: 'unknown', reason: 'reset' });
    const created = await approved(shop, 7);
    await capture(shop, 7, created.id);
    expect(await record(created.orderId)).toMatchObject({ status: 409, body: { code: 'payment-under-way' } });
  });
});

test('a review ends when an admin records the payment: it is delivered then', async () => {
  shop.paypal.next.capture.push((taken) => ({ ...taken, amountCents: 1 }));
  const created = await approved(shop, 7);
  await capture(shop, 7, created.id);
  await record(created.orderId, { method: 'other', reference: 'the rest by bank' }).expect(201);
  expect(await emitted(shop.db.source, OrderCaptured)).toMatchObject([{ payment: { captureId: `CAP-${created.id}` } }]);
});

describe('the status an admin sets', () => {
  test.each(['pending', 'processing', 'completed', 'cancelled'])('%s pays nothing and releases nothing', async (status) => {
    const id = await placed();
    await put(`/api/orders/${id}/status`, { status }).expect(200);
    const { body } = await get(`/api/orders/${id}`, asUser(7));
    expect(body).toMatchObject({ data: { status, downloadLinks: [], contracts: [], paid_at: null } });
    expect(await emitted(shop.db.source, OrderCaptured)).toHaveLength(0);
  });

  test('cancelled lets the tracks of an unpaid order go and stops its payment; another status opens it again', async () => {
    const created = await approved(shop, 7);
    await put(`/api/orders/${created.orderId}/status`, { status: 'cancelled' }).expect(200);
    expect((await claims(shop))[0]!.state).toBe('free');
    expect(await capture(shop, 7, created.id)).toMatchObject({ status: 409, body: { code: 'cancelled' } });
    expect(shop.paypal.calls.capture).toHaveLength(0);
    await put(`/api/orders/${created.orderId}/status`, { status: 'pending' }).expect(200);
    await capture(shop, 7, created.id).expect(200);
  });

  test('of a paid order changes neither payment nor links', async () => {
    const { orderId } = await bought(shop, 7);
    await put(`/api/orders/${orderId}/status`, { status: 'cancelled' }).expect(200);
    const { body } = await get(`/api/orders/${orderId}`, asUser(7));
    expect(body).toMatchObject({ data: { status: 'cancelled', payment_state: 'paid', downloadLinks: [{}] } });
  });
});

describe('lists', () => {
  test('a buyer sees their orders, newest first, without checkouts that came to nothing', async () => {
    await putTrackOnSale(shop, { productId: 2, name: 'Undertow' });
    await bought(shop, 7, { prices: { 2: 29900 } });
    await create(shop, 7);
    const open = await create(shop, 7);
    const { body } = await get('/api/orders/user/7', asUser(7));
    const list = (body as { data: { id: number; products: object[] }[] }).data;
    expect(list.map((order) => order.id)).toEqual([(open.body as { orderId: number }).orderId, expect.any(Number)]);
    expect(list[1]).toMatchObject({
      user_id: 7,
      total_price: 313.95,
      discount_amount: 0,
      coupon_id: null,
      status: 'completed',
      customer_info: { firstName: 'Marta', lastName: 'Kowalczyk', email: 'marta@example.com', country: 'Poland' },
      products: [{ name: 'Undertow', price: 299, category: 'Melodic Techno', includeProject: false, store_name: 'Ghostline' }],
      contracts: [{ name: 'Undertow' }],
    });
    const all = await get('/api/orders/mdghost-panel-secur/user/7');
    expect((all.body as { data: unknown[] }).data).toHaveLength(3);
  });

  test("a user's orders are that user's alone, for them and for an admin", async () => {
    await putTrackOnSale(shop, { productId: 2 });
    const own = await placed(7);
    const body = placeBody(8, { prices: { 2: 29900 } });
    const customer_info = { ...body.customer_info, firstName: 'Ira', lastName: 'Holt', email: 'ira@example.com' };
    await request(shop.app)
      .post('/api/orders')
      .set(asUser(8))
      .send({ ...body, customer_info })
      .expect(201);
    for (const [path, caller] of [
      ['/api/orders/user/7', asUser(7)],
      ['/api/orders/user/7', asAdmin()],
      ['/api/orders/mdghost-panel-secur/user/7', asAdmin()],
    ] as const) {
      const answer = await get(path, caller);
      expect((answer.body as { data: { id: number }[] }).data.map(({ id }) => id)).toEqual([own]);
      expect(answer.text).not.toContain('ira@example.com');
    }
  });

  test('a buyer sees why an arranged order ended: a newer one of theirs, an admin, or the clock', async () => {
    for (const productId of [2, 3]) await putTrackOnSale(shop, { productId });
    const replaced = await placed();
    const cancelled = ((await place(shop, 7, { prices: { 1: 29900, 2: 29900 } })).body as { orderId: number }).orderId;
    await put(`/api/orders/${cancelled}/status`, { status: 'cancelled' }).expect(200);
    const unpaid = ((await place(shop, 7, { prices: { 3: 29900 } })).body as { orderId: number }).orderId;
    await later(shop, 25 * 60);
    await complete(shop);
    const { body } = await get('/api/orders/user/7', asUser(7));
    const ended = { payment_state: 'expired', status: 'cancelled' };
    expect((body as { data: object[] }).data).toMatchObject([
      { id: unpaid, closed: null, ...ended },
      { id: cancelled, closed: 'cancelled', ...ended },
      { id: replaced, closed: 'replaced', ...ended },
    ]);
  });

  test('an admin pages, searches and sorts; without page they get everything', async () => {
    for (let productId = 2; productId <= 13; productId += 1)
      await putTrackOnSale(shop, { productId, name: `Track ${productId}` });
    for (let productId = 2; productId <= 13; productId += 1)
      await create(shop, 100 + productId, { prices: { [productId]: 29900 } }).expect(201);
    const page = (query: string) =>
      get(`/api/orders${query}`).then((answer) => answer.body as { data: { id: number }[]; pagination: object });
    expect((await page('?page=2&limit=10')).pagination).toEqual({ page: 2, limit: 10, total: 12, totalPages: 2 });
    expect((await page('?page=2&limit=10')).data).toHaveLength(2);
    expect((await page('')).data).toHaveLength(12);
    expect((await page('?q=track%2013')).data).toHaveLength(1);
    expect((await page('?q=track-13')).data).toHaveLength(1);
    expect((await page('?q=MARTA')).data).toHaveLength(12);
    expect((await page('?q=%25')).data).toHaveLength(0);
    const ids = (await page('?page=1&sort=id')).data.map((order) => order.id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect((await get('/api/orders?sort=customer')).status).toBe(400);
    expect((await get('/api/orders?limit=101')).status).toBe(400);
  });

  test("an admin's page shows payment, history and account, and never a delivery link", async () => {
    const person = { name: 'Marta', lastName: 'K', email: 'm@example.com', country: 'Poland' };
    await deliver(shop.db.source, subscriptions, UserVerified({ userId: 7, version: 1, ...person, seller: null }), 2);
    const { orderId, id } = await bought(shop, 7);
    const { body, text } = await get(`/api/orders/${orderId}`);
    expect(body).toMatchObject({
      data: {
        payment: { method: 'paypal', reference: `CAP-${id}`, amount: 313.95 },
        paypal_order_id: id,
        user: { id: 7, name: 'Marta', last_name: 'K', email: 'm@example.com' },
        history: [{ event: 'created' }, { event: 'capture sent' }, { event: 'paid' }],
      },
    });
    expect(text).not.toContain('dropbox');
  });
});

test('the mail is sent again with the same links, or with new ones that end the old', async () => {
  const created = await bought(shop, 7);
  const resend = (body: object, header = asUser(7)) =>
    request(shop.app).post(`/api/orders/${created.orderId}/resend`).set(header).send(body);
  await resend({}).expect(200);
  await resend({ newLinks: true }, asAdmin()).expect(200);
  const [sold] = await emitted(shop.db.source, OrderCaptured);
  const asked = await emitted(shop.db.source, OrderResendRequested);
  expect(asked[0]!.order.items[0]).toEqual({ ...sold!.items[0], claimVersion: 3 });
  expect(asked[1]!.order.items[0]!.downloadUrl).not.toBe(sold!.items[0]!.downloadUrl);
  expect((await request(shop.app).get(sold!.items[0]!.downloadUrl).set(asUser(7))).status).toBe(404);
  expect((await request(shop.app).get(asked[1]!.order.items[0]!.downloadUrl).set(asUser(7))).status).toBe(302);
});

test("events of an order have the account's address, even if another one was typed at checkout", async () => {
  const person = { name: 'Marta', lastName: 'K', email: 'own@example.com', country: 'Poland' };
  await deliver(shop.db.source, subscriptions, UserVerified({ userId: 7, version: 1, ...person, seller: null }), 2);
  const id = await placed();
  await record(id).expect(201);
  await request(shop.app).post(`/api/orders/${id}/resend`).set(asUser(7)).send({}).expect(200);
  const whose = { buyerId: 7, accountEmail: 'own@example.com', customer: { email: 'marta@example.com' } };
  expect(await emitted(shop.db.source, OrderPlaced)).toMatchObject([whose]);
  expect(await emitted(shop.db.source, OrderCaptured)).toMatchObject([whose]);
  expect(await emitted(shop.db.source, OrderResendRequested)).toMatchObject([{ order: whose }]);
});

describe("an address that was the account's own, and that it has given up since,", () => {
  const person = { userId: 7, name: 'Marta', lastName: 'K', country: 'Poland' };
  const handle = (event: { type: string; data: unknown; occurredAt?: string }) =>
    deliver(shop.db.source, subscriptions, event, 2);
  const opened = () => handle(UserVerified({ ...person, version: 1, email: 'Marta@example.com', seller: null }));
  const changed = (version: number, previousEmail: string, email: string) =>
    UserChanged({ ...person, version, email, previousEmail, isAdmin: false, passwordChanged: false });
  const resend = async (id: number) => {
    await request(shop.app).post(`/api/orders/${id}/resend`).set(asUser(7)).send({}).expect(200);
    return (await emitted(shop.db.source, OrderResendRequested)).at(-1)!.order;
  };
  const givenUp = { addressGivenUp: true, customer: { email: 'marta@example.com' } };
  const view = async (id: number) => ((await get(`/api/orders/${id}`, asUser(7))).body as { data: object }).data;

  test('is told as such, and order and contract keep it', async () => {
    await opened();
    const { orderId } = await bought(shop, 7);
    const contract = async () =>
      (await get(`/api/orders/${orderId}/contracts/1.pdf`, asUser(7)).responseType('blob').expect(200)).body as Buffer;
    const before = await contract();
    expect(await view(orderId)).toMatchObject({ address_given_up: false });
    await handle(changed(2, 'Marta@example.com', 'new@example.com'));
    expect(await resend(orderId)).toMatchObject({ ...givenUp, accountEmail: 'new@example.com' });
    expect(await view(orderId)).toMatchObject({ address_given_up: true, customer_info: { email: 'marta@example.com' } });
    expect((await contract()).equals(before)).toBe(true);
  });

  test('is told when the order is paid afterwards, and no order of another buyer is meant', async () => {
    await opened();
    const id = await placed();
    await putTrackOnSale(shop, { productId: 2 });
    const neighbour = (await place(shop, 8, { prices: { 2: 29900 } })).body as { orderId: number };
    await handle(changed(2, 'Marta@example.com', 'new@example.com'));
    for (const paidId of [id, neighbour.orderId])
      await record(paidId, { method: 'crypto', reference: `BTC ${paidId}` }).expect(201);
    expect(await emitted(shop.db.source, OrderCaptured)).toMatchObject([
      { ...givenUp, buyerId: 7 },
      { buyerId: 8, addressGivenUp: false },
    ]);
  });

  test('is known when the changes come in another order', async () => {
    await opened();
    const { orderId } = await bought(shop, 7);
    await handle(changed(3, 'new@example.com', 'newest@example.com'));
    await handle(changed(2, 'Marta@example.com', 'new@example.com'));
    expect(await resend(orderId)).toMatchObject({ ...givenUp, accountEmail: 'newest@example.com' });
  });

  test('is a typed one when it is typed after the change, even if that is heard late', async () => {
    await opened();
    const occurredAt = new Date().toISOString();
    const { orderId } = await bought(shop, 7);
    await handle({ ...changed(2, 'Marta@example.com', 'new@example.com'), occurredAt });
    expect(await resend(orderId)).toMatchObject({ accountEmail: 'new@example.com', addressGivenUp: false });
  });
});

test('ten mails an hour are sent again for a caller', async () => {
  const { orderId } = await bought(shop, 7);
  const resend = (header = asUser(7)) => request(shop.app).post(`/api/orders/${orderId}/resend`).set(header).send({});
  for (let i = 0; i < 10; i += 1) await resend().expect(200);
  const { status, headers } = await resend();
  expect([status, Number(headers['retry-after']) > 900]).toEqual([429, true]);
  await resend(asAdmin()).expect(200);
  expect(await emitted(shop.db.source, OrderResendRequested)).toHaveLength(11);
});

test('nothing is sent again for a buyer who has been erased, and the links stay as they were', async () => {
  const { orderId } = await bought(shop, 7);
  await deliver(shop.db.source, subscriptions, UserDeleted({ userId: 7, version: 2 }));
  const revisions = () => shop.db.source.query<object[]>('SELECT link_revision FROM order_items');
  const before = await revisions();
  expect(await request(shop.app).post(`/api/orders/${orderId}/resend`).set(asAdmin()).send({ newLinks: true })).toMatchObject({
    status: 409,
    body: { code: 'forgotten' },
  });
  expect(await emitted(shop.db.source, OrderResendRequested)).toEqual([]);
  expect(await revisions()).toEqual(before);
});

test('an unpaid order has no mail to send again', async () => {
  const id = await placed();
  expect((await request(shop.app).post(`/api/orders/${id}/resend`).set(asUser(7)).send({})).status).toBe(409);
});
