import assert from 'node:assert/strict';
import type { Logger } from 'pino';
import type { Broker, Listener, Message } from './broker';

type Consumer = { handle: (message: Message) => Promise<void>; running: Set<Promise<void>> };
type Queue = { types: Set<string>; consumers: Consumer[] };

/** A broker for services that share one process. It stores nothing itself, because outbox and inbox are durable. */
export function createInProcessBroker(log?: Logger): Broker {
  const queues = new Map<string, Queue>();
  const listeners = new Set<{ types: readonly string[]; listener: Listener }>();
  let isClosed = false;

  const deliver = async ({ consumers }: Queue, message: Message) => {
    // The consumer that took the last message moves to the end of the queue.
    const consumer = consumers.shift();
    assert(consumer, 'a queue begins with its first consumer');
    consumers.push(consumer);
    // Receivers get a copy, so that they share no object with the sender, as over a wire.
    const run = consumer.handle(structuredClone(message));
    consumer.running.add(run);
    await run.finally(() => consumer.running.delete(run));
  };

  const notifyListeners = (message: Message) => {
    for (const { types, listener } of listeners) {
      if (!types.includes(message.type)) continue;
      try {
        listener.heard(structuredClone(message));
      } catch (error) {
        log?.warn({ err: error, type: message.type }, 'a listener failed');
      }
    }
  };

  return {
    async publish(messages) {
      const confirmedIds = new Set<string>();
      for (const { queues: _, ...message } of messages) notifyListeners(message);
      await Promise.all(
        messages.map(async ({ queues: queueNames, ...message }) => {
          const targets = queueNames.flatMap((name) => queues.get(name) ?? []);
          if (targets.length < queueNames.length) return;
          const results = await Promise.allSettled(
            targets.filter((queue) => queue.types.has(message.type)).map((queue) => deliver(queue, message)),
          );
          if (results.every((result) => result.status === 'fulfilled')) confirmedIds.add(message.id);
        }),
      );
      return confirmedIds;
    },
    subscribe(name, types, handle) {
      const queue = queues.get(name) ?? { types: new Set(), consumers: [] };
      const consumer: Consumer = { handle, running: new Set() };
      for (const type of types) queue.types.add(type);
      queue.consumers.push(consumer);
      queues.set(name, queue);
      return Promise.resolve({
        async stop() {
          queue.consumers = queue.consumers.filter((candidate) => candidate !== consumer);
          if (queue.consumers.length === 0 && queues.get(name) === queue) queues.delete(name);
          await Promise.allSettled(consumer.running);
        },
      });
    },
    listen(types, listener) {
      const entry = { types, listener };
      if (!isClosed) listeners.add(entry);
      return Promise.resolve({ stop: () => Promise.resolve(void listeners.delete(entry)) });
    },
    connected: () => true,
    close() {
      isClosed = true;
      queues.clear();
      listeners.clear();
      return Promise.resolve();
    },
  };
}
