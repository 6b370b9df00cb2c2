import {
  buildHttp,
  forgetOldCounts,
  listen,
  publicKeysOf,
  type Away,
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
import { createMetrics, type Metrics, measurePool, measureRows, type MeasuredRows } from './metrics';
import type { Facts } from './operators/facts';
import type { Operation } from './operators/operation';
import { listenForOperators } from './operators/operators-port';
import type { EventsOfAct } from './operators/put-back';
import { reactionsKeeper } from './database/reactions';
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

/** A task that gets the service's tracer, if there is one, to continue a trace that began elsewhere. */
type ServiceTask = Omit<Task, 'run'> & { run: (parts: { tracer?: Tracer }) => Promise<unknown> };

/** The arguments that the starter of a service passes in. */
export type ServiceDeps = {
  broker: Broker;
  log: Log;
  /** Checks every answer before it is sent; tests compare it with its route. */
  checkAnswer?: CheckAnswer;
};

export type ServiceParts = ServiceDeps & {
  name: string;
  /** The queue from which the service receives its events. */
  queue: string;
  /** The queues that must have an event of this type before it counts as sent. */
  queuesOf: (type: string) => readonly string[];
  config: ServiceConfig;
  source: DataSource;
  endpoints: Endpoint[];
  subscriptions: readonly Subscription[];
  /** All declared events. They name the secret bodies and fields. */
  events: readonly EventKind[];
  tasks?: ServiceTask[];
  /** With the service's own counters, if it has some. */
  metrics?: Metrics;
  /** The gauges of the service's rows for /metrics, beside those of outbox and inbox. */
  measured?: readonly MeasuredRows[];
  /** Whether the service has loaded what it answers from; without it, it is ready once its database is. */
  isLoaded?: () => boolean;
  /** The lists of facts that operators compare with those of other services. */
  facts?: readonly Facts[];
  /** The operations that operators may start. */
  operations?: readonly Operation[];
  /** Makes the audit log's events for an operator's action. */
  acted?: EventsOfAct;
  noteLook?: NoteLook;
  /** The service's text while something that it needs is away. */
  away?: Away;
  /** The name of the tracer; by default that of the service. */
  tracerName?: string;
};

export type RunningService = { url: string; opsUrl: string; stop: () => Promise<void> };

/** The parts of a service, with defaults for those that it did not give. */
type AllParts = Omit<ServiceParts, 'acted'> & {
  acted: EventsOfAct;
  metrics: Metrics;
  tracer?: Tracer;
  draining: () => boolean;
};

/**
 * Runs use cases as a service: HTTP, the relay of its outbox, the consumer of its queue, retries, pruning, the operators' port.
 * stop() drains for DRAIN_MS, ends consumer and HTTP, then relay and operators' port, and closes the database after the running
 * tasks. The broker stays open. @throws Error when the configuration holds no public key
 */
export async function runService(serviceParts: ServiceParts): Promise<RunningService> {
  const { name, config, source, log, metrics = createMetrics(name), acted = () => [] } = serviceParts;
  const publicKeys = publicKeysOf(config.INTERNAL_JWT_PUBLIC_KEYS);
  if (publicKeys.length === 0) throw new Error('INTERNAL_JWT_PUBLIC_KEYS holds no public key: every caller would be refused');
  const tracing = await openTracing(name, config, serviceParts.tracerName);
  if (tracing) traceStatements(source);
  let draining = false;
  const parts: AllParts = { ...serviceParts, metrics, acted, tracer: tracing?.tracer, draining: () => draining };

  const measure = measureAll(parts);
  const app = buildHttp({ ...parts, service: name, publicKeys });
  const consumer = await consume(parts);
  const saveReactions = reactionsKeeper(source, parts.subscriptions);
  await saveReactions();
  const stopRelay = startRelay({ ...parts, url: config.DATABASE_URL });
  const stopTasks = startTasks(parts, saveReactions);
  const http = await listen(app, config.LISTEN, config.PORT);
  const operators = await openOperatorsPort(parts, measure);
  log.info({ url: http.url, opsUrl: operators.url }, 'ready');

  return {
    url: http.url,
    opsUrl: operators.url,
    async stop() {
      draining = true;
      await http.drain(config.DRAIN_MS);
      const tasksEnded = stopTasks();
      await Promise.all([consumer.stop(), http.close()]);
      await stopRelay();
      await operators.close();
      await tasksEnded;
      await tracing?.close();
      await source.destroy();
    },
  };
}

/**
 * Registers the gauges.
 * @returns a function that reads those of the rows again
 */
function measureAll({ source, metrics, measured: rows = [] }: AllParts) {
  measurePool(metrics.registry, source);
  return measureRows(metrics.registry, source, rows);
}

function consume(parts: AllParts) {
  const eventTypes = [...new Set(parts.subscriptions.map(({ type }) => type))];
  return parts.broker.subscribe(parts.queue, eventTypes, takeDeliveries(parts));
}

/**
 * Starts the service's own tasks and those of every service.
 * @returns stops them, and waits for the running ones
 */
function startTasks(parts: AllParts, saveReactions: () => Promise<void>): () => Promise<unknown> {
  const { source, log, tracer, tasks = [], draining } = parts;
  const secrets = secretsOf(parts.events);
  const ofEveryService: ServiceTask[] = [
    { name: 'retry-reactions', everyMs: 500, run: () => retryAll(parts, draining) },
    { name: 'keep-reactions', everyMs: 60_000, run: saveReactions },
    { name: 'prune', everyMs: 300_000, run: () => Promise.all([prune(source, secrets), forgetOldCounts(source)]) },
  ];
  const stops = [...ofEveryService, ...tasks].map((task) => every({ ...task, run: () => task.run({ tracer }) }, log));
  return () => Promise.all(stops.map((stop) => stop()));
}

function openOperatorsPort(parts: AllParts, measure: () => Promise<void>) {
  const { config, facts = [], operations = [], isLoaded = () => true } = parts;
  const { LISTEN: host, OPS_PORT: port, OPS_TOKEN: tokens = [] } = config;
  return listenForOperators({ ...parts, measure, facts, operations, isLoaded, host, port, tokens });
}

async function retryAll(parts: Parameters<typeof retryOnce>[0], isStopping: () => boolean) {
  while (!isStopping() && (await retryOnce(parts)));
}
