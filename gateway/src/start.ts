import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { currentRequest, listen, type CheckHeard, type Tracer } from '@shop/http';
import type { Broker } from '@shop/messaging';
import { createMetrics, openTracing, type Log, type Metrics } from '@shop/runtime';
import express from 'express';
import { Counter, Gauge } from 'prom-client';
import { buildGateway } from './app';
import type { Config } from './config';
import { keepPace, PACE, type Pace } from './guard/pace';
import { trustWarnings } from './guard/proxy-trust';
import { openLive } from './live/live';
import { serviceOf } from './routes';
import { createProductList } from './storefront/product-list';
import type { Resolve } from './upstream/replicas';
import { openServices } from './upstream/services';

export type RunningGateway = { url: string; opsUrl: string; stop: () => Promise<void> };

export type GatewayDeps = {
  log: Log;
  /** What browsers learn at once comes through it; nothing else does, and nothing waits for it. */
  broker?: Broker | null;
  /** Lets a start that still fills the shop keep /api/config at 503. */
  isReady?: () => boolean;
  /** How long a service may take before it begins to answer. */
  answerWithinMs?: number;
  /** How long a body that is no upload may take to arrive. */
  bodyWithinMs?: number;
  /** How slow a client may be. */
  pace?: Pace;
  /** Where the public port listens, when that is not where the operators' port does. */
  doorAt?: string;
  /** Finds the replicas behind a service's name, when that is not the system's resolver. */
  resolve?: Resolve;
  /** Hears of every answer that the gateway gives itself, before it goes out. */
  checkAnswer?: CheckHeard;
};

/** Starts the gateway. */
export async function start(
  config: Config,
  {
    log,
    broker = null,
    isReady = () => true,
    answerWithinMs = 30_000,
    bodyWithinMs = 15_000,
    pace = PACE,
    doorAt = config.LISTEN,
    resolve,
    checkAnswer,
  }: GatewayDeps,
): Promise<RunningGateway> {
  for (const warning of warningsOf(config, doorAt)) log.warn(warning);
  const live = await openLive({ broker, log, rateScale: config.RATE_LIMIT_SCALE });
  const services = openServices(config, log, resolve);
  const list = createProductList(config, services.catalog, log);
  const metrics = createMetrics('gateway');
  const policyReports = new Counter({
    name: 'csp_reports_total',
    help: 'What browsers kept out of pages, by directive',
    labelNames: ['directive'],
    registers: [metrics.registry],
  });
  new Gauge({
    name: 'live_streams',
    help: 'Open pages that hear of sales at once',
    registers: [metrics.registry],
    collect() {
      this.set(live.open());
    },
  });
  const countCspReport = (directive: string) => policyReports.inc({ directive });
  let draining = false;
  const app = await buildGateway({
    config,
    services,
    log,
    isReady,
    answerWithinMs,
    bodyWithinMs,
    live,
    list,
    countCspReport,
    checkAnswer,
  });
  const tracing = await openTracing('gateway', config);
  const paced = keepPace(pace);
  const answer: RequestListener = (req, res) => {
    paced.watch(req, res);
    const stop = metrics.requestDuration.startTimer({ method: req.method, route: ownerOf(req.url) });
    res.once('finish', () => stop({ status: res.statusCode }));
    const goOn = () => currentRequest.run(requestOf(req, res, tracing?.tracer), () => void app(req, res));
    const answered = list.answer(req, res);
    if (answered === false) goOn();
    else if (answered !== true) answered.then((done) => void (done || goOn()), goOn);
  };
  const door = await listen(answer, doorAt, config.PORT);
  // each way to a service (five services, three lanes) waits for the end of the server
  door.server.setMaxListeners(30);
  const operators = await operatorsPort(
    config,
    metrics.registry,
    () => draining,
    () => ({ broker: broker?.connected() ?? false, streams: live.open() }),
  );
  log.info({ url: door.url, opsUrl: operators.url }, 'ready');
  return {
    url: door.url,
    opsUrl: operators.url,
    async stop() {
      draining = true;
      await door.drain(config.DRAIN_MS);
      await live.close();
      await door.close();
      paced.stop();
      await operators.close();
      Object.values(services).forEach((replicas) => replicas.close());
      await tracing?.close();
    },
  };
}

/** Here requests get their ids and traces begin: what a client says of either is not heard. */
function requestOf(req: IncomingMessage, res: ServerResponse, tracer?: Tracer) {
  const requestId = randomUUID();
  const span = tracer?.(`${req.method} ${ownerOf(req.url)}`, 'server');
  if (span) res.once('close', () => span.end({ 'http.response.status_code': res.statusCode, 'request.id': requestId }));
  return { requestId, span };
}

/** Who answers in the end, for the measured durations: a client must not be able to make up more than a few of these. */
const ownerOf = (url = '') => serviceOf(url.split('?')[0]!) ?? 'pages';

/** What of the configuration lets clients name their own address, where the door listens at `doorAt`. */
export const warningsOf = (config: Pick<Config, 'TRUST_PROXY' | 'PUBLIC_URL'>, doorAt: string) =>
  trustWarnings({ trust: config.TRUST_PROXY, publicUrl: config.PUBLIC_URL, doorAt });

/** Serves health and metrics. What `reported` says does not change the status: without the broker everything but live news works. */
function operatorsPort(config: Config, registry: Metrics['registry'], draining: () => boolean, reported: () => object) {
  const app = express();
  app.disable('x-powered-by');
  app.get('/healthz', (_req, res) => void res.json({ ok: true, ...reported() }));
  app.get('/readyz', (_req, res) => {
    res.status(draining() ? 503 : 200).json({ ok: !draining(), draining: draining(), ...reported() });
  });
  app.get('/metrics', async (_req, res) => void res.type(registry.contentType).send(await registry.metrics()));
  return listen(app, config.LISTEN, config.OPS_PORT);
}
