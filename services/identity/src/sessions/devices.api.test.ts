import { NewDeviceLoggedIn } from '@shop/contracts/events';
import { as, asGateway, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import type { DataSource } from 'typeorm';
import { sweep } from '../sweep/sweep';
import { PASSWORD } from '../testing/a-factor';
import { anAccount, cookieIn, deviceIn, openIdentity, type IdentityApp } from '../testing/identity-app';

let identity: IdentityApp;
beforeEach(async () => {
  identity = await openIdentity();
});
afterEach(() => identity.close());

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';

type Session = { id: string; device: string; place: string; current: boolean; first_used_at: string; last_used_at: string };
const ask = (credential: string) =>
  request(identity.app).post('/internal/sessions').set(asGateway()).send({ kind: 'cookie', credential });
const ownerOf = async (credential: string) =>
  ((await ask(credential)).body as { owner: { userId: number; sessionId: string } | null }).owner;
const listOf = async (caller: ReturnType<typeof as>) =>
  ((await request(identity.app).get('/api/users/sessions').set(caller)).body as { data: Session[] }).data;
const sql = <Row = unknown>(text: string, values: unknown[] = []) => identity.db.source.query<Row[]>(text, values);

async function twoSessions() {
  const { id, cookie } = await anAccount(identity);
  const again = await request(identity.app)
    .post('/api/users/login')
    .set({ ...as({ address: '198.51.100.23' }), 'user-agent': WINDOWS })
    .send({ email: 'mara@example.com', password: PASSWORD });
  const { sessionId } = (await ownerOf(cookie))!;
  return { id, cookie, sessionId, other: cookieIn(again.headers['set-cookie']), caller: as({ userId: id, sessionId }) };
}

test('sessions are listed with device and network, and the current one is marked', async () => {
  const { sessionId, caller } = await twoSessions();
  const sessions = await listOf(caller);
  expect(sessions).toHaveLength(2);
  expect(sessions.find(({ current }) => current)?.id).toBe(sessionId);
  expect(sessions.find(({ current }) => !current)).toMatchObject({ device: 'Chrome on Windows', place: '198.51.100.x' });
  expect(JSON.stringify(await sql('SELECT * FROM sessions'))).not.toContain('198.51.100.23');
});

test('a device that the account was not used from before is told to its owner, once', async () => {
  await anAccount(identity);
  expect(await emitted(identity.db.source, NewDeviceLoggedIn)).toEqual([]);
  const login = (device: string | null) =>
    request(identity.app)
      .post('/api/users/login')
      .set({ ...as({ address: '198.51.100.23', device }), 'user-agent': WINDOWS })
      .send({ email: 'mara@example.com', password: PASSWORD });
  await login(deviceIn(await login(null)));
  expect(await emitted(identity.db.source, NewDeviceLoggedIn)).toMatchObject([
    { email: 'mara@example.com', name: 'Mara', device: 'Chrome on Windows', place: '198.51.100.x' },
  ]);
});

test('an account knows twenty devices: another takes the place of the one that was used the longest ago', async () => {
  const mara = await anAccount(identity);
  const noa = await anAccount(identity, { email: 'noa@example.com' });
  const login = (device: string | null = null) =>
    request(identity.app).post('/api/users/login').set(as({ device })).send({ email: 'mara@example.com', password: PASSWORD });
  const knownTo = async ({ id }: { id: number }) =>
    (
      await sql<{ device_hash: string }>('SELECT device_hash FROM known_devices WHERE user_id = $1 ORDER BY last_seen_at', [id])
    ).map(({ device_hash }) => device_hash);
  const devices: (string | null)[] = [];
  for (let n = 0; n < 20; n += 1) devices.push(deviceIn(await login()));
  // The device that registered is the twenty-first.
  expect(await knownTo(mara)).toEqual(devices);

  const [first, , ...others] = devices;
  await login(first);
  const latest = deviceIn(await login());
  expect(await knownTo(mara)).toEqual([...others, first, latest]);
  expect(await knownTo(noa)).toHaveLength(1);
});

test('last use is told to the minute', async () => {
  const { cookie, sessionId, caller } = await twoSessions();
  const lastUse = async () => Date.parse((await listOf(caller)).find(({ id }) => id === sessionId)!.last_used_at);
  await sql(`UPDATE sessions SET last_used_at = now() - interval '40 seconds'`);
  const before = await lastUse();
  await ask(cookie);
  expect(await lastUse()).toBe(before);
  await sql(`UPDATE sessions SET last_used_at = now() - interval '2 minutes'`);
  const began = Date.now();
  await ask(cookie);
  expect(await lastUse()).toBeGreaterThanOrEqual(began - 1000);
});

test('signing one out ends it and leaves the others; a foreign one is not there', async () => {
  const { cookie, other, sessionId, caller } = await twoSessions();
  const otherId = (await ownerOf(other))!.sessionId;
  const noa = await anAccount(identity, { email: 'noa@example.com' });
  const end = (id: string, by: ReturnType<typeof as>) => request(identity.app).delete(`/api/users/sessions/${id}`).set(by);
  expect((await end(otherId, as({ userId: noa.id }))).status).toBe(404);
  expect((await end('nonsense', caller)).status).toBe(400);
  expect((await end(otherId, caller)).status).toBe(200);
  expect([await ownerOf(other), (await ownerOf(cookie))?.sessionId]).toEqual([null, sessionId]);
  expect(String((await end(sessionId, caller)).headers['set-cookie'])).toMatch(/sid=;/);
  expect(await ownerOf(cookie)).toBeNull();
});

test('signing out everywhere ends all of them', async () => {
  const { cookie, other, caller } = await twoSessions();
  const noa = await anAccount(identity, { email: 'noa@example.com' });
  const out = await request(identity.app).post('/api/users/logout-everywhere').set(caller);
  expect(String(out.headers['set-cookie'])).toMatch(/sid=;.*userId=;/s);
  expect([await ownerOf(cookie), await ownerOf(other)]).toEqual([null, null]);
  expect(await ownerOf(noa.cookie)).not.toBeNull();
});

test('an admin who does nothing for half an hour is logged out; others are not', async () => {
  const { id, cookie } = await anAccount(identity);
  const noa = await anAccount(identity, { email: 'noa@example.com' });
  await sql(`UPDATE users SET admin_role = 'owner' WHERE id = $1`, [id]);
  await sql(`UPDATE sessions SET last_used_at = now() - interval '29 minutes'`);
  expect(await ownerOf(cookie)).toMatchObject({ userId: id });
  // The look-up above counts as a use.
  expect(
    await sql(`SELECT 1 FROM sessions WHERE user_id = $1 AND last_used_at > now() - interval '1 minute'`, [id]),
  ).toHaveLength(1);
  await sql(`UPDATE sessions SET last_used_at = now() - interval '31 minutes'`);
  expect(await ownerOf(cookie)).toBeNull();
  expect(await ownerOf(noa.cookie)).toMatchObject({ userId: noa.id });
});

test('how long an admin may do nothing is configured', async () => {
  await identity.close();
  identity = await openIdentity(1, { adminIdleMinutes: 5 });
  const { cookie } = await anAccount(identity);
  await sql(`UPDATE users SET admin_role = 'owner'`);
  await sql(`UPDATE sessions SET last_used_at = now() - interval '6 minutes'`);
  expect(await ownerOf(cookie)).toBeNull();
});

test('with the shortest time there is, an admin who does something stays logged in', async () => {
  await identity.close();
  identity = await openIdentity(1, { adminIdleMinutes: 1 });
  const { cookie } = await anAccount(identity);
  await sql(`UPDATE users SET admin_role = 'owner'`);
  for (const _ of ['a use', 'and another']) {
    await sql(`UPDATE sessions SET last_used_at = last_used_at - interval '40 seconds'`);
    expect(await ownerOf(cookie)).not.toBeNull();
  }
});

test('old sessions and devices are found without a look at all accounts, sessions and devices', async () => {
  await sql(
    `INSERT INTO users (email, name, last_name, country, password_hash, admin_role)
     SELECT n || '@example.com', 'Mara', 'Lind', 'Sweden', '', CASE WHEN n <= 3 THEN 'owner' END FROM generate_series(1, 20000) n`,
  );
  await sql(
    `INSERT INTO sessions (user_id, cookie_hash, bearer_hash, expires_at, bearer_expires_at, device, place)
     SELECT id, 'c' || id, 'b' || id, now() + id * interval '30 s', now(), 'Firefox', '192.0.2.x' FROM users`,
  );
  await sql(
    `INSERT INTO known_devices (user_id, device_hash, last_seen_at) SELECT id, 'd' || id, now() - id * interval '25 min' FROM users`,
  );
  await identity.db.asOwner('ANALYZE users, sessions, known_devices');

  const plans: string[] = [];
  const explain = async (text: string, values?: unknown[]) => {
    const plan = await sql<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
    plans.push(plan.map((line) => line['QUERY PLAN']).join('\n'));
    return [];
  };
  await sweep({ query: explain, manager: { query: explain } } as unknown as DataSource, { adminIdleMinutes: 30 });
  const ofLarge = plans.filter((plan) => /^Delete on (sessions|known_devices)/.test(plan));
  expect(ofLarge).toHaveLength(3);
  expect(ofLarge.filter((plan) => plan.includes('Seq Scan'))).toEqual([]);
});
