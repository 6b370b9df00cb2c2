import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, startCuttableProxy, testBrokerUrl, testLog, type CuttableProxy } from '@shop/runtime/testing';
import { connect, type Channel, type ChannelModel } from 'amqplib';
import type { MessageToQueues, Broker, Message } from './broker';
import { createRabbitBroker, type RabbitOptions } from './broker-rabbitmq';
import { brokerContract, messageTo, send } from './testing/broker-contract';

const url = testBrokerUrl ?? '';
const exchange = `test.${randomUUID()}`;
const open = (options: Partial<RabbitOptions> = {}): Broker => createRabbitBroker({ url, exchange, log: testLog, ...options });

(url ? describe : describe.skip)('RabbitMQ', () => {
  let operator: ChannelModel;
  let channel: Channel;
  beforeAll(async () => {
    operator = await connect(url);
    channel = await operator.createChannel();
    await channel.assertExchange(exchange, 'topic', { durable: true });
  });
  afterAll(async () => {
    await channel.deleteExchange(exchange);
    await operator.close();
  });

  /** Uses a channel of its own, because asking for a missing queue closes the channel. */
  const stateOf = async (queue: string) => {
    const asking = await operator.createChannel();
    asking.on('error', () => undefined);
    const state = await asking.checkQueue(queue);
    await asking.close();
    return state;
  };
  const consumersOf = async (queue: string) => (await stateOf(queue)).consumerCount;
  const messagesIn = async (queue: string) => (await stateOf(queue)).messageCount;

  describe('as every broker', () => {
    brokerContract(() => {
      const [broker, other] = [open(), open()];
      return Promise.resolve({ broker, other, close: async () => void (await Promise.all([broker.close(), other.close()])) });
    });
  });

  describe('on a wire that breaks', () => {
    let wire: CuttableProxy;
    let broker: Broker;
    let queue: string;
    let type: string;
    let got: Message[];
    const keep = (message: Message) => Promise.resolve(void got.push(message));
    const ids = () => new Set(got.map((message) => message.id));
    beforeEach(async () => {
      wire = await startCuttableProxy(Number(new URL(url).port || 5672));
      const through = new URL(url);
      through.port = String(wire.port);
      broker = open({ url: through.toString(), confirmTimeoutMs: 700 });
      queue = `test.${randomUUID()}`;
      type = `tests.happened-${randomUUID()}`;
      got = [];
    });
    afterEach(async () => {
      await broker.close();
      await wire.close();
    });

    test('a cut connection loses nothing: publishing goes on and the consumers come back by themselves', async () => {
      await broker.subscribe(queue, [type], async (message) => {
        await pause(10);
        await keep(message);
      });
      const messages = Array.from({ length: 300 }, () => messageTo([queue], type));
      const sending = (async () => {
        for (let i = 0; i < 300; i += 20) await send(broker, messages.slice(i, i + 20));
      })();
      for (let i = 0; i < 4; i += 1) {
        await pause(60);
        wire.cut();
      }
      await sending;
      await eventually(() => expect(ids()).toEqual(new Set(messages.map((message) => message.id))));
    });

    test('publishing during an outage throws, the outage shows, and afterwards both sides are back', async () => {
      await broker.subscribe(queue, [type], keep);
      await eventually(() => expect(broker.connected()).toBe(true));
      await wire.down();
      await eventually(() => expect(broker.connected()).toBe(false));
      const message = messageTo([queue], type);
      await expect(broker.publish([message])).rejects.toThrow();
      await wire.up();
      await send(broker, [message]);
      await eventually(() => expect(ids()).toEqual(new Set([message.id])));
      expect(broker.connected()).toBe(true);
    });

    test('a service that starts while the broker is away consumes as soon as it is there', async () => {
      await wire.down();
      await broker.subscribe(queue, [type], keep);
      await broker.subscribe(`${queue}.second`, [type], keep);
      await pause(300);
      await wire.up();
      await send(broker, [messageTo([queue, `${queue}.second`], type)]);
      await eventually(() => expect(got.length).toBeGreaterThanOrEqual(2));
    });

    test('a connection on which nothing moves any more does not hold up the sender', async () => {
      await broker.subscribe(queue, [type], keep);
      await send(broker, [messageTo([queue], type)]);
      wire.stall();
      await expect(broker.publish([messageTo([queue], type)])).rejects.toThrow(/did not confirm/);
    });

    test('five services of one process that subscribe at once each consume once', async () => {
      const queues = Array.from({ length: 5 }, (_, i) => `${queue}.${i}`);
      await Promise.all(queues.map((name) => pause(Math.random() * 20).then(() => broker.subscribe(name, [type], keep))));
      await eventually(async () => {
        for (const name of queues) expect(await consumersOf(name)).toBe(1);
      });
      await send(broker, [messageTo(queues, type)]);
      await eventually(() => expect(got.length).toBeGreaterThanOrEqual(queues.length));
      for (const name of queues) expect(await consumersOf(name)).toBe(1);
      // One connection for all consumers, and one for the sender.
      expect(wire.accepted()).toBe(2);
    });

    test('a consumer stopped before the broker was ever reached does not consume later', async () => {
      await wire.down();
      const consumer = await broker.subscribe(queue, [type], keep);
      await consumer.stop();
      await wire.up();
      await send(broker, [messageTo([queue], type)]);
      await eventually(async () => expect(await messagesIn(queue)).toBe(1));
      expect(got).toEqual([]);
    });

    test('a consumer whose queue was deleted makes it again and goes on', async () => {
      await broker.subscribe(queue, [type], keep);
      await send(broker, [messageTo([queue], type)]);
      await eventually(() => expect(ids().size).toBe(1));
      await channel.deleteQueue(queue);
      await eventually(async () => {
        await send(broker, [messageTo([queue], type)]);
        expect(got.length).toBeGreaterThan(1);
      });
    });

    test('a message that came to no queue is not confirmed, and the queue is made again for the next try', async () => {
      await send(broker, [messageTo([queue], type)]);
      await channel.deleteQueue(queue);
      const message = messageTo([queue], type);
      expect((await broker.publish([message])).has(message.id)).toBe(false);
      await send(broker, [message]);
      await broker.subscribe(queue, [type], keep);
      await eventually(() => expect(ids()).toEqual(new Set([message.id])));
    });

    test('a queue that somebody declared differently is tried again with pauses, not in a storm', async () => {
      await channel.assertQueue(queue, { durable: true });
      await broker.subscribe(queue, [type], keep);
      await pause(1200);
      expect(wire.accepted()).toBeLessThan(8);
      await channel.deleteQueue(queue);
      await send(broker, [messageTo([queue], type)]);
      await eventually(() => expect(ids().size).toBe(1));
    });

    test('a listener comes back by itself after an outage, and is told that it has missed something', async () => {
      let missed = 0;
      const { stop } = await broker.listen([type], { heard: (message) => void keep(message), missed: () => (missed += 1) });
      const arrives = (message: MessageToQueues) =>
        eventually(async () => {
          await broker.publish([message]);
          expect([...ids()]).toContain(message.id);
        });
      await arrives(messageTo([], type));
      expect(missed).toBe(0);
      await wire.down();
      await eventually(() => expect(broker.connected()).toBe(false));
      await wire.up();
      await eventually(() => expect(missed).toBe(1));
      await arrives(messageTo([], type));

      await stop();
      const count = got.length;
      let witnessed = 0;
      await broker.listen([type], { heard: () => (witnessed += 1) });
      await eventually(async () => {
        await send(broker, [messageTo([], type)]);
        expect(witnessed).toBeGreaterThan(0);
      });
      expect(got).toHaveLength(count);
    });

    test('close() ends every connection, also one that is just being made, and nothing opens another', async () => {
      await broker.subscribe(queue, [type], keep);
      await broker.listen([type], { heard: (message) => void keep(message) });
      await broker.close();
      await expect(broker.publish([messageTo([queue], type)])).rejects.toThrow();
      await eventually(() => expect(wire.open()).toBe(0));
      await pause(300);
      expect(wire.open()).toBe(0);
    });
  });

  describe('when one of several queues', () => {
    let queues: { kept: string; lost: string };
    let type: string;
    let broker: Broker;
    beforeEach(() => {
      const id = randomUUID();
      queues = { kept: `test.${id}.kept`, lost: `test.${id}.lost` };
      type = `tests.happened-${id}`;
      broker = open({ bindingsHoldMs: 0 });
    });
    afterEach(async () => {
      await broker.close();
      for (const queue of Object.values(queues)) await channel.deleteQueue(queue);
    });

    test('has been deleted, it is made again although the others still take each message', async () => {
      await send(broker, [messageTo(Object.values(queues), type)]);
      await channel.deleteQueue(queues.lost);
      await send(broker, [messageTo(Object.values(queues), type)]);
      await eventually(async () => expect([await messagesIn(queues.kept), await messagesIn(queues.lost)]).toEqual([2, 1]));
    });

    test('is refused by the broker, only messages for that queue wait, and they arrive once it is possible', async () => {
      await channel.assertQueue(queues.lost, { durable: true });
      const stuck = messageTo([queues.lost, queues.kept], type);
      const free = messageTo([queues.kept], `${type}-other`);
      expect(await broker.publish([stuck, free])).toEqual(new Set([free.id]));
      await channel.deleteQueue(queues.lost);
      await send(broker, [stuck]);
      await eventually(async () => expect(await messagesIn(queues.lost)).toBe(1));
    });
  });

  describe('a message that is not one of ours', () => {
    const readable = { id: randomUUID(), data: { a: 1 }, occurredAt: new Date().toISOString(), requestId: null };
    test('is handed over with a stable uuid and all its bytes, so that it can be stored', async () => {
      const bodies = [
        Buffer.from('{"id":'),
        Buffer.from([0, 255, 254, 0]),
        Buffer.from('null'),
        Buffer.from('42'),
        Buffer.from(JSON.stringify({ ...readable, id: 'no uuid' })),
        Buffer.alloc(0),
      ];
      const broker = open();
      const queue = `test.${randomUUID()}`;
      const type = `tests.happened-${randomUUID()}`;
      const got: Message[] = [];
      await broker.subscribe(queue, [type], (message) => {
        got.push(message);
        return got.length <= bodies.length ? Promise.reject(new Error('once more')) : Promise.resolve();
      });
      await eventually(async () => expect(await consumersOf(queue)).toBe(1));
      for (const body of bodies) channel.publish(exchange, type, body);
      await eventually(() => expect(got).toHaveLength(bodies.length * 2));
      const [first, again] = [got.slice(0, bodies.length), got.slice(bodies.length)];
      expect(first.map((message) => message.data)).toEqual(bodies.map((body) => body.toString('base64')));
      expect(first.every((message) => message.type === type)).toBe(true);
      for (const { id } of first) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
      expect(new Set(again.map((message) => message.id))).toEqual(new Set(first.map((message) => message.id)));
      await broker.close();
    });

    test('its routing key, by which it was delivered, says what it is', async () => {
      const broker = open();
      const queue = `test.${randomUUID()}`;
      const type = `tests.happened-${randomUUID()}`;
      const got: Message[] = [];
      await broker.subscribe(queue, [type], (message) => Promise.resolve(void got.push(message)));
      await send(broker, [messageTo([queue], type)]);
      channel.publish(exchange, type, Buffer.from(JSON.stringify({ ...readable, type: 'tests.another' })));
      await eventually(() => expect(got.map((message) => message.type)).toEqual([type, type]));
      await broker.close();
    });
  });
});
