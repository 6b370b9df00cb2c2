import { AdminActed, OrderCaptured, OrderResendRequested, PaymentRefunded } from '@shop/contracts/events';
import { asAdmin, asUser, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { RefundReferences1797620000000 } from '../migrations/1797620000000-refund-references';
import { bought, create, place, putTrackOnSale, useShop } from '../testing/orders-app';

const shop = useShop();
beforeEach(() => putTrackOnSale(shop));

const ADMIN = 3;
const get = (path: string) => request(shop.app).get(path).set(asAdmin(ADMIN));
const post = (path: string, body: object = {}) => request(shop.app).post(path).set(asAdmin(ADMIN)).send(body);
const put = (path: string, body: object) => request(shop.app).put(path).set(asAdmin(ADMIN)).send(body);
const placed = async (buyer = 7) => ((await place(shop, buyer).expect(201)).body as { orderId: number }).orderId;
const audit = async () => (await emitted(shop.db.source, AdminActed)).map(({ at: _, ...act }) => act);
const subject = (id: number) => ({ type: 'order', id, name: `Order ${id}` });

test('a new status is kept with its line in the history, after the one of the order that ends by it', async () => {
  const id = await placed();
  await put(`/api/orders/${id}/status`, { status: 'processing' }).expect(200);
  await put(`/api/orders/${id}/status`, { status: 'cancelled' }).expect(200);
  expect((await get(`/api/orders/${id}`)).body).toMatchObject({
    data: {
      status: 'cancelled',
      payment_state: 'expired',
      history: [
        { event: 'created' },
        { event: 'status', detail: 'pending → processing, by admin 3' },
        { event: 'expired', detail: 'cancelled by admin 3' },
        { event: 'status', detail: 'processing → cancelled, by admin 3' },
      ],
    },
  });
});

describe('the acts of an admin on an order go to the audit log', () => {
  test('a status, once, and nothing when it is the same', async () => {
    const id = await placed();
    await put(`/api/orders/${id}/status`, { status: 'processing' }).expect(200);
    await put(`/api/orders/${id}/status`, { status: 'processing' }).expect(200);
    expect(await audit()).toEqual([
      {
        adminId: ADMIN,
        action: 'order.status-changed',
        subject: subject(id),
        before: { status: 'pending' },
        after: { status: 'processing' },
      },
    ]);
  });

  test('a recorded payment with its reference, and not one that is refused', async () => {
    const id = await placed();
    await post(`/api/orders/${id}/payments`, { method: 'bank', reference: 'SEPA 88' }).expect(201);
    await post(`/api/orders/${id}/payments`, { method: 'bank', reference: 'SEPA 89' }).expect(409);
    expect(await audit()).toMatchObject([
      {
        action: 'order.payment-recorded',
        subject: subject(id),
        before: { payment_state: 'created', status: 'pending' },
        after: { payment_state: 'paid', status: 'completed', method: 'bank', reference: 'not kept', amountCents: 31395 },
      },
    ]);
  });

  test('a refund and the tracks put back on sale; repeated, they count once', async () => {
    const { orderId } = await bought(shop, 7);
    for (let i = 0; i < 2; i += 1) {
      await post(`/api/orders/${orderId}/refunds`, { reference: 'Wire 12' }).expect(201);
      await post(`/api/orders/${orderId}/free-tracks`).expect(200);
    }
    expect(await audit()).toMatchObject([
      {
        action: 'order.refund-recorded',
        before: { payment_state: 'paid' },
        after: { payment_state: 'refunded', reference: 'not kept', amountCents: 31395 },
      },
      { action: 'order.tracks-freed', before: null, after: { tracks: 1 } },
    ]);
    expect(await emitted(shop.db.source, PaymentRefunded)).toHaveLength(1);
  });

  test('a refund of a refunded order is refused unless it is the same, and names the one that counts', async () => {
    const { orderId } = await bought(shop, 7);
    const refund = (reference: string) => post(`/api/orders/${orderId}/refunds`, { reference });
    await refund('Wire 12').expect(201);
    const { body } = await refund('Wire 15').expect(409);
    expect(body).toMatchObject({
      error: "This order's money was given back already (Wire 12).",
      code: 'already-refunded',
    });

    await shop.db.migrateAgain(new RefundReferences1797620000000());
    await refund('Wire 15').expect(409);
    await refund('Wire 12').expect(201);
    // A replica of the previous release stores no reference, so nobody can tell whether this is the same refund.
    await shop.db.source.query('UPDATE refunds SET reference = NULL');
    await refund('Wire 12').expect(201);
    expect(await emitted(shop.db.source, PaymentRefunded)).toHaveLength(1);
  });

  test("a mail sent again to a buyer, without its links; not the buyer's own wish", async () => {
    const { orderId } = await bought(shop, 7);
    await request(shop.app).post(`/api/orders/${orderId}/resend`).set(asUser(7)).send({}).expect(200);
    const { body } = await post(`/api/orders/${orderId}/resend`, { newLinks: true }).expect(200);
    expect((body as { message: string }).message).toContain('who opened one before knows where its file lies');
    expect(await emitted(shop.db.source, OrderResendRequested)).toHaveLength(2);
    expect(await audit()).toEqual([
      { adminId: ADMIN, action: 'order.mail-resent', subject: subject(orderId), before: null, after: { newLinks: true } },
    ]);
  });
});

describe("the admin's page of an order", () => {
  type Detail = { data: { products: object[]; refunds: object[]; downloadLinks: { url: string }[] } };
  const field = async (id: number) => ((await get(`/api/orders/${id}`)).body as Detail).data;

  test('counts the downloads and says what was paid for each track and who has it', async () => {
    const { orderId } = await bought(shop, 7, { prices: { 1: 29900 }, projects: [1] });
    const { downloadLinks } = await field(orderId);
    for (let i = 0; i < 2; i += 1) await get(downloadLinks[0]!.url).expect(302);
    expect(await field(orderId)).toMatchObject({
      way: 'paypal',
      review_capture_id: null,
      products: [
        { id: 1, price: 299, project_price: 100, discount: 0, paid: 399, downloads: 2, project_downloads: 0, claim: 'sold' },
      ],
    });
  });

  test('shows the refund, and that its tracks stay off sale until they are freed and sold to another', async () => {
    const { orderId } = await bought(shop, 7);
    await post(`/api/orders/${orderId}/refunds`, { reference: 'Wire 12' }).expect(201);
    expect(await field(orderId)).toMatchObject({
      payment_state: 'refunded',
      downloadLinks: [],
      products: [{ claim: 'sold' }],
      refunds: [{ amount: 313.95, reference: 'Wire 12' }],
    });
    await post(`/api/orders/${orderId}/free-tracks`).expect(200);
    expect((await field(orderId)).products).toMatchObject([{ claim: 'free' }]);
    await bought(shop, 8);
    expect((await field(orderId)).products).toMatchObject([{ claim: 'elsewhere' }]);
  });

  test('names the payment that needs a review', async () => {
    shop.paypal.next.capture.push((taken) => ({ ...taken, amountCents: 1 }));
    await expect(bought(shop, 7)).rejects.toThrow();
    const [{ id }] = ((await get('/api/orders')).body as { data: { id: number }[] }).data as [{ id: number }];
    expect(await field(id)).toMatchObject({
      payment_state: 'review',
      review_capture_id: expect.stringMatching(/^CAP-/) as string,
    });
    expect(await emitted(shop.db.source, OrderCaptured)).toEqual([]);
    await post(`/api/orders/${id}/payments`, { method: 'bank', reference: 'SEPA 88' }).expect(201);
    expect(await field(id)).toMatchObject({
      review_capture_id: null,
      captured_amount: 0.01,
      payment: { reference: 'SEPA 88', capture_id: expect.stringMatching(/^CAP-/) as string },
    });
  });
});

describe('the list of orders', () => {
  const ids = async (query: string) => {
    const { body } = await get(`/api/orders?${query}`).expect(200);
    return (body as { data: { id: number }[] }).data.map(({ id }) => id);
  };

  test('is filtered by status, payment state and way, together with a search', async () => {
    await putTrackOnSale(shop, { productId: 2, name: 'Undertow', storeName: 'North Yard' });
    const paid = await bought(shop, 7);
    const open = (await create(shop, 8, { prices: { 2: 29900 } })).body as { orderId: number };
    expect(await ids('status=completed')).toEqual([paid.orderId]);
    expect(await ids('payment_state=created')).toEqual([open.orderId]);
    expect(await ids('status=pending&payment_state=paid')).toEqual([]);
    await putTrackOnSale(shop, { productId: 3 });
    const arranged = (await place(shop, 9, { prices: { 3: 29900 } })).body as { orderId: number };
    expect(await ids('payment_state=created&way=arranged')).toEqual([arranged.orderId]);
    expect(await ids('way=paypal')).toEqual([open.orderId, paid.orderId]);
    expect(await ids('payment_state=paid&q=undertow')).toEqual([]);
    expect(await ids('payment_state=created&q=north%20yard')).toEqual([open.orderId]);
  });

  test("finds an order by its number, and by PayPal's ids", async () => {
    const paid = await bought(shop, 7);
    await putTrackOnSale(shop, { productId: 2 });
    await create(shop, 8, { prices: { 2: 29900 } });
    for (const q of [`%23${paid.orderId}`, paid.id, `CAP-${paid.id}`]) expect(await ids(`q=${q}`)).toEqual([paid.orderId]);
  });

  test('gives each row once over its pages, however many are equal', async () => {
    for (let productId = 1; productId <= 12; productId += 1) {
      await putTrackOnSale(shop, { productId });
      await create(shop, 100 + productId, { prices: { [productId]: 29900 } }).expect(201);
    }
    const pages = [await ids('sort=total_price&page=1&limit=5'), await ids('sort=total_price&page=2&limit=5')];
    expect([...pages.flat(), ...(await ids('sort=total_price&page=3&limit=5'))]).toEqual(await ids('sort=-id&page=1&limit=100'));
  });

  test.each(['status=paid', 'way=bank', 'payment_state=completed', 'sort=constructor', 'page=0', 'limit=101', 'nonsense=1'])(
    'refuses %s',
    async (query) => {
      await get(`/api/orders?${query}`).expect(400);
    },
  );
});
