import { on } from '@shop/messaging';
import { z } from 'zod';
import { openTestDatabase, type TestDatabase } from '../testing';
import { reactionsKeeper } from './reactions';

const Happened = { type: 'tests.happened', shape: z.object({}), secret: false };
const before = [on(Happened, async function countWhenHappened() {}), on(Happened, async function mailWhenHappened() {})];
const after = [on(Happened, async function countWhenHappened() {}), on(Happened, async function archiveWhenHappened() {})];

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase({ entities: [], migrations: [] });
});
afterEach(() => database.drop());

/** Each reaction, and how many seconds after its last naming it counts; 0 when it counts already. */
const reactions = async () => {
  const rows = await database.source.query<{ reaction: string; later: number }[]>(
    'SELECT reaction, greatest(0, extract(epoch FROM since - seen_at))::int AS later FROM reactions ORDER BY reaction',
  );
  return rows.map(({ reaction, later }) => [reaction, later]);
};
const minutesPass = (minutes: number) =>
  database.source.query(
    'UPDATE reactions SET since = since - make_interval(mins => $1), seen_at = seen_at - make_interval(mins => $1)',
    [minutes],
  );

test('the first release counts at once; what a newer one adds counts when the older replicas know of it', async () => {
  const [older, newer] = [reactionsKeeper(database.source, before), reactionsKeeper(database.source, after)];
  await older();
  expect(await reactions()).toEqual([
    ['countWhenHappened', 0],
    ['mailWhenHappened', 0],
  ]);
  await minutesPass(1);
  await newer();
  await older();
  // More than the two seconds for which a replica uses its last answer (packages/messaging/src/other-releases.ts).
  expect(await reactions()).toEqual([
    ['archiveWhenHappened', 10],
    ['countWhenHappened', 0],
    ['mailWhenHappened', 0],
  ]);
});

test('a reaction that no replica names any more goes, and what was left for it is done with it', async () => {
  await reactionsKeeper(database.source, before)();
  await database.source.query(
    `INSERT INTO inbox (reaction, message_id, type, state, body, attempts, next_try_at)
     VALUES ('mailWhenHappened', gen_random_uuid(), $1, 'waiting', '{}', 0, now()), ('mailWhenHappened', gen_random_uuid(), $1, 'waiting', '{}', 1, now())`,
    [Happened.type],
  );
  const newer = reactionsKeeper(database.source, after);
  for (let minute = 0; minute < 6; minute += 1) {
    expect((await reactions()).map(([reaction]) => reaction)).toContain('mailWhenHappened');
    await minutesPass(1);
    await newer();
  }
  expect((await reactions()).map(([reaction]) => reaction)).toEqual(['archiveWhenHappened', 'countWhenHappened']);
  // A failed delivery goes on waiting, for an operator.
  expect(await database.source.query('SELECT state, attempts FROM inbox ORDER BY attempts')).toEqual([
    { state: 'done', attempts: 0 },
    { state: 'waiting', attempts: 1 },
  ]);
});

test('after an outage, which made all of them old, the first replica that is back removes none', async () => {
  await reactionsKeeper(database.source, before)();
  const newer = reactionsKeeper(database.source, after);
  for (let minute = 0; minute < 4; minute += 1) await newer();
  const query = jest.spyOn(database.source, 'query').mockRejectedValueOnce(new Error('Connection terminated'));
  await expect(newer()).rejects.toThrow('terminated');
  query.mockRestore();
  await minutesPass(20);
  for (let minute = 0; minute < 5; minute += 1) await newer();
  expect((await reactions()).map(([reaction]) => reaction)).toContain('mailWhenHappened');
});
