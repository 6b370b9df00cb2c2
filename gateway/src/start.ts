import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { GATEWAY_WAITS_MS } from '@shop/contracts/constants';
import { currentRequest, listen, type CheckHeard, type Tracer } from '@shop/http';
import type { Broker } from '@shop/messaging';
import { createMetrics, openTracing, type Log, type Metrics } from '@shop/runtime';
import express from 'express';
import { Counter, Gauge } from 'prom-client';
import { buildGateway } from './app';
import type { Config } from './config';
import { countCrowd } from './guard/crowd';
import { countCalls } from './guard/flood';
import { keepPace, PACE, type Pace } from './guard/pace';
import { trustWarnings } from './guard/proxy-trust';
import { openLive } from './live/live';
import { serviceOf } from './routes';
import { openRenderer, OUTCOMES, type RenderLimits } from './storefront/rendering/page-renderer';
import { createProductList } from './storefront/product-list';
import type { Resolve } from './upstream/replicas';
import { openServices } from './upstream/services';
import { createVitals } from './vitals/vitals';

export type RunningGateway = { url: string; opsUrl: string; stop: () => Promise<void> };

export type GatewayDeps = {
  log: Log;
  /** Carries the live news for browsers. The gateway uses it for nothing else and waits for it nowhere. */
  broker?: Broker | null;
  /** Lets a start that is still filling the shop keep /api/config at 503. */
  isReady?: () => boolean;
  /** How many milliseconds a service may take before it begins to answer. */
  answerWithinMs?: number;
  /** How many milliseconds a body that is no upload may take to arrive. */
  bodyWithinMs?: number;
  /** How slow a client may be. */
  pace?: Pace;
  /** Where the public port listens, when that differs from where the operators' port listens. */
  doorAt?: string;
  /** Finds the replicas behind a service's name; by default the system's resolver. */
  resolve?: Resolve;
  /** Checks every answer that the gateway gives itself before it goes out. */
  checkAnswer?: CheckHeard;
  /** How long the rendering of a page may take. */
  rendering?: RenderLimits;
};

/** Starts the gateway and resolves once both of its ports listen. */
export async function start(
  config: Config,
  {
    log,
    broker = null,
    isReady = () => true,
    answerWithinMs = GATEWAY_WAITS_MS,
    bodyWithinMs = 15_000,
    pace = PACE,
    doorAt = config.LISTEN,
    resolve,
    checkAnswer,
    rendering,
  }: GatewayDeps,
): Promise<RunningGateway> {
  for (const warning of warningsOf(config, doorAt)) log.warn(warning);
  const live = await openLive({ broker, log, rateScale: config.RATE_LIMIT_SCALE });
  const services = openServices(config, log, resolve);
  const list = createProductList(config, services.catalog, log, checkAnswer);
  const countCall = countCalls(config.RATE_LIMIT_SCALE);
  const joinCrowd = countCrowd(config.RATE_LIMIT_SCALE);
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
  const rendered = new Counter({
    name: 'page_renders_total',
    help: 'Public pages that the server had to render, by how that ended; those not rendered are rendered by the browser',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  });
  for (const outcome of OUTCOMES) rendered.inc({ outcome }, 0);
  const renderer = openRenderer(config, log, (outcome) => rendered.inc({ outcome }), rendering);
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
    countCall,
    joinCrowd,
    renderer,
    countCspReport,
    countVitals: createVitals(metrics.registry),
    checkAnswer,
  });
  const tracing = await openTracing('gateway', config);
  const paced = keepPace(pace);
  const answer: RequestListener = (req, res) => {
    // It waits behind another request of its connection. No browser sends so, and Node forgets such an answer when the connection breaks:
    // it would keep its place in every count for ever.
    if (!res.socket) return void req.socket.destroy();
    paced.watch(req, res);
    const stop = metrics.requestDuration.startTimer({ method: req.method, route: ownerOf(req.url) });
    res.once('finish', () => stop({ status: res.statusCode }));
    const goOn = () => currentRequest.run(requestOf(req, res, tracing?.tracer), () => void app(req, res));
    const admit = async () => {
      // Express reads who asks, as it does for every other request
      const { ip } = Object.setPrototypeOf(req, app.request) as express.Request;
      await countCall({ ip });
      joinCrowd({ ip }, res);
    };
    list.answer(req, res, admit).then((done) => void (done || goOn()), goOn);
  };
  // a thread that has just started renders slowly: nobody waits for it
  await renderer?.ready();
  const door = await listen(answer, doorAt, config.PORT);
  // each way to a service (five services, three lanes) adds a listener for the end of the server
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
      await renderer?.close();
      await operators.close();
      Object.values(services).forEach((replicas) => replicas.close());
      await tracing?.close();
    },
  };
}

/** Gives the request its id and begins its trace. What a client says about either is ignored. */
function requestOf(req: IncomingMessage, res: ServerResponse, tracer?: Tracer) {
  const requestId = randomUUID();
  const span = tracer?.(`${req.method} ${ownerOf(req.url)}`, 'server');
  if (span) res.once('close', () => span.end({ 'http.response.status_code': res.statusCode, 'request.id': requestId }));
  return { requestId, span };
}

/** The service or the pages that a request is for, as a label of the measured durations. A client cannot invent further labels. */
const ownerOf = (url = '') => serviceOf(url.replace(/\?.*/, '')) ?? 'pages';

/** Warnings about a configuration in which clients could name their own address, for a public port that listens at `doorAt`. */
export const warningsOf = (config: Pick<Config, 'TRUST_PROXY' | 'PUBLIC_URL'>, doorAt: string) =>
  trustWarnings({ trust: config.TRUST_PROXY, publicUrl: config.PUBLIC_URL, doorAt });

/**
 * Serves health and metrics. `reported` adds facts to the answer but does not change the status: without the broker everything but live
 * news works.
 */
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
