import { PaymentNeedsReview, PaymentRefunded } from '@shop/contracts/events';
import { as, asAdmin, emitted, untilBlocked } from '@shop/runtime/testing';
import request from 'supertest';
import { bought, orderRow, putTrackOnSale, useShop } from '../testing/orders-app';

const shop = useShop();
beforeEach(() => putTrackOnSale(shop));

type Bought = Awaited<ReturnType<typeof bought>>;
const byAdmin = (id: number, reference: string) => (order: Bought) =>
  request(shop.app).post(`/api/orders/${order.orderId}/refunds`).set(asAdmin(id)).send({ reference });
const byPaypal = (order: Bought) =>
  request(shop.app)
    .post('/api/orders/paypal/webhook')
    .set(as({ address: '192.0.2.1' }))
    .send({
      id: 'WH-R-1',
      event_type: 'PAYMENT.CAPTURE.REFUNDED',
      create_time: '2026-11-21T10:00:00Z',
      resource: {
        id: 'R-1',
        custom_id: shop.paypal.orders.get(order.id)?.customId,
        amount: { currency_code: 'USD', value: '313.95' },
        links: [{ rel: 'up', href: `https://api-m.paypal.com/v2/payments/captures/CAP-${order.id}` }],
      },
    });

/**
 * Lets all of these wait for the order's row, one behind the other, and then go on.
 * @returns their answers
 */
async function atOnce(order: Bought, ...refunds: ((order: Bought) => PromiseLike<request.Response>)[]) {
  const otherConnection = shop.db.source.createQueryRunner();
  await otherConnection.startTransaction();
  await otherConnection.query('SELECT 1 FROM orders WHERE id = $1 FOR UPDATE', [order.orderId]);
  const answers: Promise<request.Response>[] = [];
  for (const refund of refunds) {
    answers.push(Promise.resolve(refund(order)));
    await untilBlocked(shop.db.source, answers.length);
  }
  await otherConnection.commitTransaction();
  await otherConnection.release();
  return Promise.all(answers);
}
const refunds = () =>
  shop.db.source.query<object[]>('SELECT reference, amount_cents AS cents, recorded FROM refunds ORDER BY refunded_at DESC, 2');
const emissions = async () => ({
  refunded: (await emitted(shop.db.source, PaymentRefunded)).map(({ refundId }) => refundId.slice(0, 3)),
  review: (await emitted(shop.db.source, PaymentNeedsReview)).map(({ reason }) => reason),
});

describe('the money goes back once, and its second sender hears of it, when', () => {
  test('two admins record a refund at once', async () => {
    const order = await bought(shop, 7);
    const [first, second] = await atOnce(order, byAdmin(3, 'Wire 12'), byAdmin(4, 'Wire 15'));
    expect([first!.status, second!.status, second!.body]).toMatchObject([201, 409, { code: 'already-refunded' }]);
    expect(await refunds()).toEqual([{ reference: 'Wire 12', cents: 31395, recorded: true }]);
    expect((await emissions()).refunded).toHaveLength(1);
  });

  test('PayPal tells of one while an admin records another', async () => {
    const order = await bought(shop, 7);
    const [paypal, admin] = await atOnce(order, byPaypal, byAdmin(3, 'Wire 12'));
    expect([paypal!.status, admin!.status, admin!.body]).toMatchObject([200, 409, { code: 'already-refunded' }]);
    expect(await refunds()).toEqual([{ reference: null, cents: 31395, recorded: false }]);
    expect(await emissions()).toEqual({ refunded: ['R-1'], review: [] });
  });

  test('an admin records one while PayPal tells of another: an admin is to look at it', async () => {
    const order = await bought(shop, 7);
    const [admin, paypal] = await atOnce(order, byAdmin(3, 'Wire 12'), byPaypal);
    expect([admin!.status, paypal!.status]).toEqual([201, 200]);
    expect(await refunds()).toHaveLength(2);
    expect((await emissions()).refunded).toHaveLength(1);
    expect((await emissions()).review).toEqual([expect.stringMatching(/^\$313\.95 more was given back than was taken$/)]);
    expect(await orderRow(shop, order.orderId)).toMatchObject({ payment_state: 'refunded' });
  });
});
