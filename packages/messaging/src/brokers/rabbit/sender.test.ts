import { EventEmitter } from 'node:events';
import { testLog } from '@shop/runtime/testing';
import { messageTo } from '../testing/broker-contract';
import type { RabbitConnection } from './connection';
import { createSender } from './sender';

/** The part of a broker that a sender uses: it takes every message, and answers nothing about the queues in `hanging`. */
function openBroker() {
  const hanging = new Set<string>();
  let channels = 0;
  const openChannel = () => {
    channels += 1;
    return Promise.resolve(
      Object.assign(new EventEmitter(), {
        assertExchange: () => Promise.resolve({}),
        assertQueue: (queue: string) => (hanging.has(queue) ? new Promise(() => undefined) : Promise.resolve({})),
        bindQueue: () => Promise.resolve({}),
        publish: (...[, , , , confirmed]: [string, string, Buffer, object, (error: unknown) => void]) => confirmed(null),
        close: () => Promise.resolve(void (channels -= 1)),
      }),
    );
  };
  const connection = { createChannel: openChannel, createConfirmChannel: openChannel };
  return {
    hanging,
    openChannels: () => channels,
    connection: { get: () => Promise.resolve(connection) } as unknown as RabbitConnection,
  };
}

test('queues that hang hold up their own events alone, and leave no channels open', async () => {
  const { hanging, openChannels, connection } = openBroker();
  const topology = { exchange: 'tests', declares: true };
  const send = createSender({ connection, topology, confirmTimeoutMs: 2000, bindingsHoldMs: 60_000, log: testLog });
  const queues = Array.from({ length: 8 }, (_, i) => `tests.hangs-${i}`);
  for (const queue of queues) hanging.add(queue);
  const stuck = messageTo([...queues, 'tests.works'], 'tests.happened');
  const free = messageTo(['tests.works'], 'tests.happened');
  expect(await send([stuck, free])).toEqual(new Set([free.id]));
  expect(openChannels()).toBe(1);

  hanging.clear();
  expect(await send([stuck])).toEqual(new Set([stuck.id]));
  expect(openChannels()).toBe(1);
});
