import { AdminActed, DataExportReady, personalDataGathered, PersonalDataRequested } from '@shop/contracts/events';
import type { DataExportView } from '@shop/contracts/views';
import { as, asAdmin, asUser, deliver, emitted } from '@shop/runtime/testing';
import { strFromU8, unzipSync } from 'fflate';
import request from 'supertest';
import type { EntityManager } from 'typeorm';
import { subscriptions } from '../subscriptions';
import { sweep } from '../sweep/sweep';
import { anApp, PASSWORD } from '../testing/a-factor';
import { anAccount, anAdmin, useIdentity } from '../testing/identity-app';
import { finishDataExports } from './finish-data-exports';
import { ownPart } from './own-part';

const OTHERS = ['orders', 'sellers', 'notifications', 'catalog'] as const;
type Other = (typeof OTHERS)[number];
const EXPORTS = '/api/users/own-data/exports';

const identity = useIdentity();
let mara: number;
beforeEach(async () => {
  mara = (await anAccount(identity)).id;
});

const source = () => identity.db.source;
const sql = <Row = Record<string, unknown>>(text: string, values: unknown[] = []) => source().query<Row[]>(text, values);
const ask = (body: object = { password: PASSWORD }, caller = asUser(mara)) =>
  request(identity.app).post(EXPORTS).set(caller).send(body);
const latest = async (caller = asUser(mara)) =>
  ((await request(identity.app).get(EXPORTS).set(caller).expect(200)).body as { data_export: DataExportView | null }).data_export;
const lastRequest = async () => (await emitted(source(), PersonalDataRequested)).at(-1)!;
const answers = (service: Other, whole: Record<string, unknown>, of: { userId: number; exportId: number }) =>
  personalDataGathered(of, service, whole);
const hears = async (events: { type: string; data: unknown }[], times = 1) => {
  for (const event of events) await deliver(source(), subscriptions, event, times);
};
const finish = () => Promise.all([finishDataExports(source()), finishDataExports(source())]);
const ready = () => emitted(source(), DataExportReady);
const fetchFile = (token: string, caller = asUser(mara)) =>
  request(identity.app)
    .get(`${EXPORTS}/${token}`)
    .set(caller)
    .buffer(true)
    .parse((res, callback) => {
      const pieces: Buffer[] = [];
      res.on('data', (piece: Buffer) => pieces.push(piece));
      res.on('end', () => callback(null, Buffer.concat(pieces)));
    });
const filesIn = (zip: unknown) =>
  Object.fromEntries(Object.entries(unzipSync(new Uint8Array(zip as Buffer))).map(([name, bytes]) => [name, strFromU8(bytes)]));
async function everybodyAnswers() {
  const of = await lastRequest();
  for (const service of OTHERS) await hears(answers(service, { from: service }, of));
}
async function aReadyExport(): Promise<string> {
  await ask().expect(200);
  await everybodyAnswers();
  await finish();
  return (await ready()).at(-1)!.token;
}

test('a user gets all their data as one file, once every part has come, in any order and more than once', async () => {
  await sql(`INSERT INTO list_entries (user_id, list, product_id, position) VALUES ($1, 'cart', 7, 0), ($1, 'wishlist', 9, 0)`, [
    mara,
  ]);
  await sql(
    `INSERT INTO email_changes (user_id, previous_email, email, expires_at, confirmed_at, undo_hash)
     VALUES ($1, 'mara.old@example.com', 'mara@example.com', now(), '2026-11-20T10:00:00Z', 'a-secret-hash')`,
    [mara],
  );
  const { body } = await ask().expect(200);
  expect(body).toMatchObject({ success: true, data_export: { state: 'gathering', until: null, missing: [] } });
  const of = await lastRequest();
  expect(of).toMatchObject({
    userId: mara,
    addresses: [
      { email: 'mara@example.com', until: null },
      { email: 'mara.old@example.com', until: '2026-11-20T10:00:00.000Z' },
    ],
  });

  // Three pages, the last one first; a cut between pages falls into a pair of surrogates.
  const long = { orders: [`${'x'.repeat(200_000 - 13)}😀${'y'.repeat(250_000)}`] };
  const pages = answers('orders', long, of);
  expect(pages).toHaveLength(3);
  for (const service of OTHERS.slice(1)) await hears(answers(service, { from: service }, of), 2);
  await hears(pages.slice(1).reverse(), 2);
  await finish();
  expect(await ready()).toEqual([]);
  await hears(pages.slice(0, 1));
  await finish();
  await finish();

  const [told] = await ready();
  expect(await ready()).toHaveLength(1);
  expect(told).toMatchObject({ userId: mara, email: 'mara@example.com', name: 'Mara', missing: [] });
  expect(Math.round((Date.parse(told!.until) - Date.now()) / 3_600_000)).toBe(24);
  expect(await latest()).toMatchObject({ state: 'ready', until: told!.until, missing: [] });

  const answer = await fetchFile(told!.token).expect(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="my-data.zip"',
    'cache-control': expect.stringContaining('no-store') as string,
  });
  const files = filesIn(answer.body);
  expect(Object.keys(files).sort()).toEqual(
    ['README.txt', 'account.json', 'mails.json', 'purchases.json', 'store.json', 'tracks.json'].sort(),
  );
  expect(JSON.parse(files['purchases.json']!)).toEqual(long);
  expect(JSON.parse(files['store.json']!)).toEqual({ from: 'sellers' });
  expect(files['README.txt']).not.toContain('Missing');
  expect(JSON.parse(files['account.json']!)).toMatchObject({
    account: { name: 'Mara', last_name: 'Lind', email: 'mara@example.com', country: 'Sweden' },
    sessions: [{ device: expect.any(String) as string }],
    address_changes: [{ previous_email: 'mara.old@example.com' }],
    cart: [7],
    wishlist: [9],
  });
  expect((await emitted(source(), AdminActed)).map(({ action, after }) => ({ action, after }))).toEqual(
    expect.arrayContaining([
      { action: 'account.data-requested', after: null },
      { action: 'account.data-exported', after: null },
    ]),
  );
});

test('each address is asked for until it was changed, and since another account gave it up before', async () => {
  const { id: noaId } = await anAccount(identity, { email: 'noa@example.com' });
  const changes = [
    [noaId, 'mara.new@example.com', 'mara.last@example.com', '2026-01-02T10:00:00.000Z'],
    [mara, 'mara@example.com', 'mara.new@example.com', '2026-01-03T10:00:00.000Z'],
    [mara, 'mara.new@example.com', 'mara@example.com', '2026-01-05T10:00:00.000Z'],
    [noaId, 'mara.last@example.com', 'mara.new@example.com', '2026-01-06T10:00:00.000Z'],
    [mara, 'mara@example.com', 'mara.last@example.com', '2026-01-07T10:00:00.000Z'],
    [noaId, 'mara.new@example.com', 'mara@example.com', '2026-01-08T10:00:00.000Z'],
  ] as const;
  const times = changes.map(([, , , at]) => at);
  await sql(
    `UPDATE users SET created_at = '2026-01-01T10:00:00Z', email = CASE id WHEN $1 THEN 'mara.last@example.com' ELSE $2 END`,
    [mara, 'mara@example.com'],
  );
  for (const change of changes)
    await sql(
      `INSERT INTO email_changes (user_id, previous_email, email, expires_at, confirmed_at) VALUES ($1, $2, $3, now(), $4)`,
      [...change],
    );
  await ask().expect(200);
  expect((await lastRequest()).addresses).toEqual([
    { email: 'mara.last@example.com', since: times[3], until: null },
    { email: 'mara@example.com', since: null, until: times[1] },
    { email: 'mara.new@example.com', since: times[0], until: times[2] },
    { email: 'mara@example.com', since: null, until: times[4] },
  ]);
  await ask({ password: PASSWORD }, asUser(noaId)).expect(200);
  expect((await lastRequest()).addresses[0]).toEqual({ email: 'mara@example.com', since: times[4], until: null });
});

test('nothing of others is in it, and nothing that opens something', async () => {
  const chief = await anAdmin(identity, 'chief@example.com');
  const noa = await anAccount(identity, { email: 'noa@example.com', name: 'Noa', last_name: 'Berg' });
  await request(identity.app)
    .post('/api/users/login')
    .set(as())
    .send({ email: 'mara@example.com', password: PASSWORD })
    .expect(200);
  await request(identity.app).put(`/api/users/${mara}`).set(asAdmin(chief)).send({ name: 'Marla' }).expect(200);
  for (const event of await emitted(source(), AdminActed)) await hears([AdminActed(event)]);
  const [session] = await sql<{ id: string }>('SELECT id FROM sessions WHERE user_id = $1', [mara]);
  const { secret, recoveryCodes } = await anApp(identity, mara, session!.id);
  await sql(
    `INSERT INTO passkeys (user_id, credential_id, name, public_key, counter, transports) VALUES ($1, 'cred-1', 'Laptop', 'key-1', 0, '{}')`,
    [mara],
  );
  await request(identity.app).post('/api/users/forgot-password').set(as()).send({ email: 'mara@example.com' });
  await ask({}, as({ userId: mara, sessionId: session!.id })).expect(200);
  await everybodyAnswers();
  await finish();
  const files = filesIn((await fetchFile((await ready())[0]!.token)).body);
  const account = files['account.json']!;
  expect(JSON.parse(account)).toMatchObject({
    passkeys: [{ name: 'Laptop', created_at: expect.any(String) as string }],
    authenticator_apps: [{ created_at: expect.any(String) as string }],
    unused_recovery_codes: recoveryCodes.length,
    audit_log: { about_you: [{ at: expect.any(String) as string, action: 'user.changed' }] },
  });
  const secrets = await sql<{ secret: string }>(
    `SELECT unnest(ARRAY[password_hash]) AS secret FROM users UNION ALL SELECT unnest(ARRAY[id::text, cookie_hash, bearer_hash]) FROM sessions
     UNION ALL SELECT device_hash FROM known_devices UNION ALL SELECT code_hash FROM recovery_codes UNION ALL SELECT token_hash FROM password_resets
     UNION ALL SELECT encode(secret_sealed, 'hex') FROM authenticator_apps`,
  );
  expect(secrets.length).toBeGreaterThan(8);
  const never = [...secrets.map((row) => row.secret), ...recoveryCodes, secret, 'cred-1', 'key-1', noa.token, 'Noa', 'chief@'];
  for (const word of never) expect(account).not.toContain(word);
});

test('a part that has not come after half an hour is named as missing, and is dropped when it comes', async () => {
  await ask().expect(200);
  const of = await lastRequest();
  const pages = answers('orders', { x: 'x'.repeat(250_000) }, of);
  await hears(answers('catalog', { from: 'catalog' }, of));
  await hears(answers('notifications', { from: 'notifications' }, of));
  await hears(pages.slice(0, 1));
  await finish();
  expect(await ready()).toEqual([]);
  await sql('UPDATE data_exports SET give_up_at = now()');
  await finish();
  const [told] = await ready();
  expect(told!.missing).toEqual(['orders, coupons and requests to our services', expect.stringContaining('your store')]);
  expect((await latest())!.missing).toEqual(['purchases.json', 'store.json']);
  const files = filesIn((await fetchFile(told!.token)).body);
  expect(Object.keys(files).sort()).toEqual(['README.txt', 'account.json', 'mails.json', 'tracks.json']);
  expect(files['README.txt']).toMatch(/Missing[^]*purchases\.json[^]*store\.json/);

  await hears([...pages.slice(1), ...answers('sellers', { from: 'sellers' }, of)]);
  expect(await sql('SELECT 1 FROM data_export_parts')).toEqual([]);
  await finish();
  expect(await ready()).toHaveLength(1);
});

test('a part for another account, or for what nobody asked, is not kept', async () => {
  const noa = await anAccount(identity, { email: 'noa@example.com' });
  await ask().expect(200);
  const { exportId } = await lastRequest();
  await hears(answers('orders', {}, { userId: noa.id, exportId }));
  await hears(answers('orders', {}, { userId: mara, exportId: exportId + 1 }));
  expect(await sql('SELECT 1 FROM data_export_parts')).toEqual([]);
});

test('a file that cannot be made keeps no other from being made', async () => {
  const noa = await anAccount(identity, { email: 'noa@example.com' });
  await ask().expect(200);
  await everybodyAnswers();
  await ask(undefined, asUser(noa.id)).expect(200);
  await everybodyAnswers();
  await sql(
    `UPDATE data_export_parts SET part = 'broken' WHERE service = 'orders' AND export_id = (SELECT min(id) FROM data_exports)`,
  );
  await expect(finishDataExports(source())).rejects.toThrow('could not be made');
  expect(await ready()).toMatchObject([{ userId: noa.id }]);
  expect((await latest())!.state).toBe('gathering');
});

test('a file can be asked for once a day, and asking again while it is made changes nothing', async () => {
  const [one, other] = await Promise.all([ask(), ask()]);
  expect([one.status, other.status]).toEqual([200, 200]);
  expect(one.body).toEqual(other.body);
  expect(await emitted(source(), PersonalDataRequested)).toHaveLength(1);
  await everybodyAnswers();
  await finish();

  const refused = await ask();
  const { next_at } = (await latest())!;
  expect([refused.status, refused.body]).toMatchObject([
    429,
    { code: 'once-a-day', error: expect.stringContaining(next_at.slice(0, 16).replace('T', ' ')) as string },
  ]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);

  const { token } = (await ready())[0]!;
  await sql(`UPDATE data_exports SET asked_at = now() - interval '25 hours'`);
  expect((await ask().expect(200)).body).toMatchObject({ data_export: { state: 'gathering' } });
  await fetchFile(token).expect(404);
  expect(await emitted(source(), PersonalDataRequested)).toHaveLength(2);
});

test('without the password nothing happens; who has a factor confirms that instead', async () => {
  for (const body of [{}, { password: 'Not-Mine-1!' }])
    expect((await ask(body)).body).toMatchObject({ code: 'wrong-password', field: 'password' });
  const noStep = await ask({}, as({ userId: mara, steppedUp: false }));
  expect([noStep.status, noStep.body]).toMatchObject([403, { code: 'step-up-required' }]);
  expect(await emitted(source(), PersonalDataRequested)).toEqual([]);
  expect(await latest()).toBeNull();
});

test('the link is for the account alone, opens for a day, and is not kept', async () => {
  const noa = await anAccount(identity, { email: 'noa@example.com' });
  const token = await aReadyExport();
  const stored = JSON.stringify(await sql(`SELECT token_hash, encode(file, 'escape') AS file FROM data_exports`));
  expect(stored).not.toContain(token);
  expect(stored).not.toMatch(/mara|account\.json/i);

  await request(identity.app).get(`${EXPORTS}/${token}`).set(as()).expect(401);
  await fetchFile(token, asUser(noa.id)).expect(404);
  await fetchFile(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`).expect(404);
  expect(await latest(asUser(noa.id))).toBeNull();
  await fetchFile(token).expect(200);
  await fetchFile(token).expect(200);

  await sql('UPDATE data_exports SET until = now()');
  await fetchFile(token).expect(404);
  expect(await latest()).toBeNull();
  await sweep(source(), { adminIdleMinutes: 30 });
  expect(await sql('SELECT 1 FROM data_exports')).toEqual([]);
});

test('tokens are not to be guessed with a session', async () => {
  for (let i = 0; i < 30; i += 1) await fetchFile('x').expect(404);
  await fetchFile('x').expect(429);
});

test('an erased account takes its file along, and what comes later is not kept', async () => {
  const chief = await anAdmin(identity, 'chief@example.com');
  await aReadyExport();
  const noa = await anAccount(identity, { email: 'noa@example.com' });
  await ask(undefined, asUser(noa.id)).expect(200);
  const of = await lastRequest();
  await hears(answers('orders', { of: 'Noa' }, of));
  expect(await sql('SELECT user_id FROM data_exports')).toHaveLength(2);
  for (const id of [mara, noa.id]) await request(identity.app).delete(`/api/users/${id}`).set(asAdmin(chief)).expect(200);
  for (const service of OTHERS) await hears(answers(service, { of: 'Noa' }, of));
  await finish();
  for (const table of ['data_exports', 'data_export_parts'])
    expect([table, await sql(`SELECT 1 FROM ${table}`)]).toEqual([table, []]);
  expect(await ready()).toHaveLength(1);
});

test('acts of admins on an account are found without reading acts on others', async () => {
  await sql(
    `INSERT INTO audit_entries (admin_id, action, subject_type, subject_id, subject_name, at)
     SELECT 9, 'user.changed', 'user', 1000 + n, 'Account ' || n, now() FROM generate_series(1, 20000) n`,
  );
  await identity.db.asOwner('ANALYZE audit_entries');
  const plans: string[] = [];
  const explain = async (text: string, values: unknown[]) => {
    const plan = await sql<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
    plans.push(plan.map((line) => line['QUERY PLAN']).join('\n'));
    return [];
  };
  await ownPart({ query: explain } as unknown as EntityManager, mara);
  const ofLog = plans.filter((plan) => plan.includes('audit_entries'));
  expect(ofLog).toHaveLength(2);
  for (const plan of ofLog) expect(plan).toMatch(/Index Cond: \((admin|subject)_id = /);
});
