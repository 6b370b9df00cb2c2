import { StoreChanged } from '@shop/contracts/events';
import { as, deliver } from '@shop/runtime/testing';
import request from 'supertest';
import { NamesThatLookAlike1796400005000 } from '../migrations/1796400005000-names-that-look-alike';
import { NamesByTheirLook1797750000000 } from '../migrations/1797750000000-names-by-their-look';
import { subscriptions } from '../subscriptions';
import { anAccount, anAdmin, aRegistration, openIdentity } from '../testing/identity-app';

test('when names of older stores look alike, the first keeps the look, and the others a name of their own', async () => {
  const identity = await openIdentity();
  const { source } = identity.db;
  const [one, two, three] = [
    await anAdmin(identity, 'one@example.com'),
    await anAdmin(identity, 'two@example.com'),
    await anAdmin(identity, 'three@example.com'),
  ];
  await source.query(`INSERT INTO store_names (folded, user_id) VALUES ('night', $1), ('n\u0456ght', $2), ('low tide', $3)`, [
    one,
    two,
    three,
  ]);
  await source.query(`INSERT INTO store_names (folded, pending_email) VALUES ('n1ght', 'pending@example.com')`);
  await source.transaction(({ queryRunner }) => new NamesThatLookAlike1796400005000().up(queryRunner!));
  expect(await source.query('SELECT folded, user_id FROM store_names ORDER BY user_id')).toEqual([
    { folded: 'nlght', user_id: one },
    { folded: `nlght #${two}`, user_id: two },
    { folded: 'low tlde', user_id: three },
  ]);
  await identity.close();
});

test('a name in letters of another script is refused when it looks like a taken one as it is written or in capitals', async () => {
  const identity = await openIdentity(100);
  const register = async (email: string, shop_name: string) => {
    const form = aRegistration({ email, is_seller: true, shop_name });
    return (await request(identity.app).post('/api/users/register').set(as()).send(form)).status;
  };
  const [neo, smallNeo] = ['\u039d\u0395\u039f', '\u03bd\u03b5\u03bf'];
  expect(await register('moon@example.com', 'MOONRISE')).toBe(200);
  expect(await register('neo@example.com', neo)).toBe(200);
  expect(await register('nikos@example.com', '\u039dίκος')).toBe(200);
  for (const name of ['\u041cOONRISE', '\u043coonrise', 'GHOSTLI\u039dE', smallNeo, 'NEO', '\u03bdίκος', '\u039dΊΚΟΣ'])
    expect([name, await register('late@example.com', name)]).toEqual([name, 409]);
  await identity.close();
});

test("a store keeps a name also in other letters' case, once sellers has given it", async () => {
  const identity = await openIdentity(100);
  const { id } = await anAccount(identity, { is_seller: true, shop_name: 'Low Tide' });
  const store = { sellerId: 1, userId: id, status: '0' };
  for (const [version, storeName] of [
    [2, '\u039dίκος'],
    [3, '\u039dανά'],
  ] as const) {
    await deliver(identity.db.source, subscriptions, StoreChanged({ ...store, version, storeName }), 2);
    const form = aRegistration({ email: 'late@example.com', is_seller: true, shop_name: storeName.toLowerCase() });
    expect((await request(identity.app).post('/api/users/register').set(as()).send(form)).status).toBe(409);
  }
  await identity.close();
});

test('names that look alike by now are kept, and a registration loses such a name', async () => {
  const identity = await openIdentity(100);
  const { source } = identity.db;
  const [one, two, three] = [
    await anAdmin(identity, 'one@example.com'),
    await anAdmin(identity, 'two@example.com'),
    await anAdmin(identity, 'three@example.com'),
  ];
  // No names are stored meanwhile, because the release before told more names apart.
  const register = async (email: string, shop_name: string) => {
    const form = aRegistration({ email, is_seller: true, shop_name });
    await request(identity.app).post('/api/users/register').set(as()).send(form).expect(200);
    await source.query('DELETE FROM store_names');
  };
  await register('a@example.com', '\u041cO');
  await register('b@example.com', 'RNO');
  await register('c@example.com', '\u039dίκος');
  await register('d@example.com', 'MOONRISE');
  await source.query(
    `INSERT INTO store_names (folded, user_id) VALUES ('moonrlse', $1), ('\u043coonrlse', $2), ('\u043aofe\u0301 10', $3)`,
    [one, two, three],
  );
  await source.query(`INSERT INTO store_names (folded, pending_email) VALUES ('mo', 'a@example.com'), ('rno', 'b@example.com'),
    ('vĺkoς', 'c@example.com'), ('rnoonrlse', 'd@example.com')`);
  await identity.db.migrateAgain(new NamesByTheirLook1797750000000());
  expect(
    await source.query('SELECT folded, folded_capitals, user_id, pending_email FROM store_names ORDER BY user_id, folded'),
  ).toEqual([
    { folded: 'rnoonrlse', folded_capitals: null, user_id: one, pending_email: null },
    { folded: `rnoonrlse #${two}`, folded_capitals: null, user_id: two, pending_email: null },
    { folded: 'kofé lo', folded_capitals: null, user_id: three, pending_email: null },
    { folded: 'nĺkoς', folded_capitals: 'nĺkoo', user_id: null, pending_email: 'c@example.com' },
    { folded: 'rno', folded_capitals: 'rno', user_id: null, pending_email: 'a@example.com' },
  ]);
  expect(await source.query('SELECT folded_store_name AS folded FROM pending_registrations ORDER BY id')).toEqual(
    ['rno', 'rno', 'nĺkoς', 'rnoonrlse'].map((folded) => ({ folded })),
  );
  await identity.close();
});
