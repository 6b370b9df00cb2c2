import type { HoldView } from '@shop/contracts/views';
import { asUser } from '@shop/runtime/testing';
import request from 'supertest';
import { approved, bought, capture, create, later, place, putTrackOnSale, useShop } from '../testing/orders-app';

const shop = useShop();
beforeEach(async () => {
  for (const productId of [1, 2, 3]) await putTrackOnSale(shop, { productId });
});

const ask = (buyer: number, ids = '1,2,3') => request(shop.app).get(`/api/orders/holds?ids=${ids}`).set(asUser(buyer));
const heldFor = async (buyer: number) => ((await ask(buyer)).body as { data: HoldView[] }).data.map(({ id }) => id);

test('a buyer who pays holds the track against others, not against themselves', async () => {
  const { body } = await create(shop, 100, { prices: { 2: 29900 } });
  const { reservedUntil } = body as { reservedUntil: string };
  expect((await ask(200)).body).toEqual({ success: true, data: [{ id: 2, way: 'paypal', until: reservedUntil, remind: false }] });
  expect(await heldFor(100)).toEqual([]);
  expect((await ask(200, '1,3')).body).toEqual({ success: true, data: [] });
});

test('while the payment is under way no clock ends the hold', async () => {
  const { id } = await approved(shop, 100);
  shop.paypal.next.capture.push('captured-but-unknown');
  await capture(shop, 100, id);
  expect((await ask(200)).body).toEqual({ success: true, data: [{ id: 1, way: 'paypal', until: null, remind: false }] });
  expect(await heldFor(100)).toEqual([]);
});

test('a reservation that ran out holds nothing, even before anybody has tidied it up', async () => {
  await create(shop, 100);
  await later(shop, 16);
  expect(await heldFor(200)).toEqual([]);
});

test('an arranged hold is called that until its last minute', async () => {
  await place(shop, 100, { prices: { 3: 29900 } });
  await later(shop, 24 * 60 - 1);
  expect((await ask(200)).body).toMatchObject({ data: [{ id: 3, way: 'arranged' }] });
});

test('an arranged order holds for its day; a sold track is not held, it is gone', async () => {
  await place(shop, 100, { prices: { 3: 29900 } });
  await bought(shop, 101);
  const { data } = (await ask(200)).body as { data: HoldView[] };
  expect(data.map(({ id }) => id)).toEqual([3]);
  expect(Date.parse(data[0]!.until!) - Date.now()).toBeGreaterThan(23 * 3_600_000);
});

test.each(['', '1,x', '0', '1,,2', `${Array.from({ length: 101 }, (_, i) => i + 1).join(',')}`])(
  '?ids=%.8s is refused',
  async (ids) => {
    const { status, body } = await ask(200, ids);
    expect([status, (body as { field: string }).field]).toEqual([400, expect.stringMatching(/^ids/)]);
  },
);

test('visitors have no cart to ask for, and nobody asks without end', async () => {
  expect((await request(shop.app).get('/api/orders/holds?ids=1')).status).toBe(401);
  for (let i = 0; i < 60; i += 1) await ask(300);
  expect((await ask(300)).status).toBe(429);
});
