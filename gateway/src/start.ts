import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { closeServer, createMetrics, listen, type Log } from '@shop/kit';
import { buildGateway } from './app';
import type { Config } from './config';
import { createProductList } from './product-list';

export type RunningGateway = { url: string; opsUrl: string; stop: () => Promise<void> };

export type GatewayDeps = {
  log: Log;
  /** Lets a start that still fills the shop keep /api/config at 503. */
  isReady?: () => boolean;
  /** How long a service may take before it begins to answer. */
  answerWithinMs?: number;
};

/** Opens the door. */
export async function start(
  config: Config,
  { log, isReady = () => true, answerWithinMs = 30_000 }: GatewayDeps,
): Promise<RunningGateway> {
  const app = await buildGateway({ config, log, isReady, answerWithinMs });
  const list = createProductList(config, log);
  const server = createServer({ requestTimeout: 300_000, headersTimeout: 20_000, keepAliveTimeout: 65_000 }, (req, res) => {
    const goOn = () => void app(req, res);
    const answered = list.answer(req, res);
    if (answered === false) goOn();
    else if (answered !== true) answered.then((done) => void (done || goOn()), goOn);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.PORT, config.HOST, resolve);
  });
  const operators = await operatorsPort(config);
  const { port } = server.address() as AddressInfo;
  const url = `http://${config.HOST}:${port}`;
  log.info({ url, opsUrl: operators.url }, 'ready');
  return {
    url,
    opsUrl: operators.url,
    async stop() {
      await closeServer(server);
      await operators.close();
    },
  };
}

function operatorsPort(config: Config) {
  const { registry } = createMetrics('gateway');
  const app = express();
  app.disable('x-powered-by');
  app.get(['/healthz', '/readyz'], (_req, res) => void res.json({ ok: true }));
  app.get('/metrics', async (_req, res) => void res.type(registry.contentType).send(await registry.metrics()));
  return listen(app, config.HOST, config.OPS_PORT);
}
