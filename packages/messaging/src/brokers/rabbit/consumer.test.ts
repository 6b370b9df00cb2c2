import { EventEmitter, getEventListeners } from 'node:events';
import { eventually, testLog } from '@shop/runtime/testing';
import type { ConsumeMessage } from 'amqplib';
import type { RabbitConnection } from './connection';
import { consumeForEver, type ConsumerParts } from './consumer';

type Deliver = (delivery: ConsumeMessage | null) => void;

/** The part of RabbitMQ's channel that a consumer uses. */
class FakeChannel extends EventEmitter {
  readonly acks: unknown[] = [];
  constructor(
    private readonly hasQueue: boolean,
    private readonly attached: (deliver: Deliver) => void = () => undefined,
  ) {
    super();
  }
  checkQueue = () => (this.hasQueue ? Promise.resolve({}) : Promise.reject(new Error('404 (NOT-FOUND)')));
  prefetch = () => Promise.resolve({});
  consume(_queue: string, deliver: Deliver) {
    this.attached(deliver);
    return Promise.resolve({});
  }
  cancel = () => Promise.resolve({});
  close = () => Promise.resolve();
  ack = (delivery: unknown) => void this.acks.push(delivery);
}

const partsWith = (channels: () => Promise<FakeChannel>, more: Partial<ConsumerParts> = {}) => {
  const stopped = new AbortController();
  const parts: ConsumerParts = {
    connection: { get: () => Promise.resolve({ createChannel: channels }) } as unknown as RabbitConnection,
    topology: { exchange: 'tests', declares: false },
    queue: 'tests.kitchen',
    types: ['tests.ordered'],
    handle: () => Promise.resolve(),
    prefetch: 20,
    log: testLog,
    signal: stopped.signal,
    ...more,
  };
  return { parts, stopped };
};

const delivery = {
  content: Buffer.from('{}'),
  fields: { routingKey: 'tests.ordered' },
  properties: {},
} as unknown as ConsumeMessage;

test('a consumer that waits for its queue keeps nothing of the tries before', async () => {
  let tries = 0;
  const listening: number[] = [];
  const { parts, stopped } = partsWith(() => {
    tries += 1;
    listening.push(getEventListeners(stopped.signal, 'abort').length);
    return Promise.resolve(new FakeChannel(false));
  });
  const consuming = consumeForEver(parts);
  await eventually(() => expect(tries).toBeGreaterThanOrEqual(3));
  stopped.abort();
  await consuming;
  expect(new Set(listening)).toEqual(new Set([0]));
});

test('a consumer that is stopped during an outage waits for its running handlers', async () => {
  let finish = () => {};
  let running = 0;
  const handle = async () => {
    running += 1;
    await new Promise<void>((resolve) => (finish = resolve));
    running -= 1;
  };
  const channel = new FakeChannel(true, (deliver) => setImmediate(() => deliver(delivery)));
  let opened = 0;
  const { parts, stopped } = partsWith(
    () => (opened++ === 0 ? Promise.resolve(channel) : Promise.reject(new Error('the broker is away'))),
    { handle },
  );
  let over = false;
  const consuming = consumeForEver(parts).then(() => (over = true));
  await eventually(() => expect(running).toBe(1));
  channel.emit('close');
  await eventually(() => expect(opened).toBeGreaterThan(1));
  stopped.abort();
  await new Promise((resolve) => setImmediate(resolve));
  expect(over).toBe(false);
  finish();
  await consuming;
  expect(running).toBe(0);
});
