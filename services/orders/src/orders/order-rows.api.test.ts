import { place, putTrackOnSale, useShop } from '../testing/orders-app';
import { saveOrder } from './order-rows';
import { Order } from './order.entity';

const shop = useShop();
beforeEach(() => putTrackOnSale(shop));

const MOVED: Partial<Order> = {
  ...{ version: 9, status: 'processing', paymentState: 'review', closed: 'cancelled', attempt: 3, checks: 4 },
  ...{ reservedUntil: new Date('2026-11-20T10:00:00Z'), nextCheckAt: new Date('2026-11-20T11:00:00Z') },
  ...{ heldCaptureId: 'CAP-1', reviewCaptureId: 'CAP-2', reviewAmountCents: 12 },
  ...{ paidAt: new Date('2026-11-20T12:00:00Z'), siteName: 'Ghostline', siteTimeZone: 'Europe/Moscow' },
  ...{ siteUrl: 'https://shop.example', logSize: 3, logRoot: 'cm9vdA==' },
};

test('an order is kept with everything that can change about it, and the line of its history', async () => {
  const { source } = shop.db;
  const { body } = await place(shop, 7).expect(201);
  const { orderId: id } = body as { orderId: number };
  const changing = source.getMetadata(Order).columns.filter(({ isPrimary, isUpdate }) => isUpdate && !isPrimary);
  expect(changing.map(({ propertyName }) => propertyName).sort()).toEqual(Object.keys(MOVED).sort());

  const order = await source.manager.findOneByOrFail(Order, { id });
  await saveOrder(source.manager, Object.assign(order, MOVED), { event: 'review', detail: 'too little', captureId: 'CAP-2' });
  expect(await source.manager.findOneByOrFail(Order, { id })).toEqual(order);
  expect(
    await source.query('SELECT event, detail, capture_id FROM order_events WHERE order_id = $1 ORDER BY id', [id]),
  ).toMatchObject([{ event: 'created' }, { event: 'review', detail: 'too little', capture_id: 'CAP-2' }]);
});
