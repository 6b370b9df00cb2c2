import { OrderCaptured, PaymentNeedsReview, TrackHeld, UserDeleted } from '@shop/contracts/events';
import { deliver, emitted } from '@shop/runtime/testing';
import { applyCapture } from '../payment-process/settle';
import type { Capture } from '../payments/payment-gateway';
import { subscriptions } from '../subscriptions';
import { approved, capture, claims, complete, create, orderRow, putTrackOnSale, useShop } from '../testing/orders-app';

const shop = useShop();
beforeEach(() => putTrackOnSale(shop));

const leave = (userId = 7) => deliver(shop.db.source, subscriptions, UserDeleted({ userId, version: 3 }));
const state = async (id: number) => (await orderRow(shop, id)).payment_state;

describe('an account that is gone, while its session is still known', () => {
  test('makes no order and takes no money, also for what it had approved', async () => {
    const created = await approved(shop, 7);
    await leave();
    expect(await capture(shop, 7, created.id)).toMatchObject({ status: 401 });
    expect((await create(shop, 7)).status).toBe(401);
    expect(shop.paypal.calls.capture).toEqual([]);
    expect(shop.paypal.captured()).toBe(0);
  });

  test('takes no money when capture and deletion meet, or its money is reviewed: nothing is delivered to nobody', async () => {
    for (let buyer = 20; buyer < 30; buyer += 1) {
      await putTrackOnSale(shop, { productId: buyer });
      const created = await approved(shop, buyer, { prices: { [buyer]: 29900 } });
      const [answer] = await Promise.all([capture(shop, buyer, created.id), leave(buyer)]);
      const before = await emitted(shop.db.source, OrderCaptured);
      const sold = before.some((order) => order.orderId === created.orderId);
      expect([200, 202, 401]).toContain(answer.status);
      if (answer.status === 401) expect(shop.paypal.orders.get(created.id)!.capture).toBeNull();
      const now = await state(created.orderId);
      // Paid in the moment before the account ended, or after it.
      if (sold) expect(['paid', 'review']).toContain(now);
      else expect(now).toBe(answer.status === 401 ? 'expired' : 'review');
    }
  });

  test('is not asked for money by the completer: the order ends and its track is free', async () => {
    shop.paypal.next.capture.push({ kind: 'unknown', reason: 'reset' });
    const created = await approved(shop, 7);
    expect((await capture(shop, 7, created.id)).status).toBe(202);
    await leave();
    await complete(shop);
    expect(shop.paypal.calls.capture).toHaveLength(1);
    expect(shop.paypal.captured()).toBe(0);
    expect(await state(created.orderId)).toBe('expired');
    expect((await claims(shop))[0]!.state).toBe('free');
  });

  test('whose money arrives all the same gives it to review, by completer, webhook or a late capture', async () => {
    shop.paypal.next.capture.push('captured-but-unknown');
    const created = await approved(shop, 7);
    expect((await capture(shop, 7, created.id)).status).toBe(202);
    await leave();
    await complete(shop);
    await applyCapture(shop.context, created.orderId, shop.paypal.orders.get(created.id)!.capture!);
    expect(await state(created.orderId)).toBe('review');
    expect(await emitted(shop.db.source, OrderCaptured)).toEqual([]);
    expect(await emitted(shop.db.source, PaymentNeedsReview)).toMatchObject([
      { orderId: created.orderId, reason: expect.stringContaining('account has been deleted') as string },
    ]);
  });

  test('whose money arrives after the order had ended takes the free track, and everybody hears of it', async () => {
    shop.paypal.next.capture.push({ kind: 'unknown', reason: 'reset' });
    const created = await approved(shop, 7);
    expect((await capture(shop, 7, created.id)).status).toBe(202);
    await leave();
    await complete(shop);
    const late: Capture = {
      captureId: 'LATE-1',
      status: 'completed',
      amountCents: 31395,
      currency: 'USD',
      customId: null,
      providerFeeCents: null,
      capturedAt: new Date(),
    };
    await applyCapture(shop.context, created.orderId, late);
    expect(await state(created.orderId)).toBe('review');
    const [claim] = await claims(shop);
    expect(claim).toMatchObject({ order_id: created.orderId, state: 'capturing' });
    const holds = await emitted(shop.db.source, TrackHeld);
    expect(holds.at(-1)).toMatchObject({ productId: 1, orderId: created.orderId, version: claim!.version });
  });

  test('is named in no order once its last payment has ended, and is then looked at no more', async () => {
    const buyer = async () =>
      shop.db.source.query<unknown[]>(
        `SELECT customer->>'email' AS email, blanked FROM orders JOIN buyers ON user_id = buyer_id`,
      );
    shop.paypal.next.capture.push('pending');
    const created = await approved(shop, 7);
    await capture(shop, 7, created.id);
    await leave();
    await complete(shop);
    expect(await buyer()).toEqual([{ email: 'marta@example.com', blanked: false }]);
    shop.paypal.orders.get(created.id)!.capture!.status = 'declined';
    await complete(shop);
    expect(await buyer()).toEqual([{ email: '', blanked: true }]);
  });

  test('whose payment clears after the deletion has it reviewed', async () => {
    shop.paypal.next.capture.push('pending');
    const created = await approved(shop, 7);
    await capture(shop, 7, created.id);
    await leave();
    shop.paypal.orders.get(created.id)!.capture!.status = 'completed';
    await complete(shop);
    expect(await state(created.orderId)).toBe('review');
  });
});
