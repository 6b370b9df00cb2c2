import type { OrderStats } from '@shop/contracts/views';
import { as, asAdmin, asGateway } from '@shop/runtime/testing';
import request from 'supertest';
import { bought, create, place, putTrackOnSale, useShop } from '../testing/orders-app';
import { orderStats } from './order-stats';

const shop = useShop({ rateScale: 100 });

const ask = (query = '', caller = asGateway()) => request(shop.app).get(`/internal/order-stats${query}`).set(caller);
const stats = async (query = '') => (await ask(query).expect(200)).body as OrderStats;
const tracks = async (...ids: number[]) => {
  for (const productId of ids) await putTrackOnSale(shop, { productId, category: productId > 3 ? 'Trap' : 'Techno' });
};
const paidAt = (orderId: number, sql: string) =>
  shop.db.source.query(`UPDATE orders SET paid_at = ${sql} WHERE id = $1`, [orderId]);
const dayIn = (timeZone: string, daysAgo = 0) =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(Date.now() - daysAgo * 86_400_000);
const NOON = (daysAgo: number) =>
  `((now() AT TIME ZONE 'Europe/Moscow')::date - ${daysAgo} + time '12:00') AT TIME ZONE 'Europe/Moscow'`;

test('a shop that sold nothing has thirty days of nothing, today last', async () => {
  const { days, ...rest } = await stats();
  expect(rest).toEqual({
    totalOrders: 0,
    paidOrders: 0,
    revenueCents: 0,
    recentOrders: [],
    before: { orders: 0, revenueCents: 0 },
    topGenres: [],
    inReview: 0,
    toBePaid: 0,
    differences: 0,
  });
  expect([days.length, days.at(-1)!.day, days.some(({ orders, revenueCents }) => orders + revenueCents > 0)]).toEqual([
    30,
    dayIn('Europe/Moscow'),
    false,
  ]);
});

test('sums what was paid and not given back, to the cent; what is not paid is an order and no revenue', async () => {
  await tracks(1, 2, 3, 4);
  // 299.00 + 100.00 for the project + 5 % fee.
  const withProject = await bought(shop, 5, { prices: { 1: 29900 }, projects: [1] });
  // Two tracks: 598.00 + 5 %.
  await bought(shop, 6, { prices: { 2: 29900, 4: 29900 } });
  await create(shop, 7, { prices: { 3: 29900 } });
  await shop.db.source.query('UPDATE orders SET paid_at = now() WHERE paid_at IS NOT NULL');

  const now = await stats();
  expect(now).toMatchObject({ totalOrders: 3, paidOrders: 2, revenueCents: 41895 + 62790, inReview: 0, toBePaid: 0 });
  expect(now.days.at(-1)).toEqual({ day: dayIn('Europe/Moscow'), orders: 2, revenueCents: 104685 });
  expect(now.topGenres).toEqual([
    { category: 'Techno', tracks: 2, revenueCents: 39900 + 29900 },
    { category: 'Trap', tracks: 1, revenueCents: 29900 },
  ]);
  expect(now.recentOrders.map(({ payment_state, items, totalCents }) => [payment_state, items, totalCents])).toEqual([
    ['created', 1, 31395],
    ['paid', 2, 62790],
    ['paid', 1, 41895],
  ]);
  expect(now.recentOrders[2]).toMatchObject({
    id: withProject.orderId,
    user_id: 5,
    status: 'completed',
    customer_info: { firstName: 'Marta', lastName: 'Kowalczyk', email: 'marta@example.com' },
  });

  await shop.db.source.query(`UPDATE orders SET payment_state = 'refunded' WHERE id = $1`, [withProject.orderId]);
  expect(await stats()).toMatchObject({ totalOrders: 3, paidOrders: 1, revenueCents: 62790 });
});

test("a sale counts on the day it was paid, on the shop's calendar, in the range and in the one before", async () => {
  await tracks(1, 2, 3, 4);
  const [late, early, before, old] = [
    await bought(shop, 5),
    await bought(shop, 6, at(2)),
    await bought(shop, 7, at(3)),
    await bought(shop, 8, at(4)),
  ];
  // 23:30 and 00:30 in Moscow are the same day in UTC.
  await paidAt(late.orderId, `((now() AT TIME ZONE 'Europe/Moscow')::date - 2 + time '23:30') AT TIME ZONE 'Europe/Moscow'`);
  await paidAt(early.orderId, `((now() AT TIME ZONE 'Europe/Moscow')::date - 1 + time '00:30') AT TIME ZONE 'Europe/Moscow'`);
  await paidAt(before.orderId, NOON(30));
  await paidAt(old.orderId, NOON(60));

  const month = await stats('?days=30');
  expect(month.days.filter(({ orders }) => orders > 0)).toEqual([
    { day: dayIn('Europe/Moscow', 2), orders: 1, revenueCents: 31395 },
    { day: dayIn('Europe/Moscow', 1), orders: 1, revenueCents: 31395 },
  ]);
  expect(month.before).toEqual({ orders: 1, revenueCents: 31395 });
  expect(month.topGenres).toEqual([{ category: 'Techno', tracks: 2, revenueCents: 59800 }]);

  const quarter = await stats('?days=90');
  expect([quarter.days.length, quarter.days.reduce((sum, { orders }) => sum + orders, 0)]).toEqual([90, 4]);
  expect(quarter.topGenres.map(({ category }) => category)).toEqual(['Techno', 'Trap']);
  expect((await stats('?days=365')).days).toHaveLength(365);
});

test('counts all days also in a database whose time zone has days without a midnight', async () => {
  const { days } = await shop.db.source.transaction(async (db) => {
    await db.query(`SET LOCAL timezone = 'America/Santiago'`);
    return orderStats(db, 365, 'Europe/Moscow');
  });
  expect([days.length, days.at(-1)!.day]).toEqual([365, dayIn('Europe/Moscow')]);
});

const at = (productId: number) => ({ prices: { [productId]: 29900 } });

test('says what waits for a person: payments that do not fit, and arranged orders that are held', async () => {
  await tracks(1, 2);
  const odd = await create(shop, 5);
  await shop.db.source.query(`UPDATE orders SET payment_state = 'review' WHERE id = $1`, [
    (odd.body as { orderId: number }).orderId,
  ]);
  await place(shop, 6, at(2));
  expect(await stats()).toMatchObject({ inReview: 1, toBePaid: 1 });
  await shop.db.source.query(`UPDATE orders SET reserved_until = now() - interval '1 minute'`);
  expect(await stats()).toMatchObject({ toBePaid: 0 });
});

test('is told to the gateway alone, for the ranges there are', async () => {
  for (const caller of [as(), asAdmin()]) expect((await ask('', caller)).status).toBe(404);
  expect((await ask('?days=7')).body).toMatchObject({ field: 'days' });
});
