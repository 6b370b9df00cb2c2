import { readFileSync } from 'node:fs';
import { ALL_EVENTS } from '@shop/contracts/events';
import { COMPOSE, definitions, DEFINITIONS, renderDefinitions, withDefinitions } from './broker-definitions';

const writeAnew = 'otherwise: npx tsx -C source test/docs/write-generated.ts';

test(`rabbitmq-definitions.json is what the contracts say; ${writeAnew}`, () => {
  expect(readFileSync(DEFINITIONS, 'utf8')).toBe(renderDefinitions());
});

test(`the compose file carries their mark, so that an update starts the broker with them; ${writeAnew}`, () => {
  const compose = readFileSync(COMPOSE, 'utf8');
  expect(compose).toMatch(/shop\.definitions: [0-9a-f]{12}\n/);
  expect(compose).toBe(withDefinitions(compose));
});

test('each event has exactly the users who may say it, and nobody but the administrator may make anything lasting', () => {
  const { permissions, topic_permissions: rights } = definitions();
  for (const { type } of ALL_EVENTS) {
    const owner = type.split('.')[0]!;
    const all = ['identity', 'catalog', 'orders', 'sellers', 'notifications'];
    const may = rights.filter(({ write }) => new RegExp(write).test(type)).map(({ user }) => user);
    expect([type, may.sort()]).toEqual([type, owner === 'shop' ? all.sort() : [owner]]);
  }
  const making = permissions.filter(({ configure }) => configure !== '^$').map(({ user, configure }) => [user, configure]);
  expect(making).toEqual([
    ['shop', '.*'],
    ['gateway', '^amq\\.gen-'],
  ]);
});
