import { NamesThatLookAlike1796400005000 } from '../migrations/1796400005000-names-that-look-alike';
import { anAdmin, openIdentity } from '../testing/identity-app';

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
