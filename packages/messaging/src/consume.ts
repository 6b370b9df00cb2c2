import { currentRequest, isError } from '@shop/http';
import type { Logger } from 'pino';
import type { DataSource, EntityManager } from 'typeorm';
import type { Message } from './broker';
import { jsonb } from './jsonb';
import type { MessagingMetrics } from './metrics';
import type { Subscription } from './subscriptions';
import { inTx, txOf } from './tx';

export type ConsumeParts = { source: DataSource; subscriptions: readonly Subscription[]; log: Logger; metrics: MessagingMetrics };

/** Pauses before the next try, in seconds; after the last one the delivery is parked. */
const RETRY_SECONDS = [1, 10, 60, 600];

/**
 * Takes one delivery: every reaction to it runs once, in one transaction with its inbox row. A reaction that fails is stored
 * with its message and tried again later, so that one bad message never blocks a queue and never disappears.
 * @throws only when the own database cannot even store the failure; the broker then delivers again.
 */
export async function take(parts: ConsumeParts, message: Message): Promise<void> {
  for (const subscription of parts.subscriptions) {
    if (subscription.type === message.type) await reactOnce(parts, subscription, message);
  }
}

async function reactOnce({ source, log, metrics }: ConsumeParts, { reaction, react }: Subscription, message: Message) {
  try {
    const fresh = await within(message, () =>
      inTx(source, async (tx) => {
        const first = await tx.db.query<unknown[]>(
          `INSERT INTO inbox (reaction, message_id, type, state) VALUES ($1, $2, $3, 'done') ON CONFLICT DO NOTHING RETURNING 1`,
          [reaction, message.id, message.type],
        );
        if (first.length > 0) await react(tx, message.data);
        return first.length > 0;
      }),
    );
    metrics.handled.inc({ reaction, result: fresh ? 'done' : 'duplicate' });
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

/** Tries one waiting delivery that is due. → false when there was none. */
export const retryOnce = (parts: ConsumeParts): Promise<boolean> =>
  parts.source.transaction(async (db) => {
    const [row] = await db.query<Waiting[]>(
      `SELECT reaction, message_id, type, attempts, body FROM inbox
       WHERE state = 'waiting' AND next_try_at <= now() ORDER BY next_try_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    if (!row) return false;
    await retry(parts, db, row);
    return true;
  });

async function retry({ subscriptions, log, metrics }: ConsumeParts, db: EntityManager, row: Waiting) {
  const { reaction, body } = row;
  const key = [reaction, row.message_id];
  const subscription = subscriptions.find((one) => one.reaction === reaction && one.type === row.type);
  try {
    if (!subscription) throw new Error(`There is no reaction ${reaction} to ${row.type} any more`);
    // a savepoint: the reaction's own rows go when it fails, the row that counts its tries stays
    await within(body, () => db.transaction((inner) => subscription.react(txOf(inner), body.data)));
    await db.query(`UPDATE inbox SET state = 'done', body = NULL, reason = NULL WHERE reaction = $1 AND message_id = $2`, key);
    metrics.handled.inc({ reaction, result: 'done' });
  } catch (error) {
    const pauseSeconds = RETRY_SECONDS[row.attempts];
    const parked = pauseSeconds === undefined;
    await db.query(
      `UPDATE inbox SET state = $3, attempts = attempts + 1, next_try_at = now() + make_interval(secs => $4), reason = $5
       WHERE reaction = $1 AND message_id = $2`,
      [...key, parked ? 'parked' : 'waiting', pauseSeconds ?? 0, reasonOf(error)],
    );
    metrics.handled.inc({ reaction, result: parked ? 'parked' : 'waiting' });
    log[parked ? 'error' : 'warn'](
      { err: error, reaction, messageId: row.message_id, attempts: row.attempts + 1 },
      parked ? 'a delivery is parked' : 'a reaction failed again',
    );
  }
}

/** Puts parked deliveries back to be tried at once; all of them, or those of one reaction. → how many. */
export async function putBackParked(source: DataSource, reaction?: string): Promise<number> {
  const rows = await source.query<unknown[]>(
    `WITH back AS (UPDATE inbox SET state = 'waiting', attempts = 0, next_try_at = now()
       WHERE state = 'parked' AND ($1::text IS NULL OR reaction = $1) RETURNING 1) SELECT * FROM back`,
    [reaction ?? null],
  );
  return rows.length;
}

const within = <Result>(message: Message, work: () => Promise<Result>) =>
  currentRequest.run({ requestId: message.requestId ?? message.id }, work);

/** Without NUL, which Postgres cannot store: the reason must never be why a failure cannot be kept. */
const reasonOf = (error: unknown) => (isError(error) ? error.message : String(error)).replaceAll('\0', '').slice(0, 500);
