import type { Logger } from 'pino';
import type { Broker } from './broker';
import { createRabbitConnection } from './rabbit/connection';
import { consumeForEver } from './rabbit/consumer';
import { listenForEver } from './rabbit/listener';
import { createSender } from './rabbit/sender';
import type { Topology } from './rabbit/topology';

export { QUEUE_ARGUMENTS } from './rabbit/topology';

export type RabbitOptions = Omit<Topology, 'declares'> &
  Partial<Topology> & { url: string; log: Logger; confirmTimeoutMs?: number; bindingsHoldMs?: number; prefetch?: number };

/**
 * RabbitMQ: a topic exchange and one quorum queue for each service. Senders and consumers have separate connections, so that a
 * broker that accepts no more messages still receives acknowledgements. Both reconnect without limit, with pauses up to 5 s.
 */
export function createRabbitBroker(options: RabbitOptions): Broker {
  const { url, exchange, log, declares = true, confirmTimeoutMs = 10_000, bindingsHoldMs = 30_000, prefetch = 20 } = options;
  const topology = { exchange, declares };
  const sending = createRabbitConnection(url, log);
  const consuming = createRabbitConnection(url, log);
  const stops = new Set<AbortController>();

  /** Runs a loop until its own stop is called or the broker closes. */
  function start(run: (signal: AbortSignal) => Promise<void>) {
    const controller = new AbortController();
    stops.add(controller);
    const running = run(controller.signal);
    return Promise.resolve({
      async stop() {
        stops.delete(controller);
        controller.abort();
        await running;
      },
    });
  }

  const parts = { connection: consuming, topology, log };
  return {
    publish: createSender({ connection: sending, topology, confirmTimeoutMs, bindingsHoldMs, log }),
    subscribe: (queue, types, handle) => start((signal) => consumeForEver({ ...parts, queue, types, handle, prefetch, signal })),
    listen: (types, listener) => start((signal) => listenForEver({ ...parts, types, listener, signal })),
    connected: () => sending.isOpen() || consuming.isOpen(),
    async close() {
      for (const controller of stops) controller.abort();
      await Promise.all([sending.close(), consuming.close()]);
    },
  };
}
