import { AdminActed, OrderEnded, PaymentNeedsReview } from '@shop/contracts/events';
import { emitted } from '@shop/runtime/testing';
import { recheckPayment } from '../operator/recheck-payment';
import { approved, bought, capture, complete, later, place, orderRow, putTrackOnSale, useShop } from '../testing/orders-app';

const shop = useShop();
beforeEach(async () => {
  for (const productId of [1, 2, 3]) await putTrackOnSale(shop, { productId });
});

const holdFor = async (buyer: number, product: number) => approved(shop, buyer, { prices: { [product]: 29900 } });
const state = async ({ orderId }: { orderId: number }) => (await orderRow(shop, orderId)).payment_state;

test('an order whose end fails keeps neither another from ending nor a payment from being settled', async () => {
  const [broken, other, paying] = [await holdFor(7, 1), await holdFor(8, 2), await holdFor(9, 3)];
  shop.paypal.next.capture.push('captured-but-unknown');
  await capture(shop, 9, paying.id).then(({ status }) => expect(status).toBe(202));
  await later(shop, 16);
  await shop.db.asOwner(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a bug'; END $$;
     CREATE TRIGGER refuse BEFORE UPDATE ON orders FOR EACH ROW WHEN (OLD.id = ${broken.orderId}) EXECUTE FUNCTION refuse()`,
  );

  await complete(shop);
  expect([await state(broken), await state(other), await state(paying)]).toEqual(['created', 'expired', 'paid']);

  await shop.db.asOwner('DROP TRIGGER refuse ON orders');
  await complete(shop);
  expect(await state(broken)).toBe('expired');
});

test('a payment that the operator has looked at is looked at, however many others are due', async () => {
  const otherOrders = 21;
  for (let product = 4; product < 4 + otherOrders; product += 1) {
    await putTrackOnSale(shop, { productId: product });
    shop.paypal.next.capture.push('captured-but-unknown');
    const created = await holdFor(100 + product, product);
    await capture(shop, 100 + product, created.id);
  }
  shop.paypal.next.capture.push('captured-but-unknown');
  const ours = await holdFor(7, 1);
  await capture(shop, 7, ours.id);
  await shop.db.source.query(`UPDATE orders SET next_check_at = now() - interval '1 hour' WHERE id <> $1`, [ours.orderId]);
  expect(await recheckPayment(shop.context, { order: ours.orderId })).toEqual({ state: 'paid' });
});

describe('a payment that came to an order unpaid here, and that the operator has looked at,', () => {
  const came = async (buyer = 7) => {
    const created = await holdFor(buyer, 1);
    await shop.paypal.gateway.captureOrder(created.id, 'by-somebody');
    return created;
  };
  const recheck = ({ orderId }: { orderId: number }) => recheckPayment(shop.context, { order: orderId });

  test.each([
    ['reserved', 0],
    ['expired', 16],
  ])('pays the order under its own capture: %s', async (_, minutes) => {
    const order = await came();
    await later(shop, minutes);
    if (minutes) await complete(shop);
    expect(await recheck(order)).toEqual({ state: 'paid' });
    expect(await shop.db.source.query('SELECT capture_id, method FROM payments')).toEqual([
      { capture_id: `CAP-${order.id}`, method: 'paypal' },
    ]);
    expect(await emitted(shop.db.source, AdminActed)).toMatchObject([{ action: 'order.payment-rechecked' }]);
  });

  test('goes to review when its track was sold meanwhile', async () => {
    const order = await came();
    await later(shop, 16);
    await bought(shop, 8, { prices: { 1: 29900 } });
    expect(await recheck(order)).toEqual({ state: 'review' });
    expect(await emitted(shop.db.source, PaymentNeedsReview)).toMatchObject([{ orderId: order.orderId, delivered: false }]);
  });

  test('changes nothing when there is none: the hold ends by the clock, and nobody waits for word', async () => {
    const order = await holdFor(7, 1);
    for (const answer of [
      () => undefined,
      () => shop.paypal.next.lookUp.push('gone'),
      () => shop.paypal.next.lookUp.push('unknown'),
    ]) {
      answer();
      expect(await recheck(order)).toEqual({ state: 'created' });
    }
    await later(shop, 16);
    await complete(shop);
    expect(await state(order)).toBe('expired');
    expect(await emitted(shop.db.source, OrderEnded)).toEqual([]);
  });

  test('is not looked for where PayPal has no order, or the order is paid', async () => {
    const arranged = (await place(shop, 7, { prices: { 2: 29900 } }).expect(201)).body as { orderId: number };
    await expect(recheck(arranged)).rejects.toThrow(`Order ${arranged.orderId} is created: no payment of it is under way.`);
    const paid = await bought(shop, 8, { prices: { 3: 29900 } });
    await expect(recheck(paid)).rejects.toThrow(`Order ${paid.orderId} is paid: no payment of it is under way.`);
  });
});
