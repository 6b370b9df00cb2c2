import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Channel, ConsumeMessage } from 'amqplib';
import type { Logger } from 'pino';
import type { Message } from '../broker';
import type { RabbitConnection } from './connection';
import { messageOf } from './message';
import { persist } from '../../persist';
import { declareQueue, type Topology } from './topology';

export type ConsumerParts = {
  connection: RabbitConnection;
  topology: Topology;
  queue: string;
  types: readonly string[];
  handle: (message: Message) => Promise<void>;
  /** How many deliveries are handled at once. */
  prefetch: number;
  log: Logger;
  signal: AbortSignal;
};

const REDELIVERY_PAUSE_MS = 1000;

/** Consumes the queue, and again after every outage. Ends with `signal` once the running handlers have ended. */
export async function consumeForEver(parts: ConsumerParts): Promise<void> {
  const running = new Set<Promise<void>>();
  await persist(
    parts.signal,
    (onAttached) => consumeUntilLost(parts, running, onAttached),
    (error) => parts.log.warn({ err: error, queue: parts.queue }, 'the queue cannot be consumed; it is tried again'),
  );
  await Promise.allSettled(running);
}

async function consumeUntilLost(parts: ConsumerParts, running: Set<Promise<void>>, onAttached: () => void) {
  const { connection, topology, queue, types, prefetch, log, signal } = parts;
  const channel = await (await connection.get()).createChannel();
  channel.on('error', (error: Error) => log.warn({ err: error, queue }, 'a consumer channel broke'));
  const leave = () => void channel.emit('left');
  signal.addEventListener('abort', leave);
  const tag = randomUUID();
  const begin = (delivery: ConsumeMessage) => {
    const run = take(parts, channel, delivery).finally(() => running.delete(run));
    running.add(run);
  };
  try {
    const closing = new Promise<void>((resolve) => {
      for (const end of ['close', 'cancelled', 'left']) channel.once(end, () => resolve());
    });
    await declareQueue(channel, topology, queue, types);
    await channel.prefetch(prefetch);
    if (signal.aborted) return;
    // A null delivery means that the queue was deleted.
    const onDelivery = (delivery: ConsumeMessage | null) => (delivery ? begin(delivery) : void channel.emit('cancelled'));
    await channel.consume(queue, onDelivery, { consumerTag: tag });
    onAttached();
    await closing;
    if (!signal.aborted) return;
    await channel.cancel(tag);
    await Promise.allSettled(running);
  } finally {
    signal.removeEventListener('abort', leave);
    await Promise.resolve()
      .then(() => channel.close())
      .catch(() => undefined);
  }
}

async function take({ handle, queue, log }: ConsumerParts, channel: Channel, delivery: ConsumeMessage) {
  try {
    await handle(messageOf(delivery));
    settle(() => channel.ack(delivery));
  } catch (error) {
    log.warn({ err: error, queue }, 'a delivery could be neither handled nor stored for later; it goes back to the queue');
    await pause(REDELIVERY_PAUSE_MS);
    settle(() => channel.nack(delivery, false, true));
  }
}

/** Acknowledges or refuses a delivery. If the channel has closed meanwhile, the broker delivers again by itself. */
const settle = (act: () => void) => {
  try {
    act();
  } catch {
    return;
  }
};
