import { randomUUID } from 'node:crypto';
import { mayStartContainers, openTestDatabase, testMongodbUrl, type TestDatabase } from '@shop/runtime/testing';
import { GenericContainer, type StartedTestContainer } from 'testcontainers';
import { schema } from '../database';
import { archiveContract } from '../testing/archive-contract';
import { createMongodbArchive } from './archive-mongodb';
import { createPostgresArchive } from './archive-postgres';

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

// a server that is there, or one in a container where an engine is
const withMongodb = testMongodbUrl || mayStartContainers ? describe : describe.skip;

withMongodb('the archive in MongoDB', () => {
  let container: StartedTestContainer | undefined;
  let server: string;
  beforeAll(async () => {
    if (testMongodbUrl) return void (server = testMongodbUrl);
    container = await new GenericContainer('mongo:8').withExposedPorts(27017).start();
    server = `mongodb://${container.getHost()}:${container.getMappedPort(27017)}`;
  });
  afterAll(() => container?.stop());

  archiveContract(() => createMongodbArchive(Object.assign(new URL(server), { pathname: `/test_${randomUUID()}` }).toString()));
});

test('a MongoDB that does not answer is said at the start', async () => {
  const away = createMongodbArchive('mongodb://127.0.0.1:9/shop', 200);
  await expect(away).rejects.toThrow(/ECONNREFUSED/);
});
