import { runAs, type Tracer } from '@shop/http';
import type { Logger } from 'pino';
import type { DataSource, EntityManager } from 'typeorm';
import type { Message } from './broker';
import { reasonOf, tryDue, type DueWork } from './due';
import { jsonb } from './jsonb';
import type { MessagingMetrics } from './metrics';
import type { Subscription } from './subscriptions';
import { inTx, txOf } from './tx';

export type ConsumeParts = {
  source: DataSource;
  subscriptions: readonly Subscription[];
  log: Logger;
  metrics: MessagingMetrics;
  tracer?: Tracer;
};

/** Pauses before the next try, in seconds; after the last one the delivery is parked. */
const RETRY_SECONDS = [1, 10, 60, 600];

/**
 * Takes one delivery: every reaction to it runs once, each in one transaction with its inbox row. A reaction that fails is stored with
 * its message and tried again later, so that one bad message never blocks a queue and never disappears.
 * @throws only when the service's own database cannot store the failure; the broker then delivers again.
 */
export async function take(parts: ConsumeParts, message: Message): Promise<void> {
  for (const subscription of parts.subscriptions) {
    if (subscription.type === message.type) await reactOnce(parts, subscription, message);
  }
}

async function reactOnce({ source, log, metrics, tracer }: ConsumeParts, { reaction, react }: Subscription, message: Message) {
  try {
    const fresh = await within(message, reaction, tracer, () =>
      inTx(source, async (tx) => {
        const first = await tx.db.query<unknown[]>(
          `INSERT INTO inbox (reaction, message_id, type, state) VALUES ($1, $2, $3, 'done') ON CONFLICT DO NOTHING RETURNING 1`,
          [reaction, message.id, message.type],
        );
        if (first.length > 0) await react({ ...tx, cause: message }, message.data);
        return first.length > 0;
      }),
    );
    metrics.handled.inc({ reaction, result: fresh ? 'done' : 'duplicate' });
    if (fresh) metrics.consumerLag.observe((Date.now() - Date.parse(message.occurredAt)) / 1000);
  } catch (error) {
    await source.query(
      `INSERT INTO inbox (reaction, message_id, type, state, body, attempts, next_try_at, reason)
       VALUES ($1, $2, $3, 'waiting', $4, 1, now() + make_interval(secs => $5), $6) ON CONFLICT DO NOTHING`,
      [reaction, message.id, message.type, jsonb(message), RETRY_SECONDS[0], reasonOf(error)],
    );
    metrics.handled.inc({ reaction, result: 'waiting' });
    log.warn(
      { err: error, reaction, messageId: message.id, requestId: message.requestId },
      'a reaction failed and will be tried again',
    );
  }
}

type Waiting = { reaction: string; message_id: string; type: string; attempts: number; body: Message };

const WAITING: DueWork<Waiting> = {
  table: 'inbox',
  key: ['reaction', 'message_id'],
  pauses: RETRY_SECONDS,
  most: RETRY_SECONDS.length + 1,
  done: `state = 'done', body = NULL`,
  givenUp: `state = 'parked'`,
};

/** Tries one waiting delivery that is due. → whether there was one */
export async function retryOnce({ source, subscriptions, log, metrics, tracer }: ConsumeParts): Promise<boolean> {
  const tried = await tryDue(source, WAITING, async ({ reaction, type, body }, db) => {
    const subscription = subscriptions.find((one) => one.reaction === reaction && one.type === type);
    if (!subscription) throw new Error(`There is no reaction ${reaction} to ${type} any more`);
    await within(body, reaction, tracer, () => subscription.react(txOf(db, body), body.data));
  });
  if (tried.outcome === 'none') return false;
  const { reaction, message_id: messageId } = tried.row;
  const parked = tried.outcome === 'given up';
  metrics.handled.inc({ reaction, result: parked ? 'parked' : tried.outcome });
  if (tried.outcome !== 'done')
    log[parked ? 'error' : 'warn'](
      { err: tried.error, reaction, messageId, attempts: tried.attempts },
      parked ? 'a delivery is parked' : 'a reaction failed again',
    );
  return true;
}

/** Puts parked deliveries back, to be tried at once: all of them, or those of one reaction. → how many. */
export async function putBackParked(db: Pick<EntityManager, 'query'>, reaction?: string): Promise<number> {
  const rows = await db.query<unknown[]>(
    `WITH back AS (UPDATE inbox SET state = 'waiting', attempts = 0, next_try_at = now()
       WHERE state = 'parked' AND ($1::text IS NULL OR reaction = $1) RETURNING 1) SELECT * FROM back`,
    [reaction ?? null],
  );
  return rows.length;
}

/** Runs a reaction within the request that caused its message, and within that request's trace. */
const within = <Result>(message: Message, reaction: string, tracer: Tracer | undefined, work: () => Promise<Result>) => {
  const { id, type, requestId, traceparent } = message;
  const span = traceparent === undefined ? undefined : tracer?.(reaction, 'consumer', traceparent);
  return runAs({ requestId: requestId ?? id, span }, work, { 'messaging.destination.name': type, 'messaging.message.id': id });
};
