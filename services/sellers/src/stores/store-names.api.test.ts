import { StoreChanged, StoreNameCollided, StoreOpened, UserDeleted } from '@shop/contracts/events';
import { emitted } from '@shop/runtime/testing';
import { NamesThatLookAlike1796510000000 } from '../migrations/1796510000000-names-that-look-alike';
import { NamesByTheirLook1797750000000 } from '../migrations/1797750000000-names-by-their-look';
import { aSeller, aUser, edit, useStores } from '../testing/stores-app';

const stores = useStores();

const aStore = (userId: number, storeName: string) => aSeller(stores, { userId, seller: { storeName, socialLink: null } });
const names = () => stores.source.query('SELECT store_name, folded_name FROM sellers ORDER BY id');

test('a store whose name looks like another opens under a name of its own, and the operator is told', async () => {
  await aStore(7, 'Low Tide');
  const second = await aStore(8, 'L\u043ew T1de');
  expect(await emitted(stores.source, StoreOpened)).toMatchObject([
    { storeName: 'Low Tide' },
    { sellerId: second, storeName: 'L\u043ew T1de 2' },
  ]);
  expect(await emitted(stores.source, StoreNameCollided)).toMatchObject([{ sellerId: second, wantedName: 'L\u043ew T1de' }]);
});

test("the shop's own name is nobody's store: one that wants it opens under another, and none is renamed to it", async () => {
  const id = await aStore(7, 'Gh\u043estline');
  expect(await emitted(stores.source, StoreOpened)).toMatchObject([{ sellerId: id, storeName: 'Gh\u043estline 2' }]);
  expect(await emitted(stores.source, StoreNameCollided)).toMatchObject([{ sellerId: id, wantedName: 'Gh\u043estline' }]);
  expect(await edit(stores, id, { shop_name: 'GHOSTLINE' })).toMatchObject({
    status: 409,
    body: { code: 'store-name-taken', field: 'shop_name' },
  });
});

test('no store opens without a name: the event that has lost it waits for an operator, unless the account is gone', async () => {
  const blanked = aUser({ name: '', lastName: '', email: '', country: '', seller: { storeName: '', socialLink: '' } });
  await expect(stores.hears(blanked)).rejects.toThrow('openStoreWhenUserVerified: the event has lost the name of the store');
  expect(await names()).toEqual([]);
  await stores.hears(UserDeleted({ userId: 7, version: 2 }));
  await stores.hears(blanked);
});

test('the look of a closed store is free', async () => {
  await aStore(7, 'Low Tide');
  await stores.hears(UserDeleted({ userId: 7, version: 2 }));
  await aStore(8, 'L0w Tide');
  expect(await emitted(stores.source, StoreNameCollided)).toEqual([]);
});

test('the database itself keeps two open stores from looking alike', async () => {
  await aStore(7, 'Low Tide');
  const otherStore = await aStore(8, 'Quay');
  await expect(stores.source.query(`UPDATE sellers SET folded_name = 'low tlde' WHERE id = $1`, [otherStore])).rejects.toThrow();
});

test('older stores that look alike all keep their names, and their other facts can be changed', async () => {
  await stores.source.query(
    `INSERT INTO sellers (user_id, store_name) VALUES (1, 'Night'), (2, 'N\u0456ght'), (3, 'Low Tide'), (4, 'N1ght')`,
  );
  await stores.source.query(`INSERT INTO sellers (user_id, store_name, deleted_at) VALUES (5, 'Closed store 5', now())`);
  await stores.migrateAgain(new NamesThatLookAlike1796510000000());
  const [first, second, third] = [1, 2, 4].map((id) => `nlght${id === 1 ? '' : ` #${id}`}`);
  expect(await names()).toEqual([
    { store_name: 'Night', folded_name: first },
    { store_name: 'N\u0456ght', folded_name: second },
    { store_name: 'Low Tide', folded_name: 'low tlde' },
    { store_name: 'N1ght', folded_name: third },
    { store_name: 'Closed store 5', folded_name: null },
  ]);
  await edit(stores, 2, { social_link: null, shop_name: 'N\u0456ght' }).expect(200);
  expect((await edit(stores, 2, { shop_name: 'N\u0456GHT' })).status).toBe(409);
});

test('a store opens under a name of its own also where capitals look alike and small letters do not, or the other way round', async () => {
  await aStore(7, 'MOONRISE');
  await aStore(8, '\u041cOONRISE');
  await aStore(9, '\u039d\u0395\u039f');
  await aStore(10, '\u03bd\u03b5\u03bf');
  await aStore(11, 'NEO');
  await aStore(12, 'GHOSTLI\u039dE');
  expect((await emitted(stores.source, StoreOpened)).map((store) => store.storeName)).toEqual([
    'MOONRISE',
    '\u041cOONRISE 2',
    '\u039d\u0395\u039f',
    '\u03bd\u03b5\u03bf 2',
    'NEO 3',
    'GHOSTLI\u039dE 2',
  ]);
});

test('a name is taken in whatever case it is written', async () => {
  await aStore(7, '\u039dίκος');
  await aStore(8, '\u03bdίκος');
  await aStore(9, '\u039dΊΚΟΣ');
  expect((await emitted(stores.source, StoreOpened)).map((store) => store.storeName)).toEqual([
    '\u039dίκος',
    '\u03bdίκος 2',
    '\u039dΊΚΟΣ 3',
  ]);
  expect((await edit(stores, 2, { shop_name: '\u03bdίκος' })).status).toBe(409);
  expect((await edit(stores, 1, { shop_name: '\u03bdίκος' })).status).toBe(200);
});

test('stores that look alike by now keep their names, and no other gets such a name', async () => {
  await stores.source.query(
    `INSERT INTO sellers (user_id, store_name, folded_name) VALUES (1, '\u041cOONRISE', 'moonrlse'), (2, 'Moonrise', 'rnoonrlse'),
      (3, 'Veo', 'veo'), (4, '\u039d\u0395\u039f', 'veo #4'), (5, '\u03bdero', 'vero'), (6, 'Quay', 'quay')`,
  );
  await stores.source.query(`INSERT INTO sellers (user_id, store_name, deleted_at) VALUES (7, 'Closed store 7', now())`);
  await stores.migrateAgain(new NamesByTheirLook1797750000000());
  expect(await stores.source.query('SELECT store_name, folded_name, folded_capitals FROM sellers ORDER BY id')).toEqual([
    { store_name: '\u041cOONRISE', folded_name: 'rnoonrlse #1', folded_capitals: 'rnoonrlse' },
    { store_name: 'Moonrise', folded_name: 'rnoonrlse', folded_capitals: 'rnoonrlse' },
    { store_name: 'Veo', folded_name: 'veo', folded_capitals: 'veo' },
    { store_name: '\u039d\u0395\u039f', folded_name: 'neo', folded_capitals: 'neo' },
    { store_name: '\u03bdero', folded_name: 'vero', folded_capitals: 'nero' },
    { store_name: 'Quay', folded_name: 'quay', folded_capitals: 'quay' },
    { store_name: 'Closed store 7', folded_name: null, folded_capitals: null },
  ]);
  expect((await edit(stores, 3, { shop_name: '\u041coonrise' })).status).toBe(409);
});

test('stores that look otherwise than before are said again, because identity knows their looks alone', async () => {
  await stores.source.query(
    `INSERT INTO sellers (user_id, store_name, folded_name) VALUES (1, '\u039d\u0395\u039f', 'veo'), (2, '\u03bdero', 'vero'), (3, 'Quay', 'quay')`,
  );
  await stores.migrateAgain(new NamesByTheirLook1797750000000());
  const texts = [
    { sellerId: 1, userId: 1, version: 2, storeName: '\u039d\u0395\u039f', status: '0' },
    { sellerId: 2, userId: 2, version: 2, storeName: '\u03bdero', status: '0' },
  ];
  expect(await emitted(stores.source, StoreChanged)).toEqual(texts);
  expect(await stores.source.query('SELECT version FROM sellers ORDER BY id')).toEqual([2, 2, 1].map((version) => ({ version })));
});
