import { OpenPurchasesChanged } from '@shop/contracts/events';
import { as, asAdmin, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { approved, bought, capture, complete, later, place, putTrackOnSale, useShop } from '../testing/orders-app';
import { tellOpenPurchases } from './open-purchases';

const shop = useShop();
beforeEach(async () => {
  for (const productId of [1, 2]) await putTrackOnSale(shop, { productId });
});

const nothing = { holds: 0, payments: 0, disputes: 0 };
const notices = async () => {
  // Two replicas may announce at the same time.
  await Promise.all([tellOpenPurchases(shop.db.source), tellOpenPurchases(shop.db.source)]);
  return emitted(shop.db.source, OpenPurchasesChanged);
};

test('a hold is open until it is paid or ends, by itself too, and each change is told once', async () => {
  expect(await notices()).toEqual([]);
  await place(shop, 7).expect(201);
  expect(await notices()).toEqual([{ userId: 7, version: 1, ...nothing, holds: 1 }]);
  expect(await notices()).toHaveLength(1);
  await later(shop, 25 * 60);
  expect((await notices()).slice(1)).toEqual([{ userId: 7, version: 2, ...nothing }]);
  await place(shop, 7, { prices: { 2: 29900 } }).expect(201);
  expect((await notices()).slice(2)).toEqual([{ userId: 7, version: 3, ...nothing, holds: 1 }]);
});

test('the gateway is told of a hold in the moment it is made, with the version of its announcement, and of no other buyer', async () => {
  const ask = async (userId: number) => {
    const deletion = request(shop.app)
      .post('/internal/open-purchases')
      .set(as({ internal: true }))
      .send({ userId });
    return (await deletion.expect(200)).body as unknown;
  };
  expect(await ask(7)).toEqual([]);
  await place(shop, 7).expect(201);
  await place(shop, 8, { prices: { 2: 29900 } }).expect(201);
  const open = { userId: 7, version: 1, ...nothing, holds: 1 };
  expect([await ask(7), await ask(7)]).toEqual([[open], [open]]);
  expect(await emitted(shop.db.source, OpenPurchasesChanged)).toEqual([open]);
  await later(shop, 25 * 60);
  expect(await ask(7)).toEqual([{ userId: 7, version: 2, ...nothing }]);
});

test('a payment is open while nobody knows how it ends', async () => {
  shop.paypal.next.capture.push({ kind: 'unknown', reason: 'reset' });
  const { id } = await approved(shop, 7);
  await capture(shop, 7, id).expect(202);
  expect(await notices()).toEqual([{ userId: 7, version: 1, ...nothing, payments: 1 }]);
  await complete(shop);
  expect((await notices()).slice(1)).toEqual([{ userId: 7, version: 2, ...nothing }]);
});

test('a payment that PayPal reviews is open, and so is one in review here, each with its own buyer', async () => {
  shop.paypal.next.capture.push('pending', (taken) => ({ ...taken, amountCents: taken.amountCents - 1 }));
  for (const [buyer, product] of [
    [7, 1],
    [8, 2],
  ] as const) {
    const { id } = await approved(shop, buyer, { prices: { [product]: 29900 } });
    await capture(shop, buyer, id).expect(202);
  }
  expect(await notices()).toEqual([
    { userId: 7, version: 1, ...nothing, payments: 1 },
    { userId: 8, version: 1, ...nothing, payments: 1 },
  ]);
});

test('a dispute is open until PayPal shows it as resolved, also when somebody has looked at it', async () => {
  const { id } = await bought(shop, 7);
  const taken = shop.paypal.orders.get(id)!.capture!;
  taken.capturedAt = new Date(Date.now() - 20 * 3_600_000);
  await shop.db.source.query('UPDATE payments SET captured_at = $1', [taken.capturedAt]);
  const dispute = { id: 'PP-D-1', captureId: taken.captureId, amountCents: 31395, reason: 'UNAUTHORISED', open: true };
  shop.paypal.state.disputes.push({ ...dispute, at: new Date(Date.now() - 10 * 3_600_000) });
  const reconcile = () => request(shop.app).post('/api/orders/reconciliation').set(asAdmin()).send({}).expect(200);
  await reconcile();
  expect(await notices()).toEqual([{ userId: 7, version: 1, ...nothing, disputes: 1 }]);
  const { body } = await request(shop.app).get('/api/orders/differences').set(asAdmin());
  const [found] = (body as { data: { id: number }[] }).data;
  await request(shop.app).post(`/api/orders/differences/${found!.id}/look`).set(asAdmin()).send({ note: 'answered' }).expect(200);
  expect(await notices()).toHaveLength(1);
  shop.paypal.state.disputes[0]!.open = false;
  await reconcile();
  expect((await notices()).at(-1)).toEqual({ userId: 7, version: 2, ...nothing });
});

test('a dispute that is older than 180 days is open no longer', async () => {
  const { orderId } = await bought(shop, 7);
  await shop.db.source.query(
    `INSERT INTO payment_differences (kind, provider_id, order_id, reason, happened_at)
     VALUES ('dispute', 'PP-D-1', $1, 'the buyer disputes it', now() - interval '179 days')`,
    [orderId],
  );
  expect(await notices()).toEqual([{ userId: 7, version: 1, ...nothing, disputes: 1 }]);
  await shop.db.source.query(`UPDATE payment_differences SET happened_at = now() - interval '181 days'`);
  expect((await notices()).slice(1)).toEqual([{ userId: 7, version: 2, ...nothing }]);
});
