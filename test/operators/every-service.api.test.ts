import { everyServiceRoutes } from '@shop/contracts/routes';
import { createInProcessBroker } from '@shop/messaging';
import { openDatabase, runService, type RunningService } from '@shop/runtime';
import { as, asGateway, openTestDatabase, testConfig, testLog, type TestDatabase } from '@shop/runtime/testing';
import { schema } from '../../services/identity/src/database';
import { lastBackup } from '../../services/identity/src/operator/last-backup';

/**
 * The contracts declare for the gateway what packages/runtime answers for every service; neither imports the other. Here a service answers
 * what is declared.
 */

let database: TestDatabase;
let service: RunningService;
beforeAll(async () => {
  database = await openTestDatabase(schema);
  await database.source.query(`INSERT INTO inbox (message_id, reaction, type, body, state, attempts, reason)
    VALUES (gen_random_uuid(), 'cookWhenOrdered', 'tests.ordered', '{}', 'parked', 5, 'no gas')`);
  service = await runService({
    name: 'identity',
    queue: 'tests.identity',
    queuesOf: () => [],
    config: { ...testConfig(database.url), OPS_TOKEN: ['a-token-for-the-operators-of-identity'] },
    source: await openDatabase({ url: database.url, entities: [], migrations: [], log: testLog }),
    broker: createInProcessBroker(),
    log: testLog,
    events: [],
    subscriptions: [],
    endpoints: [],
    status: lastBackup,
    tasks: [],
  });
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

/** What a call sends that has a body. */
const BODY = { reaction: 'another', adminId: 1 };

test.each(Object.values(everyServiceRoutes))(
  '$method $path is answered as it is declared, to the gateway alone',
  async (route) => {
    const ask = (caller: HeadersInit) =>
      fetch(service.url + route.path, {
        method: route.method.toUpperCase(),
        headers: { ...caller, 'content-type': 'application/json' },
        ...('body' in route && { body: JSON.stringify(BODY) }),
      });
    const answer = await ask(asGateway('identity'));
    expect(answer.status).toBe(200);
    const said: unknown = await answer.json();
    expect(route.answers[200].parse(said)).toEqual(said);
    expect((await ask(as({ userId: 1, admin: true }, 'identity'))).status).toBe(404);
  },
);

test('the status of a service says what is parked, and that of identity the last backup', async () => {
  const answer = await fetch(service.url + everyServiceRoutes.partStatus.path, { headers: asGateway('identity') });
  expect(everyServiceRoutes.partStatus.answers[200].parse(await answer.json())).toMatchObject({
    parked: [{ reaction: 'cookWhenOrdered', count: 1, reason: 'no gas' }],
    lastBackup: null,
  });
});
