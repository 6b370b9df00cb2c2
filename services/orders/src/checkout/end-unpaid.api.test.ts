import { UserDeleted, UserSuspended } from '@shop/contracts/events';
import { deliver, untilBlocked } from '@shop/runtime/testing';
import { subscriptions } from '../subscriptions';
import { claims, create, openTestShop, publish, type TestShop } from '../testing/orders-app';

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
  for (const productId of [1, 2]) await publish(shop, { productId });
});
afterEach(() => shop.db.drop());

test.each([
  ['suspended', UserSuspended({ userId: 7, version: 3 })],
  ['deleted', UserDeleted({ userId: 7, version: 3 })],
])(
  'the claims of a %s buyer are locked in the order of their tracks, not of the orders, like those of a checkout',
  async (_, event) => {
    for (const productId of [2, 1]) await create(shop, 7, { prices: { [productId]: 29900 } }).expect(201);
    const checkout = shop.db.source.createQueryRunner();
    await checkout.startTransaction();
    const lockClaim = (productId: number) =>
      checkout.query('SELECT 1 FROM sale_claims WHERE product_id = $1 FOR UPDATE NOWAIT', [productId]);
    await lockClaim(1);
    const heard = deliver(shop.db.source, subscriptions, event);
    await untilBlocked(shop.db.source);
    const next = await lockClaim(2).catch((error: Error) => error.message);
    await checkout.rollbackTransaction();
    await checkout.release();
    await heard;
    expect(next).toHaveLength(1);
    expect((await claims(shop)).map(({ state }) => state)).toEqual(['free', 'free']);
  },
);
