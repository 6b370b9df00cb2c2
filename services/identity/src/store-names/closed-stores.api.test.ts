import { StoreChanged, StoreClosed, StoreOpened, UserChanged } from '@shop/contracts/events';
import { as, deliver, emitted, untilBlocked } from '@shop/runtime/testing';
import request from 'supertest';
import { SaySellersAgain1796350001000 } from '../migrations/1796350001000-say-sellers-again';
import { subscriptions } from '../subscriptions';
import { anAccount, aRegistration, useIdentity } from '../testing/identity-app';

const identity = useIdentity(100);

const seller = { is_seller: true, shop_name: 'Low Tide' };

test('when a store closes its account goes on as a buyer, and the name is free', async () => {
  const { id } = await anAccount(identity, seller);
  const store = { sellerId: 1, userId: id, version: 1 };
  const hears = (event: { type: string; data: unknown }) => deliver(identity.db.source, subscriptions, event, 2);
  await hears(StoreOpened({ ...store, storeName: 'Low Tide', status: '0' }));
  const again = () =>
    request(identity.app)
      .post('/api/users/register')
      .set(as())
      .send(aRegistration({ ...seller, email: 'other@example.com' }));
  expect((await again()).status).toBe(409);
  await hears(StoreClosed({ ...store, version: 2 }));
  expect((await again()).status).toBe(200);
  expect(await identity.db.source.query('SELECT is_seller FROM users WHERE id = $1', [id])).toEqual([{ is_seller: false }]);
});

test('news of a store that comes after its closing changes nothing', async () => {
  const { id } = await anAccount(identity, seller);
  const store = { sellerId: 1, userId: id, version: 3 };
  await deliver(identity.db.source, subscriptions, StoreClosed(store), 2);
  for (const [kind, version] of [
    [StoreOpened, 1],
    [StoreChanged, 2],
  ] as const)
    await deliver(identity.db.source, subscriptions, kind({ ...store, version, storeName: 'Low Tide', status: '0' }), 2);
  expect(await identity.db.source.query('SELECT * FROM store_names')).toEqual([]);
});

test('news of a store beside its closing on another replica do not take its name again', async () => {
  const { id } = await anAccount(identity, seller);
  const { source } = identity.db;
  const closing = source.createQueryRunner();
  await closing.startTransaction();
  await closing.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [id]);
  await closing.query('INSERT INTO closed_stores (seller_id) VALUES (1)');
  await closing.query('DELETE FROM store_names WHERE user_id = $1', [id]);
  const store = { sellerId: 1, userId: id, version: 2, storeName: 'Low Tide', status: 'active' };
  const delivery = deliver(source, subscriptions, StoreChanged(store), 2);
  await untilBlocked(source);
  await closing.commitTransaction();
  await closing.release();
  await delivery;
  expect(await source.query('SELECT * FROM store_names')).toEqual([]);
});

test('news of a store that has lost its name leaves the name that is known', async () => {
  const { id } = await anAccount(identity, seller);
  const store = { sellerId: 1, userId: id, status: 'active' };
  await deliver(identity.db.source, subscriptions, StoreOpened({ ...store, version: 1, storeName: 'High Tide' }), 2);
  await deliver(identity.db.source, subscriptions, StoreChanged({ ...store, version: 2, storeName: '' }), 2);
  expect(await identity.db.source.query('SELECT folded FROM store_names')).toEqual([{ folded: 'hlgh tlde' }]);
});

test('sellers of older data are said once more, buyers are not', async () => {
  const { id } = await anAccount(identity, seller);
  await anAccount(identity, { email: 'buyer@example.com' });
  const runner = identity.db.source.createQueryRunner();
  await new SaySellersAgain1796350001000().up(runner);
  await runner.release();
  expect(await emitted(identity.db.source, UserChanged)).toMatchObject([
    { userId: id, email: 'mara@example.com', previousEmail: null, passwordChanged: false },
  ]);
});
