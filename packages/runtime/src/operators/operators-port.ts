import { createHash, timingSafeEqual } from 'node:crypto';
import { listen, within, type Listening } from '@shop/http';
import type { Broker } from '@shop/messaging';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { Metrics } from '../metrics';
import { backlogOf } from './backlog';
import { BASE_FACTS, streamFacts, type Facts } from './facts';
import { runOperation, type Operation } from './operation';
import { putBack, type EventsOfAct } from './put-back';

type PortParts = {
  source: DataSource;
  broker: Broker;
  metrics: Metrics;
  /** Reads the other gauges from the database. */
  measure: () => Promise<void>;
  /** The service's lists of facts, beside those that every service has about its events. */
  facts: readonly Facts[];
  operations: readonly Operation[];
  /** Makes the audit log's events for an operator's action. */
  acted: EventsOfAct;
  draining: () => boolean;
  isLoaded: () => boolean;
  host: string;
  port: number;
  /** Each of them opens the port; there are two while one replaces the other. */
  tokens: readonly string[];
};

/**
 * The port for operators, which the gateway never routes to. Open to all: /healthz (the process runs), /readyz (database and
 * migrations, and what the service loads; not the broker, because the outbox waits for it) and /metrics. With the token as `Authorization: Bearer` also:
 * /parked, POST /parked/put-back[?reaction=], GET /facts/:name and POST /operations/:name.
 */
export async function listenForOperators(parts: PortParts): Promise<Listening> {
  const { source, broker, metrics, measure, facts, operations, acted, draining, isLoaded, host, port, tokens } = parts;
  const isMigrated = createCheck(source, 1000, async () => !(await source.showMigrations()));
  // Prometheus waits ten seconds for an answer.
  const isUp = createCheck(source, 3000, () => measureBacklog(source, metrics).then(() => true));
  const isMeasured = createCheck(source, 3000, () => measure().then(() => true));
  const databaseUp = new Gauge({
    name: 'database_up',
    help: 'Whether the database answered within three seconds when the figures were read: 1 or 0. The figures stay as they were before an outage',
    registers: [metrics.registry],
  });
  const app = express();
  app.disable('x-powered-by');
  app.get('/healthz', (_req, res) => void res.json({ ok: true }));
  app.get('/readyz', async (_req, res) => {
    const database = await isMigrated();
    const [loaded, leaving] = [isLoaded(), draining()];
    const ready = database && loaded && !leaving;
    res.status(ready ? 200 : 503).json({ ready, database, broker: broker.connected(), loaded, draining: leaving });
  });
  app.get('/metrics', async (_req, res) => {
    const up = await isUp();
    databaseUp.set(up ? 1 : 0);
    if (up) await isMeasured();
    res.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  app.use(onlyWith(tokens));
  app.get('/parked', async (_req, res) => {
    res.json(
      await source.query(
        `SELECT reaction, message_id, type, attempts, reason, received_at FROM inbox WHERE state = 'parked' ORDER BY received_at LIMIT 200`,
      ),
    );
  });
  app.post('/parked/put-back', async (req, res) => {
    const reaction = typeof req.query.reaction === 'string' ? req.query.reaction : undefined;
    res.json({ putBack: await putBack(source, acted, { reaction }) });
  });
  app.get('/facts/:name', streamFacts(source, [...BASE_FACTS, ...facts]));
  app.post('/operations/:name', express.json(), runOperation(operations));
  app.use(answerOutage);
  return listen(app, host, port);
}

/**
 * Lets only holders of the token reach the paths below, because other services share the network. It compares hashes, so that the
 * duration reveals nothing.
 */
const onlyWith =
  (tokens: readonly string[]): RequestHandler =>
  (req, res, next) => {
    const bearer = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1];
    if (bearer && tokens.some((token) => timingSafeEqual(hashOf(token), hashOf(bearer)))) return next();
    res
      .status(401)
      .json({ error: tokens.length > 0 ? 'This asks for the OPS_TOKEN of this service.' : 'No OPS_TOKEN is set: nobody may.' });
  };

const hashOf = (text: string) => createHash('sha256').update(text).digest();

const answerOutage: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  res.status(503).json({ error: error instanceof Error ? error.message : String(error) });
};

type Pool = { totalCount: number; idleCount: number; options: { max: number } };

/**
 * Asks the database a question, one at a time for all callers. A late answer counts as no. While all connections are in use, the
 * last answer is given: busy replicas must not all be taken out of service together.
 */
function createCheck(source: DataSource, withinMs: number, question: () => Promise<boolean>): () => Promise<boolean> {
  const { master } = source.driver as unknown as { master: Pool };
  const isFull = () => master.idleCount === 0 && master.totalCount >= master.options.max;
  let last = false;
  let asking: Promise<boolean> | undefined;

  async function ask() {
    try {
      last = await question();
    } catch (error) {
      const gotNone = error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect');
      if (!gotNone || !isFull()) last = false;
    }
    asking = undefined;
    return last;
  }

  return () => {
    asking ??= ask();
    return within(withinMs, asking).catch(() => isFull() && last);
  };
}

async function measureBacklog(source: DataSource, metrics: Metrics) {
  const { outbox, inbox, parked } = await backlogOf(source);
  metrics.outboxPending.set(outbox.pending);
  metrics.outboxOldest.set(outbox.oldestSeconds);
  metrics.inboxWaiting.set(inbox.waiting);
  metrics.inboxParked.set(parked.reduce((sum, { count }) => sum + count, 0));
}
