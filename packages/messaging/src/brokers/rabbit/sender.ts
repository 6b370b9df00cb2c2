import { Late, within } from '@shop/http';
import type { ConfirmChannel } from 'amqplib';
import type { Logger } from 'pino';
import type { MessageToQueues } from '../broker';
import type { RabbitConnection } from './connection';
import { publishConfirmed } from './message';
import { declareExchange, declareQueue, type Topology } from './topology';

/** The share of the confirmation time that binding may take. A queue that hangs leaves the rest for all other events. */
const TO_BIND = 1 / 4;

type SenderParts = {
  connection: RabbitConnection;
  topology: Topology;
  confirmTimeoutMs: number;
  /** For how many milliseconds a binding is trusted before it is made again. */
  bindingsHoldMs: number;
  log: Logger;
};

/** Sends through one channel, which opens when it is first needed and again after it broke. */
export function createSender({ connection, topology, confirmTimeoutMs, bindingsHoldMs, log }: SenderParts) {
  let open: Promise<ConfirmChannel> | null = null;
  const bindings = createBindings({ connection, topology, bindWithinMs: confirmTimeoutMs * TO_BIND, bindingsHoldMs, log });

  function currentChannel(): Promise<ConfirmChannel> {
    if (open) return open;
    const opening = openChannel();
    const forget = () => {
      if (open === opening) open = null;
    };
    opening.then((channel) => channel.once('close', forget), forget);
    return (open = opening);
  }

  async function openChannel(): Promise<ConfirmChannel> {
    const channel = await (await connection.get()).createConfirmChannel();
    channel.on('error', (error: Error) =>
      log.warn({ err: error }, 'the channel of the sender broke; it is opened again with the next event'),
    );
    await declareExchange(channel, topology);
    bindings.forget();
    return channel;
  }

  /** Drops the channel, because late confirmations may never arrive (a queue without a leader). The next try gets a new one. */
  function discard() {
    const stuckChannel = open;
    open = null;
    stuckChannel?.then((channel) => channel.close()).catch(() => undefined);
  }

  async function sendAll(messages: readonly MessageToQueues[]): Promise<Set<string>> {
    const channel = await currentChannel();
    const missing = await bindings.make(messages);
    const { taken, returned } = await publishAll(channel, topology.exchange, messages);
    // A queue has disappeared, so the next try declares it again.
    if (returned.size > 0) bindings.forget();
    const isReached = ({ id, queues }: MessageToQueues) =>
      taken.has(id) && !returned.has(id) && !queues.some((queue) => missing.has(queue));
    return new Set(messages.filter(isReached).map(({ id }) => id));
  }

  /**
   * Sends messages.
   * @returns the ids that every queue has.
   * @throws when the broker cannot be reached, or does not confirm within the limit.
   */
  return async (messages: readonly MessageToQueues[]): Promise<Set<string>> => {
    try {
      return await confirmedWithin(confirmTimeoutMs, sendAll(messages));
    } catch (error) {
      discard();
      throw error;
    }
  };
}

/**
 * The bindings that are known to exist. They are trusted for a while only: when a message still reaches another queue, the broker
 * does not report that one of its queues was deleted.
 */
function createBindings({
  connection,
  topology,
  bindWithinMs,
  bindingsHoldMs,
  log,
}: Omit<SenderParts, 'confirmTimeoutMs'> & { bindWithinMs: number }) {
  const boundQueues = new Set<string>();
  let since = 0;

  /**
   * Binds a queue on a channel of its own, because the broker closes the channel when it refuses the queue, and a queue that
   * hangs blocks its channel.
   * @returns whether the queue is bound
   */
  async function bind(queue: string, types: readonly string[]): Promise<boolean> {
    const channel = await (await connection.get()).createChannel();
    channel.on('error', () => undefined);
    try {
      await confirmedWithin(bindWithinMs, declareQueue(channel, topology, queue, types));
      return true;
    } catch (error) {
      if (!isRefusal(error) && !(error instanceof Late)) throw error;
      log.warn({ err: error, queue }, 'the broker does not make a queue; events for it wait in the outbox');
      return false;
    } finally {
      channel.close().catch(() => undefined);
    }
  }

  return {
    forget: () => boundQueues.clear(),
    /**
     * Binds every queue that must have a message to the message's type, even before the queue's own service has ever started.
     * @returns the queues that the broker refuses, or does not make in time
     */
    async make(messages: readonly MessageToQueues[]): Promise<Set<string>> {
      const missing = new Set<string>();
      if (!topology.declares) return missing;
      if (performance.now() - since > bindingsHoldMs) {
        boundQueues.clear();
        since = performance.now();
      }
      const binding = [...typesByQueue(messages)].map(async ([queue, types]) => {
        const unbound = types.filter((type) => !boundQueues.has(`${queue} ${type}`));
        if (unbound.length === 0) return;
        if (await bind(queue, unbound)) for (const type of unbound) boundQueues.add(`${queue} ${type}`);
        else missing.add(queue);
      });
      await Promise.all(binding);
      return missing;
    },
  };
}

/** Whether the broker has refused (403, 406); an outage has a text as its code, or none. */
const isRefusal = (error: unknown) => typeof (error as { code?: unknown }).code === 'number';

function typesByQueue(messages: readonly MessageToQueues[]): Map<string, string[]> {
  const queueTypes = new Map<string, Set<string>>();
  for (const { type, queues } of messages)
    for (const queue of queues) queueTypes.set(queue, (queueTypes.get(queue) ?? new Set()).add(type));
  return new Map([...queueTypes].map(([queue, types]) => [queue, [...types]]));
}

/**
 * Publishes all.
 * @returns the ids that the broker has taken, and those that came back because they reached no queue
 */
async function publishAll(channel: ConfirmChannel, exchange: string, messages: readonly MessageToQueues[]) {
  const returnedIds = new Set<string>();
  const onReturn = ({ properties }: { properties: { messageId?: string } }) => void returnedIds.add(String(properties.messageId));
  channel.on('return', onReturn);
  try {
    const acks = await Promise.all(messages.map((message) => publishConfirmed(channel, exchange, message)));
    return { taken: new Set(messages.filter((_, i) => acks[i]).map(({ id }) => id)), returned: returnedIds };
  } finally {
    channel.off('return', onReturn);
  }
}

const confirmedWithin = <Result>(ms: number, work: Promise<Result>) =>
  within(ms, work, `The broker did not confirm within ${ms} ms`);
