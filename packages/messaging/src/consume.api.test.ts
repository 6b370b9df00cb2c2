import { randomUUID } from 'node:crypto';
import { currentRequest } from '@shop/http';
import { createMetrics } from '@shop/runtime';
import { openTestDatabase, testLog, type TestDatabase } from '@shop/runtime/testing';
import { z } from 'zod';
import type { Message } from './broker';
import { putBackParked, retryOnce, take, type ConsumeParts } from './consume';
import { prune, secretsOf } from './prune';
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
const both = () => partsOf(on(Happened, writeWhenHappened), on(Happened, countWhenHappened));
const effects = () => database.source.query<{ n: number; who: string }[]>('SELECT n, who FROM effects ORDER BY who');
const announced = () => database.source.query<unknown[]>('SELECT request_id FROM outbox');
type Row = { reaction: string; state: string; attempts: number; wait: number; reason: string | null; body: unknown };
const inbox = () =>
  database.source.query<Row[]>(
    `SELECT reaction, state, attempts, reason, body, extract(epoch FROM next_try_at - now())::float AS wait FROM inbox ORDER BY reaction`,
  );
const makeDue = () => database.source.query(`UPDATE inbox SET next_try_at = now() WHERE state = 'waiting'`);

test('the same message three times has one effect for each reaction', async () => {
  const one = message();
  const parts = both();
  await take(parts, one);
  await Promise.all([take(parts, one), take(parts, one)]);
  expect(await effects()).toEqual([
    { n: 1, who: 'count' },
    { n: 1, who: 'write' },
  ]);
  expect(await announced()).toHaveLength(1);
});

test('two deliveries at the very same moment have one effect', async () => {
  const one = message();
  await Promise.all(Array.from({ length: 5 }, () => take(both(), one)));
  expect(await effects()).toHaveLength(2);
});

test('what a reaction announces carries on the request that caused it', async () => {
  await take(both(), message());
  expect(await announced()).toEqual([{ request_id: 'request-7' }]);
  expect(currentRequest.getStore()).toBeUndefined();
});

test('a failed reaction leaves no rows and no announcement, is stored, and does not stop the other one', async () => {
  broken = true;
  await take(both(), message());
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
  const one = message();
  const parts = partsOf(on(Happened, writeWhenHappened));
  await take(parts, one);
  broken = false;
  await take(parts, one);
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
  await take(both(), message({}, 'tests.something-else'));
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

test('one reaction to two kinds of event is tried again with the kind that came', async () => {
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
  const gone = await openTestDatabase({ entities: [], migrations: [] });
  await gone.drop();
  await expect(take({ ...both(), source: gone.source }, message())).rejects.toThrow();
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
  await prune(database.source, { whole: [Happened.type, 'tests.written'], fields: {} });
  const rows = await inbox();
  expect(rows.map((row) => row.state).sort()).toEqual(['done', 'waiting']);
  expect(JSON.stringify(rows)).not.toContain('"n":1');
  expect(await database.source.query('SELECT DISTINCT data FROM outbox')).toEqual([{ data: {} }]);
  await makeDue();
  await retryOnce(parts);
  expect((await inbox()).find((row) => row.state === 'waiting')).toMatchObject({ attempts: 2 });
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
