import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Channel, ConfirmChannel, ConsumeMessage } from 'amqplib';
import { z } from 'zod';
import type { Addressed, Broker, Message } from './broker';
import type { Log } from './log';
import { createRabbitConnection } from './rabbit-connection';
import { listenForEver } from './rabbit-listener';
import { persist } from './rabbit-persist';

export type RabbitOptions = { url: string; exchange: string; log: Log; confirmTimeoutMs?: number; prefetch?: number };

/** Above what any outage reaches: our own inbox counts tries, the queue must never drop (facts differ by RabbitMQ version). */
const QUEUE_ARGUMENTS = { 'x-queue-type': 'quorum', 'x-delivery-limit': 1_000_000 };
const REDELIVERY_PAUSE_MS = 1000;

type Consumer = {
  queue: string;
  types: readonly string[];
  handle: (message: Message) => Promise<void>;
  running: Set<Promise<void>>;
  stopped: AbortController;
};
type Sender = { channel: ConfirmChannel; bound: Set<string> };

/**
 * RabbitMQ: a topic exchange and one quorum queue for each service. Senders and consumers have a connection each, so that a
 * broker that takes nothing more still gets its acknowledgements; both come back for ever, with pauses up to 5 s.
 */
export function createRabbitBroker({ url, exchange, log, confirmTimeoutMs = 10_000, prefetch = 20 }: RabbitOptions): Broker {
  const sending = createRabbitConnection(url, log);
  const consuming = createRabbitConnection(url, log);
  const consumers = new Set<Consumer>();
  const listening = new Set<AbortController>();
  let sender: Promise<Sender> | null = null;

  const declare = async (channel: Channel, queue: string, types: readonly string[]) => {
    await channel.assertExchange(exchange, 'topic', { durable: true });
    await channel.assertQueue(queue, { durable: true, arguments: QUEUE_ARGUMENTS });
    for (const type of types) await channel.bindQueue(queue, exchange, type);
  };

  function startSender(): Promise<Sender> {
    const opening = openSender();
    const forget = () => {
      if (sender === opening) sender = null;
    };
    opening.then(({ channel }) => channel.once('close', forget), forget);
    return opening;
  }

  async function openSender(): Promise<Sender> {
    const connection = await sending.get();
    const channel = await connection.createConfirmChannel();
    channel.on('error', (error: Error) => log.warn({ err: error }, 'the channel of the sender broke'));
    await channel.assertExchange(exchange, 'topic', { durable: true });
    return { channel, bound: new Set() };
  }

  /** What a channel has not confirmed in time it may never confirm (a queue without a leader): the next try gets a new one. */
  function discardSender() {
    const stuck = sender;
    sender = null;
    stuck?.then(({ channel }) => channel.close()).catch(() => undefined);
  }

  async function sendAll(messages: readonly Addressed[]): Promise<Set<string>> {
    const { channel, bound } = await (sender ??= startSender());
    for (const { type, queues } of messages) {
      for (const queue of queues) {
        if (bound.has(`${queue} ${type}`)) continue;
        await declare(channel, queue, [type]);
        bound.add(`${queue} ${type}`);
      }
    }
    const returned = new Set<string>();
    const onReturn = ({ properties }: { properties: { messageId?: string } }) => {
      returned.add(String(properties.messageId));
      // a queue has gone: the next try makes it again
      bound.clear();
    };
    channel.on('return', onReturn);
    try {
      const acks = await Promise.all(messages.map((message) => confirmation(channel, exchange, message)));
      return new Set(messages.filter((message, i) => acks[i] && !returned.has(message.id)).map((message) => message.id));
    } finally {
      channel.off('return', onReturn);
    }
  }

  const keepConsuming = (consumer: Consumer) =>
    persist(
      consumer.stopped.signal,
      (attached) => consumeUntilLost(consumer, attached),
      (error) => log.warn({ err: error, queue: consumer.queue }, 'the queue cannot be consumed; it is tried again'),
    );

  async function consumeUntilLost(consumer: Consumer, attached: () => void) {
    const { queue, types, running, stopped } = consumer;
    const connection = await consuming.get();
    const channel = await connection.createChannel();
    channel.on('error', (error: Error) => log.warn({ err: error, queue }, 'a consumer channel broke'));
    const tag = randomUUID();
    const begin = (delivery: ConsumeMessage) => {
      const run = take(channel, consumer, delivery).finally(() => running.delete(run));
      running.add(run);
    };
    try {
      const over = new Promise<void>((resolve) => {
        channel.once('close', resolve);
        channel.once('cancelled', resolve);
        stopped.signal.addEventListener('abort', () => resolve());
      });
      await declare(channel, queue, types);
      await channel.prefetch(prefetch);
      if (stopped.signal.aborted) return;
      // no delivery means that the queue has been deleted
      const onDelivery = (delivery: ConsumeMessage | null) => (delivery ? begin(delivery) : void channel.emit('cancelled'));
      await channel.consume(queue, onDelivery, { consumerTag: tag });
      attached();
      await over;
      if (!stopped.signal.aborted) return;
      await channel.cancel(tag);
      await Promise.allSettled(running);
    } finally {
      await Promise.resolve()
        .then(() => channel.close())
        .catch(() => undefined);
    }
  }

  async function take(channel: Channel, consumer: Consumer, delivery: ConsumeMessage) {
    try {
      await consumer.handle(messageOf(delivery));
      settle(() => channel.ack(delivery));
    } catch (error) {
      log.warn({ err: error, queue: consumer.queue }, 'a delivery could not even be stored; it goes back to the queue');
      await pause(REDELIVERY_PAUSE_MS);
      settle(() => channel.nack(delivery, false, true));
    }
  }

  return {
    async publish(messages) {
      try {
        return await within(confirmTimeoutMs, sendAll(messages));
      } catch (error) {
        discardSender();
        throw error;
      }
    },
    subscribe(queue, types, handle) {
      const consumer: Consumer = { queue, types, handle, running: new Set(), stopped: new AbortController() };
      consumers.add(consumer);
      const consumed = keepConsuming(consumer);
      return Promise.resolve({
        async stop() {
          consumers.delete(consumer);
          consumer.stopped.abort();
          await consumed;
        },
      });
    },
    listen(types, listener) {
      const stopped = new AbortController();
      listening.add(stopped);
      const listened = listenForEver({
        connection: consuming,
        exchange,
        types,
        listener,
        log,
        messageOf,
        signal: stopped.signal,
      });
      return Promise.resolve({
        async stop() {
          listening.delete(stopped);
          stopped.abort();
          await listened;
        },
      });
    },
    connected: () => sending.isOpen() || consuming.isOpen(),
    async close() {
      for (const { stopped } of consumers) stopped.abort();
      for (const stopped of listening) stopped.abort();
      await Promise.all([sending.close(), consuming.close()]);
    },
  };
}

const confirmation = (channel: ConfirmChannel, exchange: string, { queues, ...message }: Addressed) =>
  new Promise<boolean>((resolve) => {
    channel.publish(
      exchange,
      message.type,
      Buffer.from(JSON.stringify(message)),
      {
        messageId: message.id,
        type: message.type,
        persistent: true,
        mandatory: queues.length > 0,
        contentType: 'application/json',
      },
      (error: unknown) => resolve(!error),
    );
  });

const Sent = z.object({ id: z.uuid(), data: z.unknown(), occurredAt: z.string(), requestId: z.string().nullable() });

/** What is unreadable is still a delivery: its bytes go on as text, the reaction's own schema refuses them, and the inbox parks it. */
const messageOf = ({ content, fields }: ConsumeMessage): Message => {
  const type = fields.routingKey;
  try {
    const sent = Sent.parse(JSON.parse(content.toString()));
    return { ...sent, type };
  } catch {
    return { id: uuidOf(content), type, data: content.toString('base64'), occurredAt: new Date().toISOString(), requestId: null };
  }
};

/** The same bytes delivered again are the same message. */
const uuidOf = (content: Buffer) =>
  createHash('sha256')
    .update(content)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

/** The channel may have closed meanwhile; then the broker delivers again by itself. */
const settle = (act: () => void) => {
  try {
    act();
  } catch {
    return;
  }
};

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const timer = new AbortController();
  const late = pause(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`The broker did not confirm within ${ms} ms`);
  });
  late.catch(() => undefined);
  return Promise.race([work, late]).finally(() => timer.abort());
}
