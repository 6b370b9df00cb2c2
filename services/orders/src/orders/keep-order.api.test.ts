import { place, publish, useShop } from '../testing/orders-app';
import { keepOrder } from './keep-order';
import { Order } from './order.entity';

const shop = useShop();
beforeEach(() => publish(shop));

/**
 * The fields that are set when an order is made, its PayPal order, which is written once, and whether its address was given up, which
 * only `copyBuyer` writes.
 */
const STAYS = new Set<keyof Order>([
  ...(['id', 'ref', 'buyerId', 'way', 'customer', 'addressGivenUp', 'createdAt', 'paypalOrderId'] as const),
  ...(['subtotalCents', 'discountCents', 'feeCents', 'totalCents', 'couponId', 'couponCode', 'couponPercent'] as const),
]);

const MOVED: Partial<Order> = {
  ...{ version: 9, status: 'processing', paymentState: 'review', closed: 'cancelled', attempt: 3, checks: 4 },
  ...{ reservedUntil: new Date('2026-11-20T10:00:00Z'), nextCheckAt: new Date('2026-11-20T11:00:00Z') },
  ...{ heldCaptureId: 'CAP-1', reviewCaptureId: 'CAP-2', reviewAmountCents: 12 },
  ...{ paidAt: new Date('2026-11-20T12:00:00Z'), siteName: 'Ghostline', siteTimeZone: 'Europe/Moscow' },
};

test('an order is kept with everything that can change about it, and the line of its history', async () => {
  const { source } = shop.db;
  const { body } = await place(shop, 7).expect(201);
  const { orderId: id } = body as { orderId: number };
  const fields = source.getMetadata(Order).columns.map(({ propertyName }) => propertyName as keyof Order);
  expect(fields.filter((field) => !STAYS.has(field)).sort()).toEqual(Object.keys(MOVED).sort());

  const order = await source.manager.findOneByOrFail(Order, { id });
  await keepOrder(source.manager, Object.assign(order, MOVED), 'review', 'too little', 'CAP-2');
  expect(await source.manager.findOneByOrFail(Order, { id })).toEqual(order);
  expect(
    await source.query('SELECT event, detail, capture_id FROM order_events WHERE order_id = $1 ORDER BY id', [id]),
  ).toMatchObject([{ event: 'created' }, { event: 'review', detail: 'too little', capture_id: 'CAP-2' }]);
});
