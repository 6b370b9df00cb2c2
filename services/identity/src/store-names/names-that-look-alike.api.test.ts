import { as } from '@shop/runtime/testing';
import request from 'supertest';
import { NamesThatLookAlike1796400005000 } from '../migrations/1796400005000-names-that-look-alike';
import { NamesByTheirLook1797750000000 } from '../migrations/1797750000000-names-by-their-look';
import { anAdmin, aRegistration, openIdentity } from '../testing/identity-app';

test('of older stores whose names look alike the first keeps the look, and the others a name of their own', async () => {
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

test('a name in letters of another script is refused when it looks like a taken one as it is written, in capitals or in small letters', async () => {
  const identity = await openIdentity(100);
  const register = async (email: string, shop_name: string) => {
    const form = aRegistration({ email, is_seller: true, shop_name });
    return (await request(identity.app).post('/api/users/register').set(as()).send(form)).status;
  };
  const [neo, smallNeo] = ['\u039d\u0395\u039f', '\u03bd\u03b5\u03bf'];
  expect(await register('moon@example.com', 'MOONRISE')).toBe(200);
  expect(await register('neo@example.com', neo)).toBe(200);
  for (const name of ['\u041cOONRISE', '\u043coonrise', 'GHOSTLI\u039dE', smallNeo, 'NEO'])
    expect([name, await register('late@example.com', name)]).toEqual([name, 409]);
  await identity.close();
});

test('names that look alike by now are kept, and a registration loses such a name', async () => {
  const identity = await openIdentity();
  const { source } = identity.db;
  const [one, two, three] = [
    await anAdmin(identity, 'one@example.com'),
    await anAdmin(identity, 'two@example.com'),
    await anAdmin(identity, 'three@example.com'),
  ];
  await source.query(
    `INSERT INTO store_names (folded, user_id) VALUES ('moonrlse', $1), ('rnoonrlse', $2), ('\u043aofe\u0301 10', $3)`,
    [one, two, three],
  );
  await source.query(`INSERT INTO store_names (folded, pending_email) VALUES ('mo', 'a@example.com'), ('rno', 'b@example.com')`);
  await source.transaction(({ queryRunner }) => new NamesByTheirLook1797750000000().up(queryRunner!));
  expect(await source.query('SELECT folded, user_id, pending_email FROM store_names ORDER BY user_id')).toEqual([
    { folded: `rnoonrlse #${one}`, user_id: one, pending_email: null },
    { folded: 'rnoonrlse', user_id: two, pending_email: null },
    { folded: 'kofé lo', user_id: three, pending_email: null },
    { folded: 'rno', user_id: null, pending_email: 'b@example.com' },
  ]);
  await identity.close();
});
