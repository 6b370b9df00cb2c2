import {
  buildHttp,
  describeEndpoints,
  endpoint,
  forgetOldCounts,
  listen,
  publicKeysOf,
  type CheckAnswer,
  type Endpoint,
  type NoteLook,
  type Tracer,
} from '@shop/http';
import {
  prune,
  retryOnce,
  secretsOf,
  startRelay,
  takeDeliveries,
  type Broker,
  type EventKind,
  type Subscription,
} from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { every, type Task } from './background';
import type { Log } from './log';
import { measurePool, measureRows, type MeasuredRows } from './measured-rows';
import { createMetrics, type Metrics } from './metrics';
import type { Facts } from './operators/facts';
import type { Operation } from './operators/operation';
import { listenForOperators } from './operators/operators-port';
import type { Acted } from './operators/put-back';
import { reactionsKeeper } from './database/reactions';
import { statusEndpoints } from './status';
import { openTracing, traceStatements, type TracingConfig } from './tracing/tracing';

type ServiceConfig = TracingConfig & {
  LISTEN: string;
  PORT: number;
  OPS_PORT: number;
  DATABASE_URL: string;
  INTERNAL_JWT_PUBLIC_KEYS: string;
  OPS_TOKEN?: readonly string[];
  DRAIN_MS: number;
};

/** A task that gets the service's tracer, when there is one, to continue a trace that began elsewhere. */
type ServiceTask = Omit<Task, 'run'> & { run: (parts: { tracer?: Tracer }) => Promise<unknown> };

export type ServiceParts = {
  name: string;
  /** The queue from which the service receives its events. */
  queue: string;
  /** The queues that must have an event of this type before it counts as sent. */
  queuesOf: (type: string) => readonly string[];
  config: ServiceConfig;
  source: DataSource;
  broker: Broker;
  log: Log;
  endpoints: Endpoint[];
  subscriptions: readonly Subscription[];
  /** All declared events. They say which bodies and fields are secret. */
  events: readonly EventKind[];
  tasks?: ServiceTask[];
  /** With the counters of its own, where the service has some. */
  metrics?: Metrics;
  /** The gauges of the service's rows for /metrics, beside those of outbox and inbox. */
  measured?: readonly MeasuredRows[];
  /** The lists of facts that operators compare with those of other services. */
  facts?: readonly Facts[];
  /** The operations that operators may start. */
  operations?: readonly Operation[];
  /** Makes the audit log's events for an operator's action. */
  acted?: Acted;
  /** What the service adds to its status for the gateway. */
  status?: (source: DataSource) => Promise<object>;
  noteLook?: NoteLook;
  /** Checks every answer before it goes out; tests compare it with its route. */
  checkAnswer?: CheckAnswer;
};

export type RunningService = { url: string; opsUrl: string; stop: () => Promise<void> };

/**
 * Runs use cases as a service: HTTP, the relay of its outbox, the consumer of its queue, retries, pruning, the operators' port. stop()
 * goes on serving for DRAIN_MS, then ends consumer and HTTP, then the relay and the operators' port, and closes the database once the tasks
 * that run have ended: no request waits for them. The broker belongs to the caller.
 * @throws Error when the database does not start or a migration fails
 */
export async function runService({
  name,
  queue,
  queuesOf,
  config,
  source,
  broker,
  log,
  endpoints,
  subscriptions,
  events,
  tasks = [],
  metrics = createMetrics(name),
  measured = [],
  facts = [],
  operations = [],
  acted = () => [],
  status = () => Promise.resolve({}),
  noteLook,
  checkAnswer,
}: ServiceParts): Promise<RunningService> {
  measurePool(metrics.registry, source);
  const measure = measureRows(metrics.registry, source, measured);
  let draining = false;
  const all = [...endpoints, ...statusEndpoints({ source, broker, acted, more: status }), openApiEndpoint(name, endpoints)];
  const publicKeys = publicKeysOf(config.INTERNAL_JWT_PUBLIC_KEYS);
  if (publicKeys.length === 0) throw new Error('INTERNAL_JWT_PUBLIC_KEYS holds no public key: every caller would be refused');
  const tracing = await openTracing(name, config);
  const tracer = tracing?.tracer;
  if (tracer) traceStatements(source);
  const app = buildHttp({ service: name, endpoints: all, publicKeys, log, metrics, tracer, noteLook, checkAnswer });

  const heard = [...new Set(subscriptions.map((subscription) => subscription.type))];
  const parts = { source, subscriptions, log, metrics, tracer };
  const consumer = await broker.subscribe(queue, heard, takeDeliveries(parts));

  const keepReactions = reactionsKeeper(source, subscriptions);
  await keepReactions();

  const stopRelay = startRelay({
    source,
    url: config.DATABASE_URL,
    broker,
    log,
    metrics,
    tracer,
    queuesOf,
  });

  const secrets = secretsOf(events);
  const stopTasks = [
    { name: 'retry-reactions', everyMs: 500, run: () => retryAll(parts, () => draining) },
    { name: 'keep-reactions', everyMs: 60_000, run: keepReactions },
    { name: 'prune', everyMs: 300_000, run: () => Promise.all([prune(source, secrets), forgetOldCounts(source)]) },
    ...tasks,
  ].map((task) => every({ ...task, run: () => task.run({ tracer }) }, log));

  const http = await listen(app, config.LISTEN, config.PORT);
  const operators = await listenForOperators({
    source,
    broker,
    metrics,
    measure,
    facts,
    operations,
    acted,
    draining: () => draining,
    host: config.LISTEN,
    port: config.OPS_PORT,
    tokens: config.OPS_TOKEN ?? [],
  });
  log.info({ url: http.url, opsUrl: operators.url }, 'ready');

  return {
    url: http.url,
    opsUrl: operators.url,
    async stop() {
      draining = true;
      await http.drain(config.DRAIN_MS);
      const tasksEnded = Promise.all(stopTasks.map((stop) => stop()));
      await Promise.all([consumer.stop(), http.close()]);
      await stopRelay();
      await operators.close();
      await tasksEnded;
      await tracing?.close();
      await source.destroy();
    },
  };
}

async function retryAll(parts: Parameters<typeof retryOnce>[0], isStopping: () => boolean) {
  while (!isStopping() && (await retryOnce(parts)));
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
