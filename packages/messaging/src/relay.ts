import { within, type Span, type Tracer } from '@shop/http';
import { soon } from '@shop/postgres';
import { Client } from 'pg';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { MessageToQueues, Broker } from './brokers/broker';
import type { MessagingMetrics } from './metrics';
import { persist } from './persist';

/** Answers which queues must have an event before it counts as sent. The contracts define this. */
type QueuesOf = (type: string) => readonly string[];
type RelayParts = {
  source: DataSource;
  url: string;
  broker: Broker;
  queuesOf: QueuesOf;
  log: Logger;
  metrics: MessagingMetrics;
  tracer?: Tracer;
  batch?: number;
  pollMs?: number;
};

/** The most events that one transaction sends. */
const BATCH = 100;
/**
 * After this many tries an event is sent alone. RabbitMQ closes the channel over an event that is too large, and then confirms none
 * of those sent with it.
 */
const TRIES_TOGETHER = 3;
const TOGETHER = `attempts < ${TRIES_TOGETHER}`;
const ALONE = `attempts >= ${TRIES_TOGETHER}`;

type Row = {
  id: string;
  type: string;
  data: unknown;
  occurred_at: Date;
  request_id: string | null;
  traceparent: string | null;
};

type SendParts = Pick<RelayParts, 'source' | 'broker' | 'queuesOf' | 'metrics' | 'tracer' | 'batch'>;

/**
 * Sends one batch, oldest first, and then one of the events that are sent alone. Several relays may run at once, each on rows of
 * its own.
 * @returns how many rows were sent, and whether more may be due
 * @throws when the broker cannot be reached; the unsent rows stay unmarked
 */
export async function relayOnce({ batch = BATCH, ...parts }: SendParts) {
  const batchOutcome = await sendDue(parts, TOGETHER, batch);
  // Only one, in a transaction of its own: it takes seconds while a queue hangs, and Postgres ends a transaction that idles for
  // long.
  const singleOutcome = await sendDue(parts, ALONE, 1);
  return { sent: batchOutcome.sent + singleOutcome.sent, more: batchOutcome.taken === batch || singleOutcome.taken === 1 };
}

/**
 * Sends events together and marks those that every queue has. An unconfirmed event waits longer each time, up to a minute.
 * @returns how many rows were taken and how many were sent
 */
const sendDue = ({ source, broker, queuesOf, metrics, tracer }: Omit<SendParts, 'batch'>, condition: string, most: number) =>
  source.transaction(async (db) => {
    const rows = await db.query<Row[]>(
      `SELECT id, type, data, occurred_at, request_id, traceparent FROM outbox
       WHERE sent_at IS NULL AND next_try_at <= now() AND ${condition} ORDER BY seq LIMIT ${most} FOR UPDATE SKIP LOCKED`,
      [],
    );
    if (rows.length === 0) return { taken: 0, sent: 0 };
    const spans = new Map(rows.flatMap((row) => spanOf(row, tracer)));
    const messages = rows.map<MessageToQueues>((row) => ({
      id: row.id,
      type: row.type,
      data: row.data,
      occurredAt: row.occurred_at.toISOString(),
      requestId: row.request_id,
      ...(spans.has(row.id) && { traceparent: spans.get(row.id)?.traceparent }),
      queues: queuesOf(row.type),
    }));
    const confirmedIds = await broker.publish(messages);
    for (const id of confirmedIds) spans.get(id)?.end();
    const unconfirmedIds = rows.filter((row) => !confirmedIds.has(row.id)).map((row) => row.id);
    if (confirmedIds.size > 0) await db.query('UPDATE outbox SET sent_at = now() WHERE id = ANY($1)', soon([[...confirmedIds]]));
    if (unconfirmedIds.length > 0)
      await db.query(
        `UPDATE outbox SET attempts = attempts + 1, next_try_at = now() + make_interval(secs => least(60, 0.5 * 2 ^ least(attempts, 10)))
         WHERE id = ANY($1)`,
        soon([unconfirmedIds]),
      );
    metrics.relayed.inc({ result: 'confirmed' }, confirmedIds.size);
    metrics.relayed.inc({ result: 'unconfirmed' }, unconfirmedIds.length);
    return { taken: rows.length, sent: confirmedIds.size };
  });

/** The span from the event to the confirmation of every queue. An unconfirmed event gets another span with its next try. */
const spanOf = ({ id, type, occurred_at: at, traceparent }: Row, tracer?: Tracer): [string, Span][] =>
  tracer && traceparent ? [[id, tracer(`send ${type}`, 'producer', traceparent, at.getTime())]] : [];

/**
 * Sends until it is stopped. NOTIFY wakes it, and polling is the fallback.
 * @returns stop, which waits for the running batch
 */
export function startRelay(parts: RelayParts): () => Promise<void> {
  const { log, pollMs = 1000 } = parts;
  let isStopped = false;
  let wake = () => {};
  let isWoken = false;
  const sleep = () =>
    new Promise<void>((resolve) => {
      if (isWoken) return resolve();
      const timer = setTimeout(resolve, pollMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const ring = () => {
    isWoken = true;
    wake();
  };
  const run = async () => {
    while (!isStopped) {
      isWoken = false;
      try {
        // `ring` was called for any event that came after the last batch.
        while (!isStopped && (await relayOnce(parts)).more);
      } catch (error) {
        log.warn({ err: error }, 'the relay could not send; the rows wait');
        isWoken = false;
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
      if (!isStopped) await sleep();
    }
  };
  const stopListening = listenForNotify(parts, ring);
  const running = run();
  return async () => {
    isStopped = true;
    ring();
    await Promise.all([running, stopListening()]);
  };
}

/**
 * Listens for NOTIFY on a connection of its own. When the connection breaks, polling goes on until it is open again.
 * @returns stop
 */
function listenForNotify({ url, log }: RelayParts, ring: () => void) {
  const stopping = new AbortController();
  const stopRequest = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));

  const listenUntilLost = async (onAttached: () => void) => {
    const client = new Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000 });
    const connectionLoss = new Promise<void>((resolve) => client.once('end', resolve).on('error', () => resolve()));
    client.on('notification', ring);
    try {
      await client.connect();
      await client.query('LISTEN outbox');
      onAttached();
      // Sends the events that were announced while the connection was down.
      ring();
      await Promise.race([connectionLoss, stopRequest]);
    } finally {
      await within(2000, client.end()).catch(() => undefined);
    }
  };

  const running = persist(stopping.signal, listenUntilLost, (error) =>
    log.debug({ err: error }, 'the outbox listener could not connect'),
  );
  return async () => {
    stopping.abort();
    await running;
  };
}
