import { openDatabase } from '@shop/runtime';
import { as, endpoint, openTestDatabase, testApp, testLog, wrongAnswers, type TestDatabase } from '@shop/runtime/testing';
import request from 'supertest';
import type { DataSource } from 'typeorm';
import { implement } from '../implement';
import { onceIn, rateLimiter } from './rate-limit';

let database: TestDatabase;
let replica: DataSource;
beforeAll(async () => {
  database = await openTestDatabase({ entities: [], migrations: [] });
  replica = await openDatabase({ url: database.url, entities: [], migrations: [], log: testLog });
});
afterAll(async () => {
  await replica.destroy();
  await database.drop();
});

const limiters = (name: string, points: number, rateScale?: number) =>
  [database.source, replica].map((source) => rateLimiter(source, { name, points, seconds: 60 }, rateScale));
const outcomes = async (uses: Promise<void>[]) =>
  (await Promise.allSettled(uses)).filter((result) => result.status === 'fulfilled').length;

test('two replicas share one allowance, however many ask at once', async () => {
  const [mine, yours] = limiters('shared', 10);
  const uses = Array.from({ length: 40 }, (_, i) => (i % 2 ? mine! : yours!).use('192.0.2.1'));
  expect(await outcomes(uses)).toBe(10);
  await expect(mine!.use('192.0.2.2')).resolves.toBeUndefined();
});

test('looking does not count, and forgiving gives all of it back', async () => {
  const [mine, yours] = limiters('looked-at', 2);
  for (let i = 0; i < 5; i += 1) await mine!.check('k');
  await mine!.use('k');
  await yours!.check('k');
  await yours!.use('k');
  await expect(mine!.check('k')).rejects.toMatchObject({ status: 429 });
  await yours!.forgive('k');
  await expect(mine!.use('k')).resolves.toBeUndefined();
});

test('giving back restores one use', async () => {
  const [mine, yours] = limiters('given-back', 2);
  await mine!.use('k');
  await mine!.use('k');
  await yours!.giveBack('k');
  await expect(mine!.use('k')).resolves.toBeUndefined();
  await expect(mine!.use('k')).rejects.toMatchObject({ status: 429 });
});

test('a use that is refused does not count', async () => {
  const [mine, yours] = limiters('refused', 1);
  await mine!.use('k');
  for (let i = 0; i < 3; i += 1) await expect(yours!.use('k')).rejects.toMatchObject({ status: 429 });
  await mine!.giveBack('k');
  await expect(yours!.use('k')).resolves.toBeUndefined();
});

test('the allowance comes back when its time is over', async () => {
  const [mine] = limiters('short', 1);
  await mine!.use('k');
  await expect(mine!.use('k')).rejects.toMatchObject({ status: 429 });
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_001);
  await expect(mine!.use('k')).resolves.toBeUndefined();
  clock.mockRestore();
});

test('the scale multiplies it; one use is always left', async () => {
  expect(await outcomes(Array.from({ length: 10 }, () => limiters('doubled', 3, 2)[0]!.use('k')))).toBe(6);
  expect(await outcomes(Array.from({ length: 3 }, () => limiters('tiny', 3, 0.001)[0]!.use('k')))).toBe(1);
});

test('keys that begin alike are not one, however long they are', async () => {
  const [mine] = limiters('long', 1);
  const long = 'a'.repeat(260);
  await mine!.use(`${long}1`);
  await expect(mine!.use(`${long}2`)).resolves.toBeUndefined();
  await expect(mine!.use(`${long}1`)).rejects.toMatchObject({ status: 429 });
});

test('over HTTP it is 429 with the seconds to wait', async () => {
  const [mine] = limiters('http', 1);
  const app = testApp([
    endpoint({ method: 'get', path: '/x', who: 'anyone', summary: 'x', handle: ({ caller }) => mine!.use(caller.address) }),
  ]);
  expect((await request(app).get('/x').set(as())).status).toBe(200);
  const refused = await request(app).get('/x').set(as());
  expect([refused.status, (refused.body as { code: string }).code]).toEqual([429, 'too-many']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
});

describe('a call declares what limits it', () => {
  const READS = { name: 'reads', words: '100 reads in a minute', points: 100, seconds: 60 };
  const read = { method: 'get', path: '/x', who: 'anyone', summary: 'x', answers: { 200: null } } as const;
  const counts = async () => {
    await rateLimiter(database.source, READS).use('k');
  };

  test('and is at fault when it counts another limit, long before anybody has reached it', async () => {
    const app = testApp([
      ...implement({ read }, { read: counts }),
      ...implement({ write: { ...read, path: '/y', limits: [READS] } }, { write: counts }),
    ]);
    expect((await request(app).get('/y').set(as())).status).toBe(200);
    expect(wrongAnswers()).toEqual([]);
    expect((await request(app).get('/x').set(as())).status).toBe(200);
    expect(wrongAnswers()).toEqual(['GET /x answered 200 OK: its route does not declare the limit reads']);
  });

  test('work that is done once in a while limits nobody', async () => {
    const once = onceIn(database.source, { name: 'chores', seconds: 60 });
    const firsts: boolean[] = [];
    const app = testApp(
      implement(
        { read },
        {
          read: async () => {
            firsts.push(await once.isFirst('k'));
          },
        },
      ),
    );
    for (let i = 0; i < 2; i += 1) await request(app).get('/x').set(as());
    await once.forget('k');
    await request(app).get('/x').set(as());
    expect(firsts).toEqual([true, false, true]);
    expect(wrongAnswers()).toEqual([]);
  });
});
