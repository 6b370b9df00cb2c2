import { randomUUID } from 'node:crypto';
import { mayStartContainers, openTestDatabase, testMongodbUrl, type TestDatabase } from '@shop/runtime/testing';
import { GenericContainer, type StartedTestContainer } from 'testcontainers';
import { schema } from '../database';
import { ErasedAccountsActed1797630001000 } from '../migrations/1797630001000-erased-accounts-acted';
import { archiveContract } from '../testing/archive-contract';
import { ACTED, ERASED } from './archive';
import { createMongodbArchive } from './archive-mongodb';
import { createPostgresArchive } from './archive-postgres';
import type { Entry } from './entry';

describe('the archive in Postgres', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(schema);
  });
  afterAll(() => database.drop());

  archiveContract(async () => {
    await database.asOwner('TRUNCATE timeline');
    return createPostgresArchive(database.source);
  });
});

test('accounts that were erased before are forgotten as those who acted by the migration', async () => {
  const database = await openTestDatabase(schema);
  const archive = createPostgresArchive(database.source);
  const entry = (type: string, subjects: string[], facts: Entry['facts']) => ({
    id: randomUUID(),
    type,
    at: new Date(),
    requestId: null,
    subjects,
    facts,
  });
  await archive.keep([
    entry(ERASED, ['account:7'], {}),
    ...[7, 70, null].map((adminId) => entry(ACTED, ['order:1'], { adminId, action: 'order.refunded' })),
  ]);
  await database.source.transaction(({ queryRunner }) => new ErasedAccountsActed1797630001000().up(queryRunner!));
  const { entries } = await archive.find({ types: [ACTED] }, { skip: 0, take: 9 });
  expect(entries.map(({ facts }) => facts.adminId).sort()).toEqual([70, null, null]);
  await database.drop();
});

// Uses a running server, or one in a container where there is an engine.
const withMongodb = testMongodbUrl || mayStartContainers ? describe : describe.skip;

withMongodb('the archive in MongoDB', () => {
  let container: StartedTestContainer | undefined;
  let server: string;
  beforeAll(async () => {
    if (testMongodbUrl) return void (server = testMongodbUrl);
    container = await new GenericContainer('mongo:8.0').withExposedPorts(27017).start();
    server = `mongodb://${container.getHost()}:${container.getMappedPort(27017)}`;
  });
  afterAll(() => container?.stop());

  archiveContract(() => createMongodbArchive(Object.assign(new URL(server), { pathname: `/test_${randomUUID()}` }).toString()));
});

test('a MongoDB that does not answer is said at the start', async () => {
  const away = createMongodbArchive('mongodb://127.0.0.1:9/shop', { withinMs: 5000 });
  await expect(away).rejects.toThrow(/ECONNREFUSED/);
});
