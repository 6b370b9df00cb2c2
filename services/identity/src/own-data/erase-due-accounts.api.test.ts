import { asUser } from '@shop/runtime/testing';
import request from 'supertest';
import { PASSWORD } from '../testing/a-factor';
import { anAccount, useIdentity } from '../testing/identity-app';
import { eraseDueAccounts } from './erase-due-accounts';

const identity = useIdentity();

/**
 * An account whose deletion is due.
 * @returns its id
 */
async function aLeaving(email: string): Promise<number> {
  const { id } = await anAccount(identity, { email });
  const body = { password: PASSWORD };
  await request(identity.app).post('/api/users/own-data/deletion').set(asUser(id)).send(body).expect(200);
  await identity.db.source.query('UPDATE account_deletions SET erase_at = now() WHERE user_id = $1', [id]);
  return id;
}

test('an account whose erasure fails keeps no other from being erased', async () => {
  const { db } = identity;
  const [broken, other] = [await aLeaving('mara@example.com'), await aLeaving('noa@example.com')];
  const erased = async () =>
    (await db.source.query<{ id: number }[]>('SELECT id FROM users WHERE deleted_at IS NOT NULL ORDER BY id')).map(
      ({ id }) => id,
    );
  await db.asOwner(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a bug'; END $$;
     CREATE TRIGGER refuse BEFORE UPDATE ON users FOR EACH ROW WHEN (OLD.id = ${broken}) EXECUTE FUNCTION refuse()`,
  );
  await expect(eraseDueAccounts(db.source)).rejects.toMatchObject({ errors: [{ message: 'a bug' }] });
  expect(await erased()).toEqual([other]);

  await db.asOwner('DROP TRIGGER refuse ON users');
  await eraseDueAccounts(db.source);
  expect(await erased()).toEqual([broken, other]);
});
