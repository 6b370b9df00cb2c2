import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createRabbitBroker, type Broker, type Message } from '@shop/messaging';
import { eventually, testLog } from '@shop/runtime/testing';
import { findRabbitmq } from '../../infra/local/src/programs/rabbitmq';
import type { Rabbitmq } from '../../infra/local/src/programs/rabbitmq-server';

/** Kills the broker's process in the middle of the traffic, and later starts it on the same data. */
let rabbitmq: Rabbitmq | undefined;
beforeAll(async () => {
  const installation = await findRabbitmq({ own: true });
  if ('start' in installation) rabbitmq = await installation.start();
  else process.stderr.write(`RabbitMQ is not killed in this run: ${installation.missing}\n`);
}, 360_000);
afterAll(() => rabbitmq?.stop());

const messages = (queue: string, type: string, count: number) =>
  Array.from({ length: count }, () => ({
    id: randomUUID(),
    type,
    data: {},
    occurredAt: new Date().toISOString(),
    requestId: null,
    queues: [queue],
  }));

/** Sends like the relay: repeats until the broker has confirmed every message. */
async function sendAll(broker: Broker, all: ReturnType<typeof messages>) {
  for (let unsent = all; unsent.length > 0;) {
    const confirmed = await broker.publish(unsent.slice(0, 20)).catch(() => new Set<string>());
    unsent = unsent.filter((message) => !confirmed.has(message.id));
    await pause(confirmed.size > 0 ? 5 : 200);
  }
}

test('a broker killed in the middle of the traffic loses nothing: senders and consumers come back by themselves', async () => {
  if (!rabbitmq) return;
  const broker = createRabbitBroker({ url: rabbitmq.url, exchange: 'shop.events', log: testLog, confirmTimeoutMs: 2000 });
  const queue = `shop.${randomUUID()}`;
  const type = `orders.happened-${randomUUID()}`;
  const got = new Set<string>();
  const consumer = await broker.subscribe(queue, [type], async (message: Message) => {
    await pause(5);
    got.add(message.id);
  });
  await sendAll(broker, messages(queue, type, 1));
  // RabbitMQ 3.10 forgets a quorum queue when it is killed within a second of making it; the shop's queues are made once, at the
  // first start.
  await pause(3000);
  const all = messages(queue, type, 400);
  const sending = sendAll(broker, all);
  await eventually(() => expect(got.size).toBeGreaterThan(40));

  await rabbitmq.kill();
  await expect(broker.publish(messages(queue, type, 1))).rejects.toThrow();
  expect(broker.connected()).toBe(false);
  await rabbitmq.restart();

  await sending;
  await eventually(() => expect(all.filter((message) => !got.has(message.id))).toEqual([]), 120_000);
  await consumer.stop();
  await broker.close();
}, 360_000);
