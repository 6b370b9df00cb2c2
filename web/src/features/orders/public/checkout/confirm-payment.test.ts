import type { PaymentState } from '@shop/contracts/constants';
import type { OrderView } from '@shop/contracts/views';
import { anOrderItem } from '#testing/an-order.ts';
import { awaitPayment, nextPause, unsettledOrder, type CaptureAnswer } from './confirm-payment';

const order = (payment_state: PaymentState, more: Partial<OrderView> = {}) =>
  ({ id: 12, payment_state, downloadLinks: [], ...more }) as unknown as OrderView;

/** Gives these answers one after the other, the last one for ever. An Error stands for a lost connection. */
const answers = <T>(...list: (T | Error)[]) => {
  let requestCount = 0;
  return jest.fn(async () => {
    const answer = list[Math.min(requestCount++, list.length - 1)]!;
    if (answer instanceof Error) throw answer;
    return answer;
  });
};
const noPause = async () => {};

test('asks every two seconds and then ever more slowly, up to ten', async () => {
  const pauses: number[] = [];
  await awaitPayment(12, {
    reached: true,
    readOrder: answers(...Array.from({ length: 6 }, () => order('capturing')), order('paid')),
    pause: async (ms) => void pauses.push(ms),
  });
  expect(pauses).toEqual([2_000, 3_000, 4_500, 6_750, 10_000, 10_000, 10_000]);
  expect(nextPause(10_000)).toBe(10_000);
});

test('a payment that comes through hands over its links', async () => {
  const link = { product_id: 1, url: '/api/orders/12/downloads/1?token=x', name: 'Undertow', category: 'Techno' };
  const outcome = await awaitPayment(12, {
    reached: true,
    readOrder: answers(order('capturing'), order('paid', { downloadLinks: [link] })),
    pause: noPause,
  });
  expect(outcome).toEqual({ kind: 'paid', orderId: 12, downloadLinks: [link] });
});

test('a lost connection while asking is never taken for a failure', async () => {
  const readOrder = answers(new Error('offline'), new Error('offline'), order('pending'), order('paid'));
  expect(await awaitPayment(12, { reached: true, readOrder, pause: noPause })).toMatchObject({ kind: 'paid' });
  expect(readOrder).toHaveBeenCalledTimes(4);
});

test('a capture that never arrived is sent again, a capture that arrived is not', async () => {
  const captureAgain = answers<CaptureAnswer>({ kind: 'unknown' }, { kind: 'pending', orderId: 12 });
  const readOrder = answers(order('created'), order('created'), order('capturing'), order('paid'));
  expect(await awaitPayment(12, { reached: false, readOrder, captureAgain, pause: noPause })).toMatchObject({ kind: 'paid' });
  expect(captureAgain).toHaveBeenCalledTimes(2);
});

test('an order that goes back to created after its capture arrived was declined', async () => {
  const captureAgain = answers<CaptureAnswer>({ kind: 'unknown' });
  const outcome = await awaitPayment(12, {
    reached: false,
    readOrder: answers(order('capturing'), order('created')),
    captureAgain,
    pause: noPause,
  });
  expect(outcome).toEqual({ kind: 'declined', orderId: 12 });
  expect(captureAgain).not.toHaveBeenCalled();
});

test.each(['declined', 'expired', 'review', 'refunded'] as const)('an order in %s ends the waiting', async (state) => {
  expect(await awaitPayment(12, { reached: true, readOrder: answers(order(state)), pause: noPause })).toEqual({
    kind: state,
    orderId: 12,
  });
});

test('an order that an admin cancelled meanwhile ends as cancelled', async () => {
  const readOrder = answers(order('capturing', { closed: 'cancelled' }), order('expired', { closed: 'cancelled' }));
  expect(await awaitPayment(12, { reached: true, readOrder, pause: noPause })).toEqual({ kind: 'cancelled', orderId: 12 });
  const reviewed = answers(order('review', { closed: 'cancelled' }));
  expect(await awaitPayment(12, { reached: true, readOrder: reviewed, pause: noPause })).toEqual({ kind: 'review', orderId: 12 });
});

test('an open payment for a track of the cart is shown again on coming back, however old its order is', () => {
  const of = (state: PaymentState, id: number, productIds: number[]) =>
    order(state, {
      id,
      created_at: '2020-01-01T00:00:00Z',
      products: productIds.map((productId) => anOrderItem({ id: productId })),
    });
  const orders = [
    of('created', 5, [1, 2]),
    of('paid', 4, [1]),
    of('capturing', 3, [2, 3]),
    of('pending', 2, [4]),
    of('review', 1, [6]),
  ];
  expect(unsettledOrder(orders, [1, 3])?.id).toBe(3);
  expect(unsettledOrder(orders, [4])?.id).toBe(2);
  expect(unsettledOrder(orders, [6])?.id).toBe(1);
  expect(unsettledOrder(orders, [1, 5])).toBeUndefined();
  expect(unsettledOrder(orders, [])).toBeUndefined();
});
