import {
  AwaitedTrackReleased,
  ProductRemoved,
  StoreClosed,
  UserDeleted,
  UserSuspended,
  UserVerified,
} from '@shop/contracts/events';
import type { HoldView } from '@shop/contracts/views';
import { asAdmin, asUser, deliver, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptions } from '../subscriptions';
import { bought, complete, create, later, place, putTrackOnSale, useShop } from '../testing/orders-app';

const HOLDER = 100;
const MARA = 200;
const NORA = 201;

const shop = useShop();
beforeEach(async () => {
  await putTrackOnSale(shop, { productId: 1, name: 'Night Cargo', sellerId: 5, sellerUserId: 50, storeName: 'Tape House' });
  for (const userId of [MARA, NORA]) await handle(UserVerified(anAccount(userId)));
});

const handle = (event: { type: string; data: unknown }) => deliver(shop.db.source, subscriptions, event);
const anAccount = (userId: number) => ({
  ...{ userId, version: 1, name: 'Mara', lastName: 'Lind', email: `${userId}@example.com`, country: 'Sweden', seller: null },
});
const REMINDER = '/api/orders/holds/1/reminder';
const ask = (buyer: number) => request(shop.app).put(REMINDER).set(asUser(buyer));
const forget = (buyer: number) => request(shop.app).delete(REMINDER).set(asUser(buyer));
const holdsFor = async (buyer: number) =>
  ((await request(shop.app).get('/api/orders/holds?ids=1').set(asUser(buyer))).body as { data: HoldView[] }).data;
const notices = () => emitted(shop.db.source, AwaitedTrackReleased);
const holdEnds = async () => {
  await later(shop, 16);
  await complete(shop);
};

test('a buyer who asked is told once when the hold ends without a sale', async () => {
  await create(shop, HOLDER);
  expect(await holdsFor(MARA)).toMatchObject([{ id: 1, remind: false }]);
  for (const _ of ['a wish', 'and the same again']) expect((await ask(MARA)).body).toEqual({ success: true });
  expect(await holdsFor(MARA)).toMatchObject([{ id: 1, remind: true }]);
  expect(await holdsFor(NORA)).toMatchObject([{ id: 1, remind: false }]);

  await holdEnds();
  expect(await notices()).toEqual([
    {
      productId: 1,
      claimVersion: 2,
      name: 'Night Cargo',
      sellerId: 5,
      storeName: 'Tape House',
      buyerId: MARA,
      accountEmail: `${MARA}@example.com`,
    },
  ]);
  await create(shop, 101);
  await holdEnds();
  expect(await notices()).toHaveLength(1);
});

test('a wish can be taken back', async () => {
  await create(shop, HOLDER);
  await ask(MARA).expect(200);
  await forget(MARA).expect(200);
  await forget(MARA).expect(200);
  await holdEnds();
  expect(await notices()).toEqual([]);
});

test('there is nothing to wait for when nobody else holds it', async () => {
  expect((await ask(MARA)).body).toMatchObject({ code: 'not-held', message: 'Nobody else holds this track any more.' });
  await create(shop, HOLDER);
  expect((await ask(HOLDER)).status).toBe(409);
  await later(shop, 16);
  expect((await ask(MARA)).status).toBe(409);
  await bought(shop, 101);
  expect((await ask(MARA)).status).toBe(409);
  expect((await request(shop.app).put('/api/orders/holds/x/reminder').set(asUser(MARA))).body).toMatchObject({
    field: 'productId',
  });
});

test('a buyer who holds the track by then is not told, others are', async () => {
  await create(shop, HOLDER);
  for (const buyer of [MARA, NORA]) await ask(buyer).expect(200);
  await later(shop, 16);
  await create(shop, MARA).expect(201);
  await holdEnds();
  expect(await notices()).toMatchObject([{ buyerId: NORA }]);
  expect(await shop.db.source.query('SELECT 1 FROM hold_reminders')).toEqual([]);
});

test('reminders cost a purchase no statement of their own', async () => {
  const statements: string[] = [];
  const logQuery = jest.spyOn(shop.db.source.logger, 'logQuery').mockImplementation((sql) => void statements.push(sql));
  await bought(shop, HOLDER);
  logQuery.mockRestore();
  expect(statements.some((sql) => sql.includes('INTO sale_claims'))).toBe(true);
  expect(statements.filter((sql) => /^\s*DELETE FROM hold_reminders/.test(sql))).toEqual([]);
});

test('a sale ends the wait, and so does having it oneself', async () => {
  await create(shop, HOLDER);
  for (const buyer of [MARA, NORA]) await ask(buyer).expect(200);
  await later(shop, 16);
  await place(shop, MARA).expect(201);
  await request(shop.app).put('/api/orders/holds/1/reminder').set(asUser(HOLDER)).expect(200);
  await shop.db.source.query("UPDATE sale_claims SET expires_at = now() - interval '1 day'");
  await bought(shop, NORA);
  expect(await shop.db.source.query('SELECT 1 FROM hold_reminders')).toEqual([]);
  await complete(shop);
  expect(await notices()).toEqual([]);
});

test.each([
  ['the track left the shop', ProductRemoved({ productId: 1, version: 2 })],
  ['the store was closed', StoreClosed({ sellerId: 5, userId: 50, version: 2 })],
  ['the account was suspended', UserSuspended({ userId: MARA, version: 2 })],
  ['the account was deleted', UserDeleted({ userId: MARA, version: 2, email: '', formerEmails: [], words: [] })],
])('nobody is told when %s', async (_, event) => {
  await create(shop, HOLDER);
  await ask(MARA).expect(200);
  await handle(event);
  await holdEnds();
  expect(await notices()).toEqual([]);
});

test('a wish that comes while the hold ends is told or refused, never lost', async () => {
  for (let round = 0; round < 5; round += 1) {
    const before = (await notices()).length;
    await create(shop, 110 + round);
    await later(shop, 14);
    const release = request(shop.app).post('/api/orders/holds/1/release').set(asAdmin(3));
    const [, asked] = await Promise.all([release, ask(MARA)]);
    await holdEnds();
    expect((await notices()).length - before).toBe(asked.status === 200 ? 1 : 0);
  }
});
