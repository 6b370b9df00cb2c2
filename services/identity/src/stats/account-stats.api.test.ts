import type { AccountStats } from '@shop/contracts/views';
import { as, asAdmin, asGateway } from '@shop/runtime/testing';
import request from 'supertest';
import { anAccount, anAdmin, useIdentity } from '../testing/identity-app';

const identity = useIdentity(100);

const stats = (caller = asGateway()) => request(identity.app).get('/internal/account-stats').set(caller);

test('counts the accounts that are not deleted, and shows the ten newest of them', async () => {
  await identity.db.source.query(
    `INSERT INTO users (email, name, last_name, country, password_hash)
     SELECT 'u' || n || '@example.com', 'Name' || n, 'Last', 'Norway', 'secret-hash' FROM generate_series(1, 11) n`,
  );
  await anAdmin(identity, 'chief@example.com');
  const account = await anAccount(identity, { email: 'gone@example.com' });
  await request(identity.app).delete(`/api/users/${account.id}`).set(asAdmin(999)).expect(200);
  const mara = await anAccount(identity);

  const { totalUsers, recentUsers } = (await stats().expect(200)).body as AccountStats;
  expect([totalUsers, recentUsers.length]).toEqual([13, 10]);
  expect(recentUsers[0]).toEqual({
    id: mara.id,
    name: 'Mara',
    last_name: 'Lind',
    email: 'mara@example.com',
    country: 'Sweden',
    is_seller: false,
    created_at: expect.any(String) as string,
  });
  expect(recentUsers[1]).toMatchObject({ name: 'Shop' });
});

test('is told to the gateway alone', async () => {
  for (const caller of [as(), asAdmin()]) expect((await stats(caller)).status).toBe(404);
});
