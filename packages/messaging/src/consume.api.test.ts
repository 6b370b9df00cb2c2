import { randomUUID } from 'node:crypto';
import { currentRequest } from '@shop/http';
import { soon } from '@shop/postgres';
import { createMetrics } from '@shop/runtime';
import { openTestDatabase, testLog, type TestDatabase } from '@shop/runtime/testing';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import type { Message } from './brokers/broker';
import { putBackParked, retryOnce, take, takeDeliveries, type ConsumeParts } from './consume';
import { forgetInInbox, prune, secretsOf } from './prune';
import { on, type Subscription } from './subscriptions';
import { inTx, type Tx } from './tx';

const kindOf = (type: string, shape: z.ZodType = z.object({ n: z.int() })) => ({ type, shape, secret: false });
const Happened = kindOf('tests.happened', z.object({ n: z.int() }));
const message = (data: unknown = { n: 1 }, type = Happened.type): Message => ({
  id: randomUUID(),
  type,
  data,
  occurredAt: new Date().toISOString(),
  requestId: 'request-7',
});

let database: TestDatabase;
let broken: boolean;
beforeAll(async () => {
  database = await openTestDatabase({ entities: [], migrations: [] });
  await database.asOwner('CREATE TABLE effects (n int, who text); GRANT SELECT, INSERT ON effects TO test_service');
});
afterAll(() => database.drop());
beforeEach(async () => {
  broken = false;
  await database.asOwner('TRUNCATE effects, inbox, outbox');
});

async function writeWhenHappened({ db, emit }: Tx, data: unknown) {
  const { n } = data as { n: number };
  await db.query(`INSERT INTO effects VALUES ($1, 'write')`, [n]);
  await emit({ type: 'tests.written', data: { n } });
  if (broken) throw new Error(`no \u0000 luck`);
}
async function countWhenHappened({ db }: Tx, data: unknown) {
  await db.query(`INSERT INTO effects VALUES ($1, 'count')`, [(data as { n: number }).n]);
}
const partsOf = (...subscriptions: Subscription[]): ConsumeParts => ({
  source: database.source,
  subscriptions,
  log: testLog,
  metrics: createMetrics('test'),
});
const bothReactions = () => partsOf(on(Happened, writeWhenHappened), on(Happened, countWhenHappened));
const effects = () => database.source.query<{ n: number; who: string }[]>('SELECT n, who FROM effects ORDER BY who');
const announced = () => database.source.query<unknown[]>('SELECT request_id FROM outbox');
type Row = { reaction: string; state: string; attempts: number; wait: number; reason: string | null; body: unknown };
const inbox = () =>
  database.source.query<Row[]>(
    `SELECT reaction, state, attempts, reason, body, extract(epoch FROM next_try_at - now())::float AS wait FROM inbox ORDER BY reaction`,
  );
const makeDue = () => database.source.query(`UPDATE inbox SET next_try_at = now() WHERE state = 'waiting'`);

test('the same message three times has one effect for each reaction', async () => {
  const delivery = message();
  const parts = bothReactions();
  await take(parts, delivery);
  await Promise.all([take(parts, delivery), take(parts, delivery)]);
  expect(await effects()).toEqual([
    { n: 1, who: 'count' },
    { n: 1, who: 'write' },
  ]);
  expect(await announced()).toHaveLength(1);
});

test('two deliveries at the very same moment have one effect', async () => {
  const delivery = message();
  await Promise.all(Array.from({ length: 5 }, () => take(bothReactions(), delivery)));
  expect(await effects()).toHaveLength(2);
});

describe('beside another release', () => {
  const older = () => partsOf(on(Happened, writeWhenHappened));
  const newer = () => partsOf(on(Happened, writeWhenHappened), on(Happened, countWhenHappened));
  /** A replica of the newer release names its reactions, this many minutes ago. */
  const named = (minutes = 0) =>
    database.source.query(
      `INSERT INTO reactions (type, reaction, seen_at)
       SELECT $1, unnest(ARRAY['writeWhenHappened', 'countWhenHappened']), now() - make_interval(mins => $2)
       ON CONFLICT (type, reaction) DO UPDATE SET seen_at = EXCLUDED.seen_at`,
      [Happened.type, minutes],
    );
  afterEach(() => database.source.query('DELETE FROM reactions'));

  test('a reaction that only the newer has is left to its replicas, and happens once', async () => {
    await named();
    const delivery = message();
    const handle = takeDeliveries(older());
    await handle(delivery);
    await handle(delivery);
    expect(await effects()).toEqual([{ n: 1, who: 'write' }]);
    expect(await inbox()).toMatchObject([
      { reaction: 'countWhenHappened', state: 'waiting', body: { id: delivery.id } },
      { reaction: 'writeWhenHappened', state: 'done' },
    ]);

    expect(await retryOnce(older())).toBe(false);
    expect(await retryOnce(newer())).toBe(true);
    await takeDeliveries(newer())(delivery);
    expect(await effects()).toEqual([
      { n: 1, who: 'count' },
      { n: 1, who: 'write' },
    ]);
  });

  test('an event that the older does not hear at all is left too, among others that came with it', async () => {
    await database.source.query(`INSERT INTO reactions (type, reaction) VALUES ('tests.new', 'hearWhenNew')`);
    const handle = takeDeliveries(older());
    await Promise.all([handle(message({ n: 1 })), handle(message({ n: 2 }, 'tests.new')), handle(message({ n: 3 }))]);
    expect((await effects()).map(({ n }) => n)).toEqual([1, 3]);
    expect((await inbox()).map(({ reaction, state }) => [reaction, state])).toEqual([
      ['hearWhenNew', 'waiting'],
      ['writeWhenHappened', 'done'],
      ['writeWhenHappened', 'done'],
    ]);
  });

  test('a function that reacts to one more type in the newer is left that type alone', async () => {
    const Renamed = kindOf('tests.renamed');
    const withBoth = () => partsOf(on(Happened, writeWhenHappened), on(Renamed, writeWhenHappened));
    await database.source.query(
      `INSERT INTO reactions (type, reaction) SELECT unnest(ARRAY[$1, 'tests.renamed']), 'writeWhenHappened'`,
      [Happened.type],
    );
    await takeDeliveries(older())(message({ n: 2 }, 'tests.renamed'));
    expect(await retryOnce(older())).toBe(false);
    expect(await retryOnce(withBoth())).toBe(true);
    expect(await effects()).toEqual([{ n: 2, who: 'write' }]);
  });

  test('nothing is left for a release that is gone', async () => {
    await named(5);
    await takeDeliveries(older())(message());
    expect((await inbox()).map(({ reaction }) => reaction)).toEqual(['writeWhenHappened']);
  });
});

test('an event that a reaction emits belongs to the request that caused it', async () => {
  await take(bothReactions(), message());
  expect(await announced()).toEqual([{ request_id: 'request-7' }]);
  expect(currentRequest.getStore()).toBeUndefined();
});

test('a failed reaction leaves no rows and no announcement, is stored, and does not stop the other one', async () => {
  broken = true;
  await take(bothReactions(), message());
  expect(await effects()).toEqual([{ n: 1, who: 'count' }]);
  expect(await announced()).toEqual([]);
  const [, failed] = await inbox();
  expect(failed).toMatchObject({ reaction: 'writeWhenHappened', state: 'waiting', attempts: 1 });
  expect(failed!.reason).toMatch(/^no .* luck$/);
});

test('it is tried again after 1 s, 10 s, 1 min and 10 min, then parked with its reason; put back, it works', async () => {
  broken = true;
  const parts = partsOf(on(Happened, writeWhenHappened));
  await take(parts, message());
  const waits = [Math.round((await inbox())[0]!.wait)];
  expect(await retryOnce(parts)).toBe(false);
  for (let i = 0; i < 4; i += 1) {
    await makeDue();
    expect(await retryOnce(parts)).toBe(true);
    const [row] = await inbox();
    expect(row).toMatchObject({ state: i < 3 ? 'waiting' : 'parked', attempts: i + 2 });
    if (row!.state === 'waiting') waits.push(Math.round(row!.wait));
  }
  expect(waits).toEqual([1, 10, 60, 600]);
  expect(await effects()).toEqual([]);
  expect(await announced()).toEqual([]);
  expect(await retryOnce(parts)).toBe(false);

  expect(await putBackParked(database.source, 'anotherReaction')).toBe(0);
  expect(await putBackParked(database.source, 'writeWhenHappened')).toBe(1);
  broken = false;
  expect(await retryOnce(parts)).toBe(true);
  expect(await inbox()).toMatchObject([{ state: 'done', body: null, reason: null }]);
  expect(await effects()).toEqual([{ n: 1, who: 'write' }]);
  expect(await announced()).toHaveLength(1);
});

test('a waiting message that is delivered once more is still tried once', async () => {
  broken = true;
  const delivery = message();
  const parts = partsOf(on(Happened, writeWhenHappened));
  await take(parts, delivery);
  broken = false;
  await take(parts, delivery);
  expect(await effects()).toEqual([]);
  await makeDue();
  await retryOnce(parts);
  expect(await effects()).toHaveLength(1);
});

test('two services of one kind do not try the same delivery at once', async () => {
  broken = true;
  const parts = partsOf(on(Happened, writeWhenHappened));
  await take(parts, message());
  await makeDue();
  broken = false;
  const tried = await Promise.all([retryOnce(parts), retryOnce(parts), retryOnce(parts)]);
  expect(tried.filter(Boolean)).toHaveLength(1);
  expect(await effects()).toHaveLength(1);
});

test('data of the wrong shape are stored, not acted on', async () => {
  await take(partsOf(on(Happened, countWhenHappened)), message({ n: 'one' }));
  expect(await effects()).toEqual([]);
  expect(await inbox()).toMatchObject([{ state: 'waiting' }]);
});

test('a message that jsonb cannot hold is stored all the same', async () => {
  await take(partsOf(on(Happened, countWhenHappened)), message({ n: 'a\u0000\ud800' }));
  expect(await inbox()).toMatchObject([{ state: 'waiting', reason: expect.stringContaining('') as string }]);
});

test('a kind nobody reacts to is done with', async () => {
  await take(bothReactions(), message({}, 'tests.something-else'));
  expect(await inbox()).toEqual([]);
});

test('a delivery for a reaction that no longer exists is parked in the end, and the others go on', async () => {
  broken = true;
  await take(partsOf(on(Happened, writeWhenHappened)), message());
  await makeDue();
  const parts = partsOf(on(Happened, countWhenHappened));
  expect(await retryOnce(parts)).toBe(true);
  expect(await inbox()).toMatchObject([
    { state: 'waiting', attempts: 2, reason: expect.stringContaining('writeWhenHappened') as string },
  ]);
});

test('a reaction to two kinds of event is tried again with the kind that arrived', async () => {
  const Renamed = kindOf('tests.renamed', z.object({ n: z.int(), name: z.string() }));
  const parts = partsOf(on(Happened, writeWhenHappened), on(Renamed, writeWhenHappened));
  const strict = partsOf(on(kindOf(Happened.type, z.strictObject({ n: z.int() })), writeWhenHappened), parts.subscriptions[1]!);
  broken = true;
  await take(strict, message({ n: 2, name: 'x' }, Renamed.type));
  broken = false;
  await makeDue();
  await retryOnce(strict);
  expect(await inbox()).toMatchObject([{ state: 'done' }]);
  expect(await effects()).toEqual([{ n: 2, who: 'write' }]);
});

test('a reaction without a name is refused when it is declared', () => {
  expect(() => on(Happened, async () => {})).toThrow(/tests\.happened/);
});

test('when the own database cannot store even the failure, the broker is told to deliver again', async () => {
  const dropped = await openTestDatabase({ entities: [], migrations: [] });
  await dropped.drop();
  await expect(take({ ...bothReactions(), source: dropped.source }, message())).rejects.toThrow();
});

test('after 30 days what is handled goes; after an hour a code or token goes, also from what is still waiting', async () => {
  broken = true;
  const parts = partsOf(on(Happened, writeWhenHappened));
  await take(parts, message({ n: 1 }));
  broken = false;
  await take(parts, message({ n: 2 }));
  await take(parts, message({ n: 3 }));
  await database.source.query(
    `UPDATE inbox SET received_at = now() - interval '31 days' WHERE message_id = (SELECT message_id FROM inbox WHERE state = 'done' LIMIT 1)`,
  );
  await database.source.query(`UPDATE inbox SET received_at = now() - interval '61 minutes' WHERE state = 'waiting'`);
  await database.source.query(`UPDATE outbox SET sent_at = now() - interval '61 minutes'`);
  await prune(database.source, { whole: { [Happened.type]: 1, 'tests.written': 1 }, fields: {} });
  const rows = await inbox();
  expect(rows.map((row) => row.state).sort()).toEqual(['done', 'waiting']);
  expect(JSON.stringify(rows)).not.toContain('"n":1');
  expect(await database.source.query('SELECT DISTINCT data FROM outbox')).toEqual([{ data: {} }]);
  await makeDue();
  await retryOnce(parts);
  expect((await inbox()).find((row) => row.state === 'waiting')).toMatchObject({ attempts: 2 });
});

test('what is younger stays: rows for 30 days, a code or token for an hour, what waits for ever', async () => {
  const { source } = database;
  const parts = partsOf(on(Happened, writeWhenHappened));
  const secrets = { whole: { 'tests.written': 1, [Happened.type]: 1 }, fields: {} };
  for (const n of [1, 2]) await take(parts, message({ n }));
  await source.query(`UPDATE outbox SET sent_at = now() - interval '59 minutes', occurred_at = now() - interval '90 days'`);
  await source.query(`UPDATE inbox SET received_at = now() - interval '29 days 23 hours'`);
  await prune(source, secrets);
  expect(await source.query('SELECT data FROM outbox ORDER BY seq')).toEqual([{ data: { n: 1 } }, { data: { n: 2 } }]);
  expect(await inbox()).toHaveLength(2);

  await source.query(`UPDATE outbox SET sent_at = CASE WHEN data @> '{"n": 1}' THEN now() - interval '29 days 23 hours' END`);
  await source.query(`UPDATE inbox SET state = 'waiting', received_at = now() - interval '31 days'`);
  await prune(source, secrets);
  expect(await source.query('SELECT data FROM outbox ORDER BY seq')).toEqual([{ data: {} }, { data: { n: 2 } }]);
  expect(await inbox()).toHaveLength(2);
});

test('a token that holds for days is kept so long where it could not be handled yet, and an hour where it was sent', async () => {
  const { source } = database;
  const kind = { ...kindOf('tests.undoable'), secret: true, holdsHours: 48 };
  broken = true;
  const parts = partsOf(on(kind, writeWhenHappened));
  for (const n of [47, 49]) await take(parts, message({ n }, kind.type));
  broken = false;
  await source.query(`UPDATE inbox SET received_at = now() - make_interval(hours => (body #>> '{data,n}')::int)`);
  await inTx(source, (tx) => tx.emit({ type: kind.type, data: { n: 2 } }));
  await source.query(`UPDATE outbox SET sent_at = now() - interval '2 hours' WHERE type = $1`, [kind.type]);
  await prune(source, secretsOf([kind]));
  expect(await source.query(`SELECT data FROM outbox WHERE type = $1`, [kind.type])).toEqual([{ data: {} }]);
  expect(await source.query(`SELECT body -> 'data' AS data FROM inbox ORDER BY received_at`)).toEqual([
    { data: {} },
    { data: { n: 47 } },
  ]);
});

test('a secret event of an erased person is blanked at once, even while its secret is valid', async () => {
  const { source } = database;
  const kind = { ...kindOf('tests.undoable', z.object({ userId: z.int(), token: z.string() })), secret: true, holdsHours: 48 };
  const parts = partsOf(on(kind, () => Promise.reject(new Error('the mail room is away')), 'mailWhenUndoable'));
  for (const userId of [7, 77]) await take(parts, message({ userId, token: 'abc' }, kind.type));
  await source.transaction((db) => forgetInInbox(db, secretsOf([kind]), { userId: [7] }));
  expect(await source.query(`SELECT body -> 'data' AS data FROM inbox ORDER BY body -> 'data'`)).toEqual([
    { data: {} },
    { data: { token: 'abc', userId: 77 } },
  ]);
});

test('old rows are found without reading the whole inbox', async () => {
  const { source } = database;
  await source.query(
    `INSERT INTO inbox (reaction, message_id, type, state) SELECT 'x', gen_random_uuid(), $1, 'done' FROM generate_series(1, 20000)`,
    [Happened.type],
  );
  await source.query('ANALYZE inbox');
  const statements: [sql: string, values?: unknown[]][] = [];
  const create = source.createQueryRunner.bind(source);
  const spy = jest.spyOn(source, 'createQueryRunner').mockImplementation(() => {
    const runner = create();
    const query = runner.query.bind(runner) as (sql: string, values?: unknown[]) => Promise<unknown>;
    return Object.assign(runner, {
      query: (sql: string, values?: unknown[]) => {
        statements.push([sql, values]);
        return query(sql, values);
      },
    });
  });
  await prune(source, { whole: { [Happened.type]: 1 }, fields: {} });
  spy.mockRestore();
  const ofInbox = statements.filter(([sql]) => /^(DELETE FROM|UPDATE) inbox/.test(sql));
  expect(ofInbox).toHaveLength(2);
  for (const [sql, values] of ofInbox) {
    const plan = await source.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${sql}`, values);
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/Index Scan/);
  }
});

test('an hour after it was sent an event loses its secret fields, at any depth, and nothing else; unsent ones keep them', async () => {
  const link = '/api/orders/1/downloads/2?token=abc"\\x';
  const data = { id: 7, link, parts: [{ link, name: 'said "link": "x"' }, { link: null }, { link: '' }] };
  await inTx(database.source, (tx) => tx.emit({ type: 'tests.linked', data }, { type: 'tests.linked', data: { link } }));
  await database.source.query(
    `UPDATE outbox SET sent_at = now() - interval '61 minutes' WHERE type = 'tests.linked' AND data ? 'id'`,
  );
  const secrets = secretsOf([{ type: 'tests.linked', shape: z.unknown(), secret: ['link'] }]);
  for (let i = 0; i < 2; i += 1) await prune(database.source, secrets);
  const rows = await database.source.query<{ data: object }[]>(
    `SELECT data FROM outbox WHERE type = 'tests.linked' ORDER BY seq`,
  );
  expect(rows.map((row) => row.data)).toEqual([
    { id: 7, link: '', parts: [{ link: '', name: 'said "link": "x"' }, { link: null }, { link: '' }] },
    { link },
  ]);
});

describe('deliveries that arrive together', () => {
  const begun = (parts: ConsumeParts) => {
    const committed = jest.spyOn(parts.source, 'transaction');
    return () => committed.mock.calls.length;
  };
  afterEach(() => jest.restoreAllMocks());
  const messages = (...numbers: number[]) => numbers.map((n) => message({ n }));
  const numbers = async () => (await effects()).map(({ n, who }) => `${who} ${n}`).sort();

  test('share one transaction, in their order, each with the request that caused it', async () => {
    const parts = bothReactions();
    const transactions = begun(parts);
    const handle = takeDeliveries(parts);
    const deliveries = messages(3, 1, 2).map((delivery, at) => ({ ...delivery, requestId: `request-${at}` }));
    await Promise.all(deliveries.map(handle));
    expect(transactions()).toBe(1);
    expect(await numbers()).toEqual(['count 1', 'count 2', 'count 3', 'write 1', 'write 2', 'write 3']);
    expect(await database.source.query(`SELECT data ->> 'n' AS n, request_id FROM outbox ORDER BY seq`)).toEqual([
      { n: '3', request_id: 'request-0' },
      { n: '1', request_id: 'request-1' },
      { n: '2', request_id: 'request-2' },
    ]);
    expect(await inbox()).toHaveLength(6);
  });

  test('one that fails is stored by itself, and the others have their effect once', async () => {
    const handle = takeDeliveries(bothReactions());
    await Promise.all([...messages(1, 2), message({ n: 'three' }), ...messages(4)].map(handle));
    expect(await numbers()).toEqual(['count 1', 'count 2', 'count 4', 'write 1', 'write 2', 'write 4']);
    expect((await inbox()).filter(({ state }) => state !== 'done')).toMatchObject([
      { reaction: 'countWhenHappened', state: 'waiting', attempts: 1 },
      { reaction: 'writeWhenHappened', state: 'waiting', attempts: 1 },
    ]);
    expect(await announced()).toHaveLength(3);
  });

  test('one whose last statement fails as the transaction ends is stored by itself too, and tried again', async () => {
    const writeSoonWhenHappened = async ({ db }: Tx, { n }: { n: number }) => {
      await db.query(`INSERT INTO effects VALUES (10 / $1::int, 'soon')`, soon([n]));
    };
    const parts = partsOf(on(Happened, writeSoonWhenHappened as Subscription['react']));
    await Promise.all(messages(5, 0, 1).map(takeDeliveries(parts)));
    expect(await numbers()).toEqual(['soon 10', 'soon 2']);
    await makeDue();
    expect(await retryOnce(parts)).toBe(true);
    expect((await inbox()).filter(({ state }) => state !== 'done')).toMatchObject([
      { state: 'waiting', attempts: 2, reason: 'division by zero' },
    ]);
  });

  test('again, twice at once and beside new ones, have one effect', async () => {
    const parts = bothReactions();
    const [one, two, three] = messages(1, 2, 3) as [Message, Message, Message];
    const [handle, other] = [takeDeliveries(parts), takeDeliveries(parts)];
    await Promise.all([handle(one), handle(one), handle(two), other(two), other(one)]);
    await Promise.all([handle(two), handle(three), other(three), handle(one)]);
    expect(await numbers()).toEqual(['count 1', 'count 2', 'count 3', 'write 1', 'write 2', 'write 3']);
    expect(await announced()).toHaveLength(3);
  });

  test('have had no effect when the process dies between them', async () => {
    let last = false;
    async function dieAtSecondWhenHappened({ db, emit }: Tx, data: unknown) {
      const { n } = data as { n: number };
      await db.query(`INSERT INTO effects VALUES ($1, 'die')`, [n]);
      await emit({ type: 'tests.written', data: { n } });
      // Ending the connection has the same effect as the end of the process.
      if (n === 2 && !last) await db.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    }
    const parts = partsOf(on(Happened, dieAtSecondWhenHappened));
    const deliveries = messages(1, 2, 3);
    const failing = { ...parts, source: Object.create(parts.source) as DataSource };
    let transactions = 0;
    failing.source.transaction = (work: never) => {
      transactions += 1;
      if (transactions > 1) throw new Error('the process is dead');
      return parts.source.transaction(work);
    };
    failing.source.query = () => Promise.reject(new Error('the process is dead'));
    const settled = await Promise.allSettled(deliveries.map(takeDeliveries(failing)));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect([await effects(), await inbox(), await announced()]).toEqual([[], [], []]);

    last = true;
    await Promise.all(deliveries.map(takeDeliveries(parts)));
    expect(await numbers()).toEqual(['die 1', 'die 2', 'die 3']);
    expect(await announced()).toHaveLength(3);
  });

  test('do not wait long for a row that somebody else has: the others are done meanwhile', async () => {
    await database.source.query(`INSERT INTO effects VALUES (7, 'kept')`);
    await database.asOwner('GRANT UPDATE ON effects TO test_service');
    async function touchWhenHappened({ db }: Tx, data: unknown) {
      const { n } = data as { n: number };
      if (n === 7) await db.query(`UPDATE effects SET who = 'touched' WHERE n = 7`);
      else await db.query(`INSERT INTO effects VALUES ($1, 'free')`, [n]);
    }
    const handle = takeDeliveries(partsOf(on(Happened, touchWhenHappened)));
    const runner = database.source.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT 1 FROM effects WHERE n = 7 FOR UPDATE');
    const [blocked, ...free] = messages(7, 1, 2).map(handle);
    await Promise.all(free);
    expect(await numbers()).toEqual(['free 1', 'free 2', 'kept 7']);
    await runner.commitTransaction();
    await runner.release();
    await blocked;
    expect(await numbers()).toEqual(['free 1', 'free 2', 'touched 7']);
  });
});
