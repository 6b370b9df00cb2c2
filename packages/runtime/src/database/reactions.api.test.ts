import { on } from '@shop/messaging';
import { z } from 'zod';
import { openTestDatabase, type TestDatabase } from '../testing';
import { keepReactions } from './reactions';

const Happened = { type: 'tests.happened', shape: z.object({}), secret: false };
const before = [on(Happened, async function countWhenHappened() {}), on(Happened, async function mailWhenHappened() {})];
const after = [on(Happened, async function countWhenHappened() {}), on(Happened, async function archiveWhenHappened() {})];

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase({ entities: [], migrations: [] });
});
afterEach(() => database.drop());

/** Each reaction, and whether it counts already. */
const reactions = async () => {
  const rows = await database.source.query<{ reaction: string; counts: boolean }[]>(
    'SELECT reaction, since <= seen_at AS counts FROM reactions ORDER BY reaction',
  );
  return rows.map(({ reaction, counts }) => [reaction, counts]);
};
const minutesPass = (minutes: number) =>
  database.source.query(
    'UPDATE reactions SET since = since - make_interval(mins => $1), seen_at = seen_at - make_interval(mins => $1)',
    [minutes],
  );

test('the first release counts at once; what a newer one adds counts when the older replicas know of it', async () => {
  await keepReactions(database.source, before);
  expect(await reactions()).toEqual([
    ['countWhenHappened', true],
    ['mailWhenHappened', true],
  ]);
  await minutesPass(1);
  await keepReactions(database.source, after);
  await keepReactions(database.source, before);
  expect(await reactions()).toEqual([
    ['archiveWhenHappened', false],
    ['countWhenHappened', true],
    ['mailWhenHappened', true],
  ]);
});

test('a reaction that no replica names any more goes, and what was left for it is done with it', async () => {
  await keepReactions(database.source, before);
  await database.source.query(
    `INSERT INTO inbox (reaction, message_id, type, state, body, attempts, next_try_at)
     VALUES ('mailWhenHappened', gen_random_uuid(), $1, 'waiting', '{}', 0, now()), ('mailWhenHappened', gen_random_uuid(), $1, 'waiting', '{}', 1, now())`,
    [Happened.type],
  );
  await minutesPass(6);
  await keepReactions(database.source, after);
  expect(await reactions()).toEqual([
    ['archiveWhenHappened', false],
    ['countWhenHappened', true],
  ]);
  // one that had failed waits on, for an operator
  expect(await database.source.query('SELECT state, attempts FROM inbox ORDER BY attempts')).toEqual([
    { state: 'done', attempts: 0 },
    { state: 'waiting', attempts: 1 },
  ]);
});
