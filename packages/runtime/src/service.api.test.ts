import { setTimeout as pause } from 'node:timers/promises';
import { createInProcessBroker, inTx, on, type Tx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { openDatabase } from './database/database';
import { rowsByKey } from './operators/facts';
import { runService, type RunningService, type ServiceParts } from './service';
import { as, endpoint, eventually, openTestDatabase, testConfig, testLog, type TestDatabase } from './testing';
import { startCuttableProxy, type CuttableProxy } from './testing/proxy';

const Ordered = { type: 'tests.ordered', shape: z.object({ n: z.int() }), secret: false };
let database: TestDatabase;
const TOKEN = 'a-token-for-the-operators-of-the-kitchen';
const operator = { headers: { authorization: `Bearer ${TOKEN}` } };

let wire: CuttableProxy;
let source: DataSource;
let service: RunningService;
let cooked: number[];
let broken: boolean;
let slowCalls: number;
let broker: ReturnType<typeof createInProcessBroker>;

async function cookWhenOrdered(_tx: Tx, { n }: { n: number }) {
  await pause(1);
  if (broken) throw new Error('no gas');
  cooked.push(n);
}
const parts = (): ServiceParts => ({
  name: 'kitchen',
  queue: 'tests.kitchen',
  queuesOf: () => ['tests.kitchen'],
  config: { ...testConfig(database.url), OPS_TOKEN: ['the token before this one', TOKEN] },
  source,
  broker,
  log: testLog,
  events: [Ordered],
  subscriptions: [on(Ordered, cookWhenOrdered)],
  facts: [
    {
      name: 'meals',
      hashed: ['cook'],
      read: rowsByKey(`SELECT n AS key, 'Mara Lind' AS cook, n % 2 = 0 AS even FROM generate_series(2500, 1, -1) n`),
    },
  ],
  measured: [{ name: 'meals', help: 'x', query: 'SELECT count(*) AS value FROM inbox' }],
  endpoints: [
    endpoint({
      method: 'post',
      path: '/api/orders/:n',
      who: 'anyone',
      summary: 'Orders',
      params: z.object({ n: z.coerce.number().int() }),
      handle: ({ params }) => inTx(source, (tx) => tx.emit({ type: Ordered.type, data: params })).then(() => ({})),
    }),
    endpoint({
      method: 'get',
      path: '/api/slow',
      who: 'anyone',
      summary: 'x',
      handle: () => {
        slowCalls += 1;
        return pause(300).then(() => ({ done: true }));
      },
    }),
  ],
});
beforeEach(async () => {
  cooked = [];
  broken = false;
  slowCalls = 0;
  broker = createInProcessBroker();
  database = await openTestDatabase({ entities: [], migrations: [] });
  const through = new URL(database.url);
  wire = await startCuttableProxy(Number(through.port));
  through.port = String(wire.port);
  source = await openDatabase({ url: through.toString(), entities: [], migrations: [], log: testLog });
  service = await runService(parts());
});
afterEach(async () => {
  await service.stop();
  await wire.close();
  await database.drop();
});
const order = (n: number) => fetch(`${service.url}/api/orders/${n}`, { method: 'POST', headers: as({}, 'kitchen') });
const ops = async (path: string, init?: RequestInit) => {
  const answer = await fetch(service.opsUrl + path, init);
  return { status: answer.status, text: await answer.text() };
};

const scrape = () => ({ signal: AbortSignal.timeout(10_000) });

test('a request becomes an event and the event a reaction, of one service with itself too', async () => {
  for (const n of [1, 2, 3]) expect((await order(n)).status).toBe(200);
  await eventually(() => expect(cooked.sort()).toEqual([1, 2, 3]));
  const { text } = await ops('/metrics');
  expect(text).toMatch(/^consumer_lag_seconds_count\{service="kitchen"\} 3$/m);
  expect(text).toMatch(/^database_pool_connections\{state="awaited",service="kitchen"\} 0$/m);
  expect(text).toMatch(/^meals\{service="kitchen"\} 3$/m);
  expect(text).toMatch(/^database_up\{service="kitchen"\} 1$/m);
});

test('a failed reaction shows in /metrics and /parked, and /parked/put-back has it tried again', async () => {
  broken = true;
  await order(1);
  await eventually(async () => expect((await ops('/metrics')).text).toMatch(/inbox_waiting\{service="kitchen"\} 1/));
  await database.source.query(`UPDATE inbox SET attempts = 4, next_try_at = now()`);
  await eventually(async () => expect((await ops('/metrics')).text).toMatch(/inbox_parked\{service="kitchen"\} 1/));
  expect(JSON.parse((await ops('/parked', operator)).text)).toMatchObject([
    { reaction: 'cookWhenOrdered', attempts: 5, reason: 'no gas' },
  ]);
  broken = false;
  expect(JSON.parse((await ops('/parked/put-back?reaction=other', { method: 'POST', ...operator })).text)).toEqual({
    putBack: 0,
  });
  expect(JSON.parse((await ops('/parked/put-back', { method: 'POST', ...operator })).text)).toEqual({ putBack: 1 });
  await eventually(() => expect(cooked).toEqual([1]));
});

test('parked messages are for the operators of this service alone; health and metrics are open', async () => {
  broken = true;
  await order(1);
  await eventually(async () => expect((await ops('/metrics')).text).toMatch(/inbox_waiting\{service="kitchen"\} 1/));
  await database.source.query(`UPDATE inbox SET state = 'parked'`);
  for (const headers of [{}, { authorization: TOKEN }, { authorization: `Bearer ${TOKEN}x` }, as({ admin: true }, 'kitchen')]) {
    const answers = [await ops('/parked', { headers }), await ops('/parked/put-back', { method: 'POST', headers })];
    expect(answers.map(({ status, text }) => [status, text.includes('no gas')])).toEqual([
      [401, false],
      [401, false],
    ]);
  }
  expect(await database.source.query('SELECT state FROM inbox')).toEqual([{ state: 'parked' }]);
  expect([(await ops('/healthz')).status, (await ops('/readyz')).status]).toEqual([200, 200]);
});

test('facts come whole and in the order of their keys, hashed where they are personal, and to operators alone', async () => {
  const factLines = async (salt: string) =>
    (await ops(`/facts/meals?salt=${salt}`, operator)).text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const salt = 'a-word-for-one-check';
  const lines = await factLines(salt);
  expect(lines.at(-1)).toEqual({ rows: 2500 });
  expect(lines.slice(0, -1).map(({ key }) => key)).toEqual(Array.from({ length: 2500 }, (_, at) => at + 1));
  expect(lines[1]).toEqual({ key: 2, cook: expect.stringMatching(/^[\w-]{16}$/) as string, even: true });
  expect((await factLines(salt))[0]).toEqual(lines[0]);
  expect((await factLines('another-word-for-one'))[0]!.cook).not.toBe(lines[0]!.cook);
  expect((await ops(`/facts/meals?salt=${salt}`)).status).toBe(401);
  expect((await ops(`/facts/meals`, operator)).status).toBe(400);
  expect((await ops(`/facts/none?salt=${salt}`, operator)).status).toBe(404);
  expect((await ops('/operations/none', { method: 'POST', ...operator })).status).toBe(404);
});

test('sent events are listed while they can be handled, without those that were blanked as a whole', async () => {
  await database.source.query(
    `INSERT INTO outbox (id, type, data, sent_at, blanked)
     SELECT gen_random_uuid(), type, data::jsonb, now(), blanked FROM (VALUES
       ('tests.code', '{"code": "1234"}', false), ('tests.old-code', '{}', true), ('tests.old', '{"n": 1}', true)) AS sent (type, data, blanked)`,
  );
  const { text } = await ops('/facts/events-sent?salt=a-word-for-one-check', operator);
  const types = [...text.matchAll(/"type":"([^"]+)"/g)].map(([, type]) => type);
  expect(types.sort()).toEqual(['tests.code', 'tests.old']);
});

test('without the service’s own token nobody sees or puts back parked messages', async () => {
  await service.stop();
  source = await openDatabase({ url: database.url, entities: [], migrations: [], log: testLog });
  const base = parts();
  service = await runService({ ...base, config: { ...base.config, OPS_TOKEN: undefined } });
  for (const path of ['/parked', '/parked/put-back'])
    expect((await ops(path, { ...operator, method: path === '/parked' ? 'GET' : 'POST' })).status).toBe(401);
});

test('/metrics counts requests by route, not by address', async () => {
  await order(7);
  expect((await ops('/metrics')).text).toMatch(/http_request_duration_seconds_count\{[^}]*route="\/api\/orders\/:n"[^}]*\} 1/);
});

test('a service is not ready before it has loaded what it answers from, and is alive meanwhile', async () => {
  await service.stop();
  let loaded = false;
  source = await openDatabase({ url: database.url, entities: [], migrations: [], log: testLog });
  service = await runService({ ...parts(), isLoaded: () => loaded });
  const loading = await ops('/readyz');
  expect([loading.status, JSON.parse(loading.text)]).toEqual([
    503,
    { ready: false, database: true, broker: true, loaded: false, draining: false },
  ]);
  expect((await ops('/healthz')).status).toBe(200);
  loaded = true;
  expect((await ops('/readyz')).status).toBe(200);
});

test('without its database the service is alive and not ready; operators get answers, and it comes back', async () => {
  expect((await ops('/readyz')).status).toBe(200);
  await wire.down();
  expect((await ops('/healthz')).status).toBe(200);
  const unready = await ops('/readyz');
  expect([unready.status, JSON.parse(unready.text)]).toEqual([
    503,
    { ready: false, database: false, broker: true, loaded: true, draining: false },
  ]);
  const metrics = await ops('/metrics');
  expect([metrics.status, metrics.text]).toEqual([200, expect.stringMatching(/^database_up\{service="kitchen"\} 0$/m)]);
  const parked = await ops('/parked', operator);
  expect([parked.status, parked.text]).toEqual([503, expect.not.stringContaining('node_modules')]);
  const answer = await order(1);
  expect(answer.status).toBe(503);
  await wire.up();
  await eventually(async () => expect((await ops('/readyz')).status).toBe(200));
  expect((await order(2)).status).toBe(200);
  await eventually(() => expect(cooked).toEqual([2]));
});

test('when its connections are open and silent, the service is ready again by itself and loses nothing', async () => {
  await service.stop();
  const through = Object.assign(new URL(database.url), { port: wire.port }).toString();
  source = await openDatabase({ url: through, entities: [], migrations: [], log: testLog, answerWithinMs: 1500 });
  service = await runService(parts());
  expect((await order(1)).status).toBe(200);
  // The relay and the tasks use connections too: with several idle ones, the next order gets an open one and makes none.
  await Promise.all(Array.from({ length: 5 }, () => source.query('SELECT pg_sleep(0.1)')));
  wire.stall();
  expect((await order(2)).status).toBe(503);
  await eventually(async () => expect((await ops('/readyz')).status).toBe(200));
  expect((await order(3)).status).toBe(200);
  await eventually(() => expect(cooked.sort()).toEqual([1, 3]));
});

test('a database that hangs shows in /metrics before Prometheus gives up asking', async () => {
  expect((await ops('/metrics', scrape())).text).toMatch(/^database_up\{service="kitchen"\} 1$/m);
  // Idle connections are taken first, so the next statement meets a silent one.
  await Promise.all(Array.from({ length: 5 }, () => source.query('SELECT pg_sleep(0.1)')));
  wire.stall();
  const { text } = await ops('/metrics', scrape());
  expect(text).toMatch(/^database_up\{service="kitchen"\} 0$/m);
  expect(text).toMatch(/^process_cpu_seconds_total/m);
  wire.cut();
});

test('while every connection is in use the service stays ready, for the others are no less busy', async () => {
  for (const path of ['/readyz', '/metrics']) expect((await ops(path)).status).toBe(200);
  const runners = Array.from({ length: 10 }, () => source.createQueryRunner());
  // The relay and the tasks need some too.
  await Promise.all(runners.map((runner) => runner.connect()));
  expect((await ops('/readyz')).status).toBe(200);
  const { text } = await ops('/metrics', scrape());
  expect(text).toMatch(/^database_up\{service="kitchen"\} 1$/m);
  expect(text).toMatch(/^database_pool_connections\{state="awaited",service="kitchen"\} [1-9]/m);
  await Promise.all(runners.map((runner) => runner.release()));
  await eventually(async () => expect((await ops('/readyz')).status).toBe(200));
});

test('stop() does not wait for all that is to be tried again', async () => {
  await database.source.query(
    `INSERT INTO inbox (reaction, message_id, type, state, attempts, next_try_at, body)
     SELECT 'cookWhenOrdered', id, 'tests.ordered', 'waiting', 1, now(),
            jsonb_build_object('id', id, 'type', 'tests.ordered', 'requestId', NULL, 'occurredAt', now(), 'data', '{"n": 1}'::jsonb)
     FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 5000)) AS made`,
  );
  await eventually(() => expect(cooked.length).toBeGreaterThan(0));
  await service.stop();
  const [{ left }] = await database.source.query<[{ left: number }]>(
    `SELECT count(*)::int AS left FROM inbox WHERE state = 'waiting'`,
  );
  expect(left).toBeGreaterThan(0);
  source = await openDatabase({ url: database.url, entities: [], migrations: [], log: testLog });
  service = await runService(parts());
});

test('stop() lets a running request finish', async () => {
  await order(1);
  const slow = fetch(`${service.url}/api/slow`, { headers: as({}, 'kitchen') });
  await eventually(() => expect(slowCalls).toBe(1));
  await service.stop();
  expect(await (await slow).json()).toEqual({ done: true });
  source = await openDatabase({ url: database.url, entities: [], migrations: [], log: testLog });
  service = await runService(parts());
});

test('stop() lets requests finish while a task takes long, and ends after the task', async () => {
  await service.stop();
  source = await openDatabase({ url: database.url, entities: [], migrations: [], log: testLog });
  let started = false;
  let release = () => {};
  const run = () => {
    started = true;
    return new Promise<void>((resolve) => (release = resolve)).then(() => source.query('SELECT 1'));
  };
  service = await runService({ ...parts(), tasks: [{ name: 'long', everyMs: 1, run }] });
  await eventually(() => expect(started).toBe(true));
  const slow = fetch(`${service.url}/api/slow`, { headers: as({}, 'kitchen') });
  await eventually(() => expect(slowCalls).toBe(1));
  let over = false;
  const stopping = service.stop().then(() => (over = true));
  expect(await (await slow).json()).toEqual({ done: true });
  // Nobody listens any more, but the task still has its database.
  await eventually(() => expect(fetch(service.opsUrl)).rejects.toThrow());
  expect(over).toBe(false);
  release();
  await stopping;

  source = await openDatabase({ url: database.url, entities: [], migrations: [], log: testLog });
  service = await runService(parts());
});

test('a service without a key to check its callers with does not start', async () => {
  const base = parts();
  await expect(runService({ ...base, config: { ...base.config, INTERNAL_JWT_PUBLIC_KEYS: 'nothing' } })).rejects.toThrow(
    'INTERNAL_JWT_PUBLIC_KEYS',
  );
});
