import { setTimeout as pause } from 'node:timers/promises';
import { connect, type ChannelModel, type ConfirmChannel, type ConsumeMessage } from 'amqplib';
import type { Addressed, Broker, Message } from './broker';
import type { Log } from './log';

export type RabbitOptions = { url: string; exchange: string; log: Log; confirmTimeoutMs?: number; prefetch?: number };

/** Above what any outage reaches: our own inbox counts tries, the queue must never drop (facts differ by RabbitMQ version). */
const QUEUE_ARGUMENTS = { 'x-queue-type': 'quorum', 'x-delivery-limit': 1_000_000 };
const REDELIVERY_PAUSE_MS = 1000;

type Consumer = {
  queue: string;
  types: readonly string[];
  handle: (message: Message) => Promise<void>;
  running: Set<Promise<void>>;
  tag?: string;
  channel?: ConfirmChannel;
};
type Link = { connection: ChannelModel; channel: ConfirmChannel; bound: Set<string> };

/** RabbitMQ: a topic exchange and one quorum queue for each service; it reconnects for ever, with pauses up to 5 s. */
export function createRabbitBroker({ url, exchange, log, confirmTimeoutMs = 10_000, prefetch = 20 }: RabbitOptions): Broker {
  let link: Link | null = null;
  let connecting: Promise<Link> | null = null;
  let closed = false;
  const consumers = new Set<Consumer>();

  async function open(): Promise<Link> {
    const connection = await connect(withHeartbeat(url), { timeout: 5000 });
    // without listeners a broken connection is an uncaught exception
    connection.on('error', (error: Error) => log.warn({ err: error }, 'the broker connection broke'));
    const channel = await connection.createConfirmChannel();
    channel.on('error', (error: Error) => log.warn({ err: error }, 'a broker channel broke'));
    await channel.assertExchange(exchange, 'topic', { durable: true });
    const opened: Link = { connection, channel, bound: new Set() };
    const lost = () => {
      if (link?.connection !== connection) return;
      link = null;
      void connection.close().catch(() => undefined);
      if (!closed) void reconnect();
    };
    connection.on('close', lost);
    channel.on('close', lost);
    return opened;
  }

  async function ensure(): Promise<Link> {
    if (link) return link;
    connecting ??= open().finally(() => (connecting = null));
    const opened = await connecting;
    if (link === null) {
      link = opened;
      for (const consumer of consumers) await attach(opened, consumer);
    }
    return opened;
  }

  async function reconnect() {
    for (let wait = 200; !closed && link === null; wait = Math.min(wait * 2, 5000)) {
      await ensure().catch(() => undefined);
      if (link === null) await pause(wait);
    }
  }

  async function bind({ channel, bound }: Link, queue: string, types: readonly string[]) {
    const fresh = types.filter((type) => !bound.has(`${queue} ${type}`));
    if (fresh.length === 0) return;
    await channel.assertQueue(queue, { durable: true, arguments: QUEUE_ARGUMENTS });
    for (const type of fresh) {
      await channel.bindQueue(queue, exchange, type);
      bound.add(`${queue} ${type}`);
    }
  }

  async function attach(to: Link, consumer: Consumer) {
    await bind(to, consumer.queue, consumer.types);
    const channel = await to.connection.createConfirmChannel();
    channel.on('error', (error: Error) => log.warn({ err: error }, 'a consumer channel broke'));
    channel.on('close', () => {
      // the connection outlived its channel: start over from the connection
      if (!closed && consumer.channel === channel && link === to) void to.connection.close().catch(() => undefined);
    });
    await channel.prefetch(prefetch);
    consumer.channel = channel;
    const { consumerTag } = await channel.consume(consumer.queue, (delivery) => {
      if (!delivery) return;
      const run = take(channel, consumer, delivery).finally(() => consumer.running.delete(run));
      consumer.running.add(run);
    });
    consumer.tag = consumerTag;
  }

  async function take(channel: ConfirmChannel, consumer: Consumer, delivery: ConsumeMessage) {
    try {
      await consumer.handle(messageOf(delivery));
      settle(() => channel.ack(delivery));
    } catch (error) {
      log.warn({ err: error, queue: consumer.queue }, 'a delivery could not even be stored; it goes back to the queue');
      await pause(REDELIVERY_PAUSE_MS);
      settle(() => channel.nack(delivery, false, true));
    }
  }

  async function publish(messages: readonly Addressed[]): Promise<Set<string>> {
    const current = await ensure();
    for (const { type, queues } of messages) for (const queue of queues) await bind(current, queue, [type]);
    const { channel } = current;
    const returned = new Set<string>();
    const onReturn = ({ properties }: { properties: { messageId?: string } }) => returned.add(String(properties.messageId));
    channel.on('return', onReturn);
    try {
      const acks = messages.map((message) => confirmation(channel, exchange, message));
      const results = await within(confirmTimeoutMs, Promise.all(acks));
      return new Set(messages.filter((message, i) => results[i] && !returned.has(message.id)).map((message) => message.id));
    } finally {
      channel.off('return', onReturn);
    }
  }

  return {
    publish,
    async subscribe(queue, types, handle) {
      const consumer: Consumer = { queue, types, handle, running: new Set() };
      const present = link;
      consumers.add(consumer);
      if (present) await attach(present, consumer);
      else void reconnect();
      return {
        async stop() {
          consumers.delete(consumer);
          const { channel, tag } = consumer;
          if (channel && tag) await channel.cancel(tag).catch(() => undefined);
          await Promise.allSettled(consumer.running);
          consumer.channel = undefined;
          await channel?.close().catch(() => undefined);
        },
      };
    },
    connected: () => link !== null,
    async close() {
      closed = true;
      const open = link;
      link = null;
      await open?.connection.close().catch(() => undefined);
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

/** Half-open connections are noticed within 20 s. */
const withHeartbeat = (url: string) => {
  const address = new URL(url);
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', '10');
  return address.toString();
};

const messageOf = (delivery: ConsumeMessage): Message => {
  const fallback = {
    id: String(delivery.properties.messageId),
    type: delivery.fields.routingKey,
    occurredAt: new Date().toISOString(),
    requestId: null,
  };
  try {
    return JSON.parse(delivery.content.toString()) as Message;
  } catch {
    // unreadable is still a delivery: the reaction's own schema refuses it and the inbox parks it
    return { ...fallback, data: null };
  }
};

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
