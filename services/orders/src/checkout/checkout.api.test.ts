import { OrderCaptured, TrackHeld } from '@shop/contracts/events';
import { asUser, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { CAPTURED_AT } from '../testing/fake-gateway';
import { approved, bought, capture, claims, create, createBody, orderRow, putTrackOnSale, useShop } from '../testing/orders-app';

const shop = useShop();
beforeEach(() => putTrackOnSale(shop));

test('a track is reserved, paid for exactly our total, sold and announced with its links', async () => {
  await putTrackOnSale(shop, { productId: 2, name: 'Undertow', priceCents: 34900, projectName: null, projectLink: null });
  const { body } = await create(shop, 7, { prices: { 1: 29900, 2: 34900 }, projects: [1] });
  expect(body).toMatchObject({
    totals: { subtotal: 748, discount: 0, fee: 37.4, total: 785.4 },
    orderId: expect.any(Number) as number,
  });
  const [sent] = [...shop.paypal.orders.values()];
  expect(sent).toMatchObject({ subtotalCents: 74800, feeCents: 3740, totalCents: 78540, discountCents: 0 });
  expect(await emitted(shop.db.source, TrackHeld)).toHaveLength(2);

  shop.paypal.approve((body as { id: string }).id);
  const paid = await capture(shop, 7, (body as { id: string }).id);
  expect(paid).toMatchObject({ status: 200, body: { success: true } });
  expect((paid.body as { downloadLinks: unknown[] }).downloadLinks).toMatchObject([
    {
      name: 'Salt on the Runway',
      category: 'Melodic Techno',
      url: expect.stringMatching(/^\/api\/orders\/\d+\/downloads\/1\?token=/) as string,
    },
    { name: 'Salt on the Runway (Ableton Live project)' },
    { name: 'Undertow' },
  ]);

  const [event] = await emitted(shop.db.source, OrderCaptured);
  expect(event).toMatchObject({
    buyerId: 7,
    totalCents: 78540,
    items: [
      { productId: 1, claimVersion: 3, priceCents: 29900, projectCents: 10000, paidCents: 39900, projectName: 'Ableton Live' },
      {
        productId: 2,
        claimVersion: 3,
        priceCents: 34900,
        projectCents: 0,
        paidCents: 34900,
        projectName: null,
        projectUrl: null,
      },
    ],
    capturedAt: CAPTURED_AT.toISOString(),
  });
  expect((await claims(shop)).map((claim) => claim.state)).toEqual(['sold', 'sold']);
  expect(JSON.stringify(event)).not.toContain('dropbox');
});

test('a second capture of a paid order answers the stored result and takes nothing', async () => {
  const created = await bought(shop, 7);
  const again = await capture(shop, 7, created.id);
  expect(again).toMatchObject({ status: 200, body: { success: true, orderId: created.orderId } });
  expect(shop.paypal.calls.capture).toHaveLength(1);
  expect(await emitted(shop.db.source, OrderCaptured)).toHaveLength(1);
});

test('twenty captures at once send one call to PayPal; the others hear that it is being confirmed', async () => {
  const created = await approved(shop, 7);
  let answer = () => {};
  shop.paypal.state.answersAfter = new Promise<void>((resolve) => (answer = resolve));
  let early = 0;
  const calls = Array.from({ length: 20 }, async () => {
    const reply = await capture(shop, 7, created.id);
    early += 1;
    // PayPal answers the one call after all the others have been answered.
    if (early === 19) answer();
    return reply;
  });
  const answers = await Promise.all(calls);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 202)]);
  expect(answers.find((answer) => answer.status === 202)!.body).toEqual({
    success: false,
    pending: true,
    orderId: created.orderId,
    error: 'Your payment is being confirmed. Please do not pay again.',
  });
  expect(shop.paypal.calls.capture).toHaveLength(1);
  expect(shop.paypal.state.mostInFlight).toBe(1);
  expect(await emitted(shop.db.source, OrderCaptured)).toHaveLength(1);
});

test('PayPal is asked twice with one request id when its answer to create got lost', async () => {
  shop.paypal.next.create.push('unknown');
  const { status } = await create(shop, 7);
  expect(status).toBe(201);
  expect(new Set(shop.paypal.calls.create).size).toBe(1);
  expect(shop.paypal.calls.create).toHaveLength(2);
});

test.each([[['refused']], [['unknown', 'unknown']]] as const)(
  'when PayPal makes no order (%j), the tracks are free again',
  async (faults) => {
    shop.paypal.next.create.push(...faults);
    expect(await create(shop, 7)).toMatchObject({ status: 503, body: { error: 'Failed to create PayPal order' } });
    expect((await claims(shop)).map((claim) => claim.state)).toEqual(['free']);
    expect((await create(shop, 8)).status).toBe(201);
  },
);

test('a seller cannot buy their own track', async () => {
  await putTrackOnSale(shop, { productId: 2, sellerId: 3, sellerUserId: 7, storeName: 'Nordhafen' });
  const answer = await create(shop, 7, { prices: { 2: 29900 } });
  expect(answer).toMatchObject({ status: 409, body: { code: 'own-track', details: { items: [{ id: 2, code: 'own-track' }] } } });
  expect((await create(shop, 8, { prices: { 2: 29900 } })).status).toBe(201);
});

describe('amounts in the body are compared, never trusted', () => {
  const honest = () => createBody(7, { prices: { 1: 29900 } });
  test.each([
    ['one cent less', { total_amount: 313.94 }, 409],
    ['one cent more', { total_amount: 313.96 }, 409],
    ['nothing', { total_amount: 0 }, 409],
    ['a discount nobody gave', { discount_amount: 50, total_amount: 263.95 }, 409],
    ['the right total with a wrong discount', { discount_amount: 1 }, 409],
    ['an unknown coupon', { coupon_id: 99 }, 409],
    ['a project that was not asked for in the total', { projectSelections: { 1: 'YES' } }, 409],
    ['a negative amount', { total_amount: -313.95 }, 400],
    ['three decimals', { total_amount: 313.951 }, 400],
    ['an exponent', { total_amount: '3e2' }, 400],
    ['text', { total_amount: 'free' }, 400],
    ['an array', { total_amount: [313.95] }, 400],
    ['null', { total_amount: null }, 400],
    ['the same track twice', { cartItems: [1, 1] }, 400],
    ['no track', { cartItems: [] }, 400],
    ['an id that is no integer', { cartItems: [1.5] }, 400],
    ['an id beyond integers', { cartItems: ['99999999999'] }, 400],
    ['an unknown key', { price: 1 }, 400],
    [
      'a name with a line break',
      { customer_info: { firstName: 'A\r\nBcc: x@y.z', lastName: 'B', email: 'a@b.co', country: 'C' } },
      400,
    ],
    [
      'a name that the contract cannot spell',
      { customer_info: { firstName: '太郎', lastName: '山田', email: 'a@b.co', country: 'Japan' } },
      400,
    ],
  ])('%s', async (_, change, status) => {
    const answer = await request(shop.app)
      .post('/api/orders/paypal/create')
      .set(asUser(7))
      .send({ ...honest(), ...change });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ success: false, error: expect.any(String) as string });
    expect(shop.paypal.orders.size).toBe(0);
    expect(await shop.db.source.query('SELECT 1 FROM orders')).toHaveLength(0);
    if (status === 409)
      expect(answer.body).toMatchObject({
        code: 'coupon_id' in change ? 'coupon' : 'price-changed',
        details: { totals: { subtotal: expect.any(Number) as number } },
      });
  });
});

test('a changed price answers the new price and totals', async () => {
  await putTrackOnSale(shop, { version: 2, priceCents: 34900 });
  expect(await create(shop, 7)).toMatchObject({
    status: 409,
    body: {
      code: 'price-changed',
      details: { items: [{ id: 1, name: 'Salt on the Runway', code: 'price-changed', price: 349 }], totals: { total: 366.45 } },
    },
  });
});

test('a held track answers until when, and the totals of the rest', async () => {
  await putTrackOnSale(shop, { productId: 2, name: 'Undertow', priceCents: 10000 });
  await create(shop, 7);
  const answer = await create(shop, 8, { prices: { 1: 29900, 2: 10000 } });
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'held', details: { items: [{ id: 1, code: 'held' }], totals: { subtotal: 100, total: 105 } } },
  });
  const { heldUntil } = (answer.body as { details: { heldUntil: string } }).details;
  expect(Date.parse(heldUntil) - Date.now()).toBeGreaterThan(14 * 60_000);
});

test('a sold track, and one that was never there, cannot be bought', async () => {
  await bought(shop, 7);
  expect(await create(shop, 8)).toMatchObject({ status: 409, body: { code: 'sold', details: { totals: null } } });
  expect(await create(shop, 8, { prices: { 404: 100 } })).toMatchObject({ status: 409, body: { code: 'removed' } });
});

test('the order shows nothing to download before it is paid', async () => {
  const created = await approved(shop, 7);
  const { body } = await request(shop.app).get(`/api/orders/${created.orderId}`).set(asUser(7));
  expect(body).toMatchObject({ data: { payment_state: 'created', status: 'pending', downloadLinks: [], contracts: [] } });
  expect(await orderRow(shop, created.orderId)).toMatchObject({ payment_state: 'created' });
});
