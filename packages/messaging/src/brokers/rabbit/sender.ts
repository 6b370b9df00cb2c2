import { setTimeout as pause } from 'node:timers/promises';
import type { ConfirmChannel } from 'amqplib';
import type { Logger } from 'pino';
import type { Addressed } from '../broker';
import type { RabbitConnection } from './connection';
import { publishConfirmed } from './message';
import { declareExchange, declareQueue, type Topology } from './topology';

export type SenderParts = { connection: RabbitConnection; topology: Topology; confirmTimeoutMs: number; log: Logger };

/** A channel with confirms, and the bindings that are known to exist: `queue type`. */
type Open = { channel: ConfirmChannel; bound: Set<string> };

/** Sends through one channel, which is opened when it is first needed and again after it broke. */
export function createSender({ connection, topology, confirmTimeoutMs, log }: SenderParts) {
  let open: Promise<Open> | null = null;

  function opened(): Promise<Open> {
    if (open) return open;
    const opening = openChannel();
    const forget = () => {
      if (open === opening) open = null;
    };
    opening.then(({ channel }) => channel.once('close', forget), forget);
    return (open = opening);
  }

  async function openChannel(): Promise<Open> {
    const channel = await (await connection.get()).createConfirmChannel();
    channel.on('error', (error: Error) =>
      log.warn({ err: error }, 'the channel of the sender broke; it is opened again with the next event'),
    );
    await declareExchange(channel, topology);
    return { channel, bound: new Set() };
  }

  /**
   * Drops the channel. Confirmations that did not arrive in time may never arrive (a queue without a leader), so the next try gets a new
   * channel.
   */
  function discard() {
    const stuck = open;
    open = null;
    stuck?.then(({ channel }) => channel.close()).catch(() => undefined);
  }

  async function sendAll(messages: readonly Addressed[]): Promise<Set<string>> {
    const sender = await opened();
    await bindAll(sender, topology, messages);
    return confirmedOf(sender, topology.exchange, messages);
  }

  /** Sends messages. → the ids that every queue has. @throws when the broker cannot be reached, or does not confirm within the limit. */
  return async (messages: readonly Addressed[]): Promise<Set<string>> => {
    try {
      return await within(confirmTimeoutMs, sendAll(messages));
    } catch (error) {
      discard();
      throw error;
    }
  };
}

/** Binds every queue that must have a message to the message's type, also before the queue's own service was ever started. */
async function bindAll({ channel, bound }: Open, topology: Topology, messages: readonly Addressed[]) {
  if (!topology.declares) return;
  for (const { type, queues } of messages) {
    for (const queue of queues) {
      if (bound.has(`${queue} ${type}`)) continue;
      await declareQueue(channel, topology, queue, [type]);
      bound.add(`${queue} ${type}`);
    }
  }
}

async function confirmedOf({ channel, bound }: Open, exchange: string, messages: readonly Addressed[]): Promise<Set<string>> {
  const returned = new Set<string>();
  const onReturn = ({ properties }: { properties: { messageId?: string } }) => {
    returned.add(String(properties.messageId));
    // a queue has disappeared: the next try declares it again
    bound.clear();
  };
  channel.on('return', onReturn);
  try {
    const acks = await Promise.all(messages.map((message) => publishConfirmed(channel, exchange, message)));
    return new Set(messages.filter((message, i) => acks[i] && !returned.has(message.id)).map((message) => message.id));
  } finally {
    channel.off('return', onReturn);
  }
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const timer = new AbortController();
  const late = pause(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`The broker did not confirm within ${ms} ms`);
  });
  late.catch(() => undefined);
  return Promise.race([work, late]).finally(() => timer.abort());
}
