import type { DataSource } from 'typeorm';
import { sweep } from './sweep';
import { openIdentity, type IdentityApp } from './testing/identity-app';

let identity: IdentityApp;
beforeEach(async () => {
  identity = await openIdentity();
});
afterEach(() => identity.db.drop());

test('old sessions and devices are found without a look at all accounts, sessions and devices', async () => {
  const { source, asOwner } = identity.db;
  await source.query(
    `INSERT INTO users (email, name, last_name, country, password_hash, admin_role)
     SELECT n || '@example.com', 'Mara', 'Lind', 'Sweden', '', CASE WHEN n <= 3 THEN 'owner' END FROM generate_series(1, 20000) n`,
  );
  await source.query(
    `INSERT INTO sessions (user_id, cookie_hash, bearer_hash, expires_at, bearer_expires_at, device, place)
     SELECT id, 'c' || id, 'b' || id, now() + id * interval '30 s', now(), 'Firefox', '192.0.2.x' FROM users`,
  );
  await source.query(
    `INSERT INTO known_devices (user_id, device_hash, last_seen_at) SELECT id, 'd' || id, now() - id * interval '25 min' FROM users`,
  );
  await asOwner('ANALYZE users, sessions, known_devices');

  const plans: string[] = [];
  const explain = async (text: string, values?: unknown[]) => {
    const plan = await source.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${text}`, values);
    plans.push(plan.map((line) => line['QUERY PLAN']).join('\n'));
    return [];
  };
  await sweep({ query: explain, manager: { query: explain } } as unknown as DataSource, { adminIdleMinutes: 30 });
  const ofLarge = plans.filter((plan) => /^Delete on (sessions|known_devices)/.test(plan));
  expect(ofLarge).toHaveLength(3);
  expect(ofLarge.filter((plan) => plan.includes('Seq Scan'))).toEqual([]);
});
