import { as, asAdmin, asUser, startCuttableProxy, testApp, testLog, type CuttableProxy } from '@shop/runtime/testing';
import { connectToDatabase } from '@shop/runtime';
import type { Express } from 'express';
import request, { type Response } from 'supertest';
import type { DataSource } from 'typeorm';
import { schema } from '../database';
import { endpointsOf } from '../endpoints';
import { aMixing } from '../testing/a-service-request';
import { approved, bought, capture, create, place, putTrackOnSale, useShop } from '../testing/orders-app';

const shop = useShop({ rateScale: 100 });
let wire: CuttableProxy;
let source: DataSource;
let app: Express;
beforeEach(async () => {
  await putTrackOnSale(shop);
  wire = await startCuttableProxy(Number(new URL(shop.db.url).port));
  const url = Object.assign(new URL(shop.db.url), { port: wire.port }).toString();
  source = await connectToDatabase({ ...schema, url, log: testLog }, Date.now());
  app = testApp(endpointsOf({ ...shop.context, source }));
});
afterEach(async () => {
  await source.destroy();
  await wire.close();
});

type Call = () => PromiseLike<Response>;
const orderId = (answer: Response) => (answer.body as { orderId: number }).orderId;
const unpaid = async () => orderId(await place(shop, 7).expect(201));
const captured = (paypalId: string) => ({
  id: 'WH-1',
  event_type: 'PAYMENT.CAPTURE.COMPLETED',
  resource: { id: `CAP-${paypalId}`, supplementary_data: { related_ids: { order_id: paypalId } } },
});

/** Every kind of call: what it finds, and the call itself. */
const CALLS: Record<string, () => Promise<Call>> = {
  'a checkout with PayPal': () => Promise.resolve(() => create({ app }, 7)),
  'an arranged order': () => Promise.resolve(() => place({ app }, 7)),
  async 'a capture'() {
    const { id } = await approved(shop, 7);
    return () => capture({ app }, 7, id);
  },
  async 'a webhook of PayPal'() {
    const { id } = await approved(shop, 7);
    await shop.context.gateway.captureOrder(id, 'another-replica');
    return () => request(app).post('/api/orders/paypal/webhook').set(as()).send(captured(id));
  },
  async 'the orders of a buyer'() {
    await bought(shop, 7);
    return () => request(app).get('/api/orders/user/7').set(asUser(7));
  },
  async 'a contract'() {
    const created = await bought(shop, 7);
    return () => request(app).get(`/api/orders/${created.orderId}/contracts/1.pdf`).set(asUser(7)).buffer(true);
  },
  async 'a payment that an admin records'() {
    const id = await unpaid();
    return () => request(app).post(`/api/orders/${id}/payments`).set(asAdmin()).send({ method: 'bank', reference: 'B 1' });
  },
  async 'a refund that an admin records'() {
    const { orderId: id } = await bought(shop, 7);
    return () => request(app).post(`/api/orders/${id}/refunds`).set(asAdmin()).send({ reference: 'B 2' });
  },
  async 'a hold that an admin ends'() {
    const id = await unpaid();
    return () => request(app).post(`/api/orders/${id}/release-hold`).set(asAdmin()).send({});
  },
  'a service request': () =>
    Promise.resolve(() => request(app).post('/api/mixing-mastering/order').set(asUser(7)).send(aMixing())),
  'a coupon that is checked': () =>
    Promise.resolve(() => request(app).get('/api/coupons/validate').query({ code: 'NONE' }).set(asUser(7))),
};

test.each(Object.entries(CALLS))(
  'Postgres dies at any moment of %s: it is 503, and the same call goes through afterwards',
  async (_, arrange) => {
    const call = await arrange();
    const statuses: number[] = [];
    for (let message = 1; ; message += 1) {
      wire.downAt(message);
      const { status } = await call();
      statuses.push(status);
      if (!(await wire.wasDown())) break;
    }
    expect(statuses.length).toBeGreaterThan(2);
    expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([]);
    expect(statuses).toContain(503);
    expect(statuses.at(-1)).toBeLessThan(500);
  },
  300_000,
);
