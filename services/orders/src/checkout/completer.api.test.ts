import { recheckPayment } from '../operator/recheck-payment';
import { approved, capture, complete, later, orderRow, publish, useShop } from '../testing/orders-app';

const shop = useShop();
beforeEach(async () => {
  for (const productId of [1, 2, 3]) await publish(shop, { productId });
});

const held = async (buyer: number, product: number) => approved(shop, buyer, { prices: { [product]: 29900 } });
const state = async ({ orderId }: { orderId: number }) => (await orderRow(shop, orderId)).payment_state;

test('an order whose end fails keeps neither another from ending nor a payment from being settled', async () => {
  const [broken, other, paying] = [await held(7, 1), await held(8, 2), await held(9, 3)];
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
  const others = 21;
  for (let product = 4; product < 4 + others; product += 1) {
    await publish(shop, { productId: product });
    shop.paypal.next.capture.push('captured-but-unknown');
    const created = await held(100 + product, product);
    await capture(shop, 100 + product, created.id);
  }
  shop.paypal.next.capture.push('captured-but-unknown');
  const ours = await held(7, 1);
  await capture(shop, 7, ours.id);
  await shop.db.source.query(`UPDATE orders SET next_check_at = now() - interval '1 hour' WHERE id <> $1`, [ours.orderId]);
  expect(await recheckPayment(shop.context, { order: ours.orderId })).toEqual({ state: 'paid' });
});
