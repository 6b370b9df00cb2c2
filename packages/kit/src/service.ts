import type { DataSource } from 'typeorm';
import { publicKeysOf } from './auth';
import { every, type Task } from './background';
import type { Broker } from './broker';
import { retryOnce, take } from './consume';
import { endpoint, type Endpoint } from './endpoint';
import { buildHttp, listen } from './http';
import type { Log } from './log';
import { createMetrics } from './metrics';
import { describeEndpoints } from './openapi';
import { listenForOperators } from './operations';
import { prune, secretsOf } from './prune';
import { startRelay } from './relay';
import type { EventKind, Subscription } from './subscriptions';

export type ServiceConfig = {
  LISTEN: string;
  PORT: number;
  OPS_PORT: number;
  DATABASE_URL: string;
  INTERNAL_JWT_PUBLIC_KEYS: string;
  OPS_TOKEN?: string | undefined;
};

export type ServiceParts = {
  name: string;
  config: ServiceConfig;
  source: DataSource;
  broker: Broker;
  log: Log;
  endpoints: Endpoint[];
  subscriptions: readonly Subscription[];
  /** All declared events: who must hear what, and which bodies are secret. */
  events: readonly EventKind[];
  tasks?: Task[];
};

export type RunningService = { url: string; opsUrl: string; stop: () => Promise<void> };

export const queueOf = (service: string) => `shop.${service}`;

/**
 * Everything that makes use cases a service: HTTP, the relay of its outbox, the consumer of its queue, retries, pruning,
 * the operators' port. stop() drains in that order and closes the database; the broker belongs to the caller.
 */
export async function runService({
  name,
  config,
  source,
  broker,
  log,
  endpoints,
  subscriptions,
  events,
  tasks = [],
}: ServiceParts): Promise<RunningService> {
  const metrics = createMetrics(name);
  let draining = false;
  const all = [...endpoints, openApiEndpoint(name, endpoints)];
  const publicKeys = publicKeysOf(config.INTERNAL_JWT_PUBLIC_KEYS);
  if (publicKeys.length === 0) throw new Error('INTERNAL_JWT_PUBLIC_KEYS holds no public key: every caller would be refused');
  const app = buildHttp({ service: name, endpoints: all, publicKeys, log, metrics });

  const heard = [...new Set(subscriptions.map((subscription) => subscription.type))];
  const parts = { source, subscriptions, log, metrics };
  const consumer = await broker.subscribe(queueOf(name), heard, (message) => take(parts, message));

  const queues = new Map(events.map((event) => [event.type, event.heardBy.map(queueOf)]));
  const stopRelay = startRelay({
    source,
    url: config.DATABASE_URL,
    broker,
    log,
    metrics,
    queuesOf: (type) => queues.get(type) ?? [],
  });

  const secrets = secretsOf(events);
  const stopTasks = [
    { name: 'retry-reactions', everyMs: 500, run: () => retryAll(parts) },
    { name: 'prune', everyMs: 300_000, run: () => prune(source, secrets) },
    ...tasks,
  ].map((task) => every(task, log));

  const http = await listen(app, config.LISTEN, config.PORT);
  const operators = await listenForOperators({
    source,
    broker,
    metrics,
    draining: () => draining,
    host: config.LISTEN,
    port: config.OPS_PORT,
    token: config.OPS_TOKEN,
  });
  log.info({ url: http.url, opsUrl: operators.url }, 'ready');

  return {
    url: http.url,
    opsUrl: operators.url,
    async stop() {
      draining = true;
      await Promise.all(stopTasks.map((stop) => stop()));
      await consumer.stop();
      await http.close();
      await stopRelay();
      await operators.close();
      await source.destroy();
    },
  };
}

async function retryAll(parts: Parameters<typeof retryOnce>[0]) {
  while (await retryOnce(parts));
}

const openApiEndpoint = (name: string, endpoints: Endpoint[]): Endpoint => {
  const document = describeEndpoints(name, endpoints);
  return endpoint({
    method: 'get',
    path: '/internal/openapi.json',
    who: 'gateway',
    summary: 'This service as OpenAPI',
    handle: () => Promise.resolve(document),
  });
};
