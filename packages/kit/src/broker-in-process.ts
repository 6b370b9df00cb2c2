import type { Broker, Message } from './broker';

type Queue = { types: readonly string[]; handle: (message: Message) => Promise<void>; running: Set<Promise<void>> };

/** For services that share one process. It holds nothing itself: outbox and inbox are what is durable. */
export function createInProcessBroker(): Broker {
  const queues = new Map<string, Queue>();

  const deliver = async (queue: Queue, message: Message) => {
    // as over a wire: nobody shares an object with the sender
    const run = queue.handle(structuredClone(message));
    queue.running.add(run);
    await run.finally(() => queue.running.delete(run));
  };

  return {
    async publish(messages) {
      const confirmed = new Set<string>();
      await Promise.all(
        messages.map(async ({ queues: wanted, ...message }) => {
          const found = wanted.map((name) => queues.get(name));
          if (found.some((queue) => !queue)) return;
          const results = await Promise.allSettled(
            found.filter((queue) => queue!.types.includes(message.type)).map((queue) => deliver(queue!, message)),
          );
          if (results.every((result) => result.status === 'fulfilled')) confirmed.add(message.id);
        }),
      );
      return confirmed;
    },
    subscribe(name, types, handle) {
      const queue: Queue = { types, handle, running: new Set() };
      queues.set(name, queue);
      return Promise.resolve({
        async stop() {
          if (queues.get(name) === queue) queues.delete(name);
          await Promise.allSettled(queue.running);
        },
      });
    },
    connected: () => true,
    close: () => Promise.resolve(queues.clear()),
  };
}
