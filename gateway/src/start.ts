import type { RequestListener } from 'node:http';
import express from 'express';
import { createMetrics, listen, type Broker, type Log } from '@shop/kit';
import { buildGateway } from './app';
import type { Config } from './config';
import { openLive } from './live';
import { createProductList } from './product-list';

export type RunningGateway = { url: string; opsUrl: string; stop: () => Promise<void> };

export type GatewayDeps = {
  log: Log;
  /** What browsers learn at once comes through it; nothing else does, and nothing waits for it. */
  broker?: Broker | null;
  /** Lets a start that still fills the shop keep /api/config at 503. */
  isReady?: () => boolean;
  /** How long a service may take before it begins to answer. */
  answerWithinMs?: number;
  /** Where the door listens, when that is not where the operators' port does. */
  doorAt?: string;
};

/** Opens the door. */
export async function start(
  config: Config,
  { log, broker = null, isReady = () => true, answerWithinMs = 30_000, doorAt = config.LISTEN }: GatewayDeps,
): Promise<RunningGateway> {
  const live = await openLive({ broker, log, scale: config.RATE_LIMIT_SCALE });
  const list = createProductList(config, log);
  const app = await buildGateway({ config, log, isReady, answerWithinMs, live, list });
  const answer: RequestListener = (req, res) => {
    const goOn = () => void app(req, res);
    const answered = list.answer(req, res);
    if (answered === false) goOn();
    else if (answered !== true) answered.then((done) => void (done || goOn()), goOn);
  };
  const door = await listen(answer, doorAt, config.PORT);
  const operators = await operatorsPort(config, () => ({ broker: broker?.connected() ?? false, streams: live.open() }));
  log.info({ url: door.url, opsUrl: operators.url }, 'ready');
  return {
    url: door.url,
    opsUrl: operators.url,
    async stop() {
      await live.close();
      await door.close();
      await operators.close();
    },
  };
}

/** What is only reported says nothing about being ready: without the broker everything but live news goes on. */
function operatorsPort(config: Config, reported: () => object) {
  const { registry } = createMetrics('gateway');
  const app = express();
  app.disable('x-powered-by');
  app.get(['/healthz', '/readyz'], (_req, res) => void res.json({ ok: true, ...reported() }));
  app.get('/metrics', async (_req, res) => void res.type(registry.contentType).send(await registry.metrics()));
  return listen(app, config.LISTEN, config.OPS_PORT);
}
