import { notFound, type Look, type LookRecord, type Who } from '@shop/http';
import { as, asAdmin, asUser, endpoint, openTestDatabase, testApp, type TestDatabase } from '@shop/runtime/testing';
import request from 'supertest';
import { z } from 'zod';
import { noteLooks } from './note-looks';

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase({ entities: [], migrations: [] });
});
afterEach(() => database.drop());

const page = (path: string, who: Who, look: Look) =>
  endpoint({
    method: 'get',
    path,
    who,
    summary: 'x',
    look,
    params: z.object({ id: z.coerce.number().optional() }),
    handle: ({ params }) => (params.id === 404 ? Promise.reject(notFound('thing')) : Promise.resolve({})),
  });
const app = () =>
  testApp(
    [
      page('/people', { roles: ['owner'] }, { action: 'person.viewed', subject: 'person' }),
      page('/people/:id', { owner: 'id', admin: ['owner'] }, { action: 'person.viewed', subject: 'person', id: 'id' }),
      page('/sheets/:id', { users: true, admin: ['owner'] }, { action: 'sheet.exported', subject: 'sheet', id: 'id', own: true }),
    ],
    noteLooks(database.source, (look) => ({ type: 'test.looked', data: look })),
  );
const looks = async () =>
  (await database.source.query<{ data: LookRecord }[]>(`SELECT data FROM outbox WHERE type = 'test.looked' ORDER BY seq`)).map(
    ({ data }) => data,
  );

test('an admin who opens a page or a list is put on record, once in a while for each of them', async () => {
  const shop = app();
  for (let i = 0; i < 3; i += 1) {
    await request(shop).get('/people/7').set(asAdmin(1)).expect(200);
    await request(shop).get('/people').set(asAdmin(1)).expect(200);
  }
  await Promise.all([1, 2, 3].map(() => request(shop).get('/people/8').set(asAdmin(1)).expect(200)));
  await request(shop).get('/people/7').set(asAdmin(2)).expect(200);
  const look = { action: 'person.viewed', subject: 'person', userId: 1, own: false };
  expect(await looks()).toEqual([
    { ...look, id: 7 },
    { ...look, id: null },
    { ...look, id: 8 },
    { ...look, id: 7, userId: 2 },
  ]);
});

test("looks at one's own data, or without a result, are not recorded; exports of one's own data are", async () => {
  const shop = app();
  await request(shop).get('/people/7').set(asUser(7)).expect(200);
  await request(shop).get('/people/1').set(asAdmin(1)).expect(200);
  await request(shop).get('/people/7').set(asUser(8)).expect(403);
  await request(shop).get('/people').set(asAdmin(3, 'viewer')).expect(403);
  await request(shop).get('/people/404').set(asAdmin(1)).expect(404);
  await request(shop).get('/people').set(as()).expect(401);
  expect(await looks()).toEqual([]);
  await request(shop).get('/sheets/3').set(asUser(8)).expect(200);
  expect(await looks()).toEqual([{ action: 'sheet.exported', subject: 'sheet', userId: 8, id: 3, own: true }]);
});

test('a call whose look cannot be recorded fails, and the look is recorded the next time', async () => {
  const shop = app();
  await database.asOwner('ALTER TABLE outbox RENAME TO lost');
  await request(shop).get('/people/7').set(asAdmin(1)).expect(500);
  await database.asOwner('ALTER TABLE lost RENAME TO outbox');
  await request(shop).get('/people/7').set(asAdmin(1)).expect(200);
  expect(await looks()).toHaveLength(1);
});
