import { GATEWAY_WAITS_MS, TRACER_NAME } from '@shop/contracts/constants';
import { listen, type CheckHeard } from '@shop/http';
import type { Broker } from '@shop/messaging';
import { openTracing, type Log } from '@shop/runtime';
import express from 'express';
import type { Registry } from 'prom-client';
import { buildGateway } from './app';
import type { Config } from './config';
import { countCrowd } from './guard/crowd';
import { countCalls } from './guard/flood';
import { MEDIA_SHARE, type MediaShare } from './guard/media-share';
import { enforcePace, PACE, type Pace } from './guard/pace';
import { trustWarnings } from './guard/proxy-trust';
import { openLive } from './live/live';
import { createGatewayMetrics } from './metrics';
import { createRequestPath } from './request-path';
import { openRenderer, type RenderLimits } from './storefront/rendering/page-renderer';
import { createProductList } from './storefront/product-list';
import type { Resolve } from './upstream/replicas';
import { PAUSE_MS } from './upstream/proxy';
import { openServices } from './upstream/services';

export type RunningGateway = { url: string; opsUrl: string; stop: () => Promise<void> };

export type GatewayDeps = {
  log: Log;
  /** Carries the live news for browsers. The gateway uses it for nothing else and never waits for it. */
  broker?: Broker | null;
  /** Keeps /api/config at 503 while a start is still filling the shop. */
  isReady?: () => boolean;
  /** How many milliseconds a service may take before it begins to answer. */
  answerWithinMs?: number;
  /** How many milliseconds a body that is no upload may take to arrive. */
  bodyWithinMs?: number;
  /** How many milliseconds an upload, or an answer that has begun, may pause. */
  pauseMs?: number;
  /** How slow a client may be. */
  pace?: Pace;
  /** How much of the files one address gets. */
  mediaShare?: MediaShare;
  /** The host that the public port listens on, when it differs from that of the operators' port. */
  doorAt?: string;
  /** Finds the replicas behind a service's name; by default the system's resolver. */
  resolve?: Resolve;
  /** Checks every answer of the gateway's own before it is sent. */
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
    pauseMs = PAUSE_MS,
    pace = PACE,
    mediaShare = MEDIA_SHARE,
    doorAt = config.LISTEN,
    resolve,
    checkAnswer,
    rendering,
  }: GatewayDeps,
): Promise<RunningGateway> {
  for (const warning of warningsOf(config, doorAt)) log.warn(warning);
  const live = await openLive({ broker, log, rateScale: config.RATE_LIMIT_SCALE });
  const metrics = createGatewayMetrics(live.open);
  const services = openServices(config, log, resolve);
  const counts = { countCall: countCalls(config.RATE_LIMIT_SCALE), crowd: countCrowd(config.RATE_LIMIT_SCALE) };
  const renderer = openRenderer(config, log, metrics.countRender, rendering);
  const app = await buildGateway({
    config,
    services,
    log,
    isReady,
    answerWithinMs,
    bodyWithinMs,
    pauseMs,
    mediaShare,
    live,
    counts,
    renderer,
    metrics,
    checkAnswer,
  });
  const list = createProductList(config, services.catalog, log, checkAnswer);
  const tracing = await openTracing('gateway', config, TRACER_NAME);
  const paceGuard = enforcePace(pace);
  // A new thread renders slowly, and nobody waits for it yet.
  await renderer?.ready();
  const path = createRequestPath({ app, list, counts, pace: paceGuard, metrics, tracer: tracing?.tracer });
  const door = await listen(path, doorAt, config.PORT);
  // Each way to a service (five services, three lanes) adds a listener for the end of the server.
  door.server.setMaxListeners(30);
  let draining = false;
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
      paceGuard.stop();
      await renderer?.close();
      await operators.close();
      Object.values(services).forEach((replicas) => replicas.close());
      await tracing?.close();
    },
  };
}

/** Warnings about a configuration in which clients could name their own address, for a public port that listens at `doorAt`. */
export const warningsOf = (config: Pick<Config, 'TRUST_PROXY' | 'PUBLIC_URL'>, doorAt: string) =>
  trustWarnings({ trust: config.TRUST_PROXY, publicUrl: config.PUBLIC_URL, doorAt });

/** Serves health and metrics. `factsOf` adds facts to the answer, but no fault there changes the status. */
function operatorsPort(config: Config, registry: Registry, draining: () => boolean, factsOf: () => object) {
  const app = express();
  app.disable('x-powered-by');
  app.get('/healthz', (_req, res) => void res.json({ ok: true, ...factsOf() }));
  app.get('/readyz', (_req, res) => {
    res.status(draining() ? 503 : 200).json({ ok: !draining(), draining: draining(), ...factsOf() });
  });
  app.get('/metrics', async (_req, res) => void res.type(registry.contentType).send(await registry.metrics()));
  return listen(app, config.LISTEN, config.OPS_PORT);
}
