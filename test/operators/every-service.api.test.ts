import { AdminActed, TrackHeld } from '@shop/contracts/events';
import { everyServiceRoutes } from '@shop/contracts/routes';
import { implement } from '@shop/http';
import { createInProcessBroker, on, type Tx } from '@shop/messaging';
import { openDatabase, type RunningService } from '@shop/runtime';
import {
  as,
  asGateway,
  emitted,
  eventually,
  openTestDatabase,
  testConfig,
  testLog,
  type TestDatabase,
} from '@shop/runtime/testing';
import { runShopService } from '@shop/shared';
import { z } from 'zod';
import { schema } from '../../services/identity/src/database';
import { lastBackup } from '../../services/identity/src/operator/measured';

/** The calls that the gateway makes to every service, here to a service with one subscription and one call of its own. */

const ownRoutes = {
  readOrder: { method: 'get', path: '/api/orders/:n', who: 'anyone', summary: 'Orders', answers: { 200: z.strictObject({}) } },
} as const;

let database: TestDatabase;
let service: RunningService;
let cooked: number[];
async function cookWhenHeld(_tx: Tx, { productId }: { productId: number }) {
  cooked.push(productId);
  return Promise.resolve();
}
beforeEach(async () => {
  cooked = [];
  database = await openTestDatabase(schema);
  service = await runShopService({
    name: 'identity',
    config: { ...testConfig(database.url), OPS_TOKEN: ['a-token-for-the-operators-of-identity'] },
    source: await openDatabase({ url: database.url, entities: [], migrations: [], log: testLog }),
    broker: createInProcessBroker(),
    log: testLog,
    subscriptions: [on(TrackHeld, cookWhenHeld)],
    endpoints: implement(ownRoutes, { readOrder: () => Promise.resolve({}) }),
    status: lastBackup,
  });
});
afterEach(async () => {
  await service.stop();
  await database.drop();
});

const ask = (route: { method: string; path: string }, body?: object, caller = asGateway('identity')) =>
  fetch(service.url + route.path, {
    method: route.method.toUpperCase(),
    headers: { ...caller, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
const { partStatus, putBackHere, describeCalls } = everyServiceRoutes;

test.each(Object.values(everyServiceRoutes))('$method $path is answered to the gateway alone', async (route) => {
  const body = 'body' in route ? { reaction: 'another', adminId: 1 } : undefined;
  const answer = await ask(route, body);
  expect(answer.status).toBe(200);
  const answerBody: unknown = await answer.json();
  expect(route.answers[200].parse(answerBody)).toEqual(answerBody);
  expect((await ask(route, body, as({ userId: 1, admin: true }, 'identity'))).status).toBe(404);
});

test('the status says what is parked, and that of identity the last backup; what is parked is put back in the name of an admin', async () => {
  const status = async () => (await ask(partStatus)).json();
  expect(await status()).toEqual({
    ...{ version: expect.stringMatching(/^\d/) as string, broker: true, parked: [], lastBackup: null },
    outbox: { pending: 0, oldestSeconds: 0 },
    inbox: { waiting: 0, oldestSeconds: 0 },
  });
  const { type, data } = TrackHeld({ productId: 5, orderId: 3, version: 1, until: '2026-11-21T15:00:00.000Z' });
  await database.source.query(
    `INSERT INTO inbox (message_id, reaction, type, body, state, attempts, next_try_at, reason)
     SELECT id, 'cookWhenHeld', $1::text,
            jsonb_build_object('id', id, 'type', $1::text, 'requestId', NULL, 'occurredAt', now(), 'data', $2::jsonb), 'waiting', 4, now() + interval '1 hour', 'no gas'
     FROM (SELECT gen_random_uuid() AS id) AS made`,
    [type, JSON.stringify(data)],
  );
  expect(await status()).toMatchObject({ inbox: { waiting: 1 }, parked: [] });
  await database.source.query(`UPDATE inbox SET state = 'parked'`);
  expect(await status()).toMatchObject({
    inbox: { waiting: 0, oldestSeconds: 0 },
    parked: [{ reaction: 'cookWhenHeld', type, count: 1, reason: 'no gas', since: expect.stringMatching(/Z$/) as string }],
  });

  const putBack = async (reaction: string) => (await ask(putBackHere, { reaction, adminId: 7 })).json();
  expect(await putBack('other')).toEqual({ putBack: 0 });
  expect(await putBack('cookWhenHeld')).toEqual({ putBack: 1 });
  await eventually(() => expect(cooked).toEqual([5]));
  expect(await emitted(database.source, AdminActed)).toMatchObject([
    { action: 'parked.put-back', adminId: 7, subject: { name: 'identity' }, after: { reaction: 'cookWhenHeld', count: 1 } },
  ]);
});

test('its own calls are described, and none that is for the gateway', async () => {
  const document = (await (await ask(describeCalls)).json()) as { paths: Record<string, unknown> };
  expect(Object.keys(document.paths)).toEqual(['/api/orders/{n}']);
});
