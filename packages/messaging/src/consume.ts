import { runAs, type Tracer } from '@shop/http';
import DataLoader from 'dataloader';
import type { Logger } from 'pino';
import type { DataSource, EntityManager } from 'typeorm';
import type { Message } from './brokers/broker';
import { reasonOf, tryDue, type DueWork } from './due';
import { jsonb } from './jsonb';
import type { MessagingMetrics } from './metrics';
import { IS_OURS, leaveToOtherReleases } from './other-releases';
import { namesOf, type Subscription } from './subscriptions';
import { inOpenTx, inTx } from './tx';

export type ConsumeParts = {
  source: DataSource;
  subscriptions: readonly Subscription[];
  log: Logger;
  metrics: MessagingMetrics;
  tracer?: Tracer;
};

/** Pauses before the next try, in seconds; after the last one the delivery is parked. */
const RETRY_SECONDS = [1, 10, 60, 600];

/** The most deliveries that share a transaction: enough for the busiest moment, and few enough to be tried one by one. */
const MOST_TOGETHER = 50;
/** How long deliveries that share a transaction wait for a row: less than the second after which Postgres looks for a deadlock. */
const PATIENCE = '500ms';

/**
 * Takes deliveries: every reaction to them runs once, in one transaction with its inbox row; simultaneous deliveries share a
 * transaction. The inbox stores the messages of failed reactions and of another release's reactions, so a bad message never
 * blocks a queue and never disappears.
 * @returns a handler for the broker. It throws only when the service's own database cannot store the failure; the broker then
 * delivers again.
 */
export function takeDeliveries(parts: ConsumeParts): (message: Message) => Promise<void> {
  const leave = leaveToOtherReleases(parts.source, parts.subscriptions);
  const loader = new DataLoader<Message, Acceptance>(
    async (messages) => {
      await leave(messages);
      return takeTogether(parts, messages);
    },
    { cache: false, maxBatchSize: MOST_TOGETHER },
  );
  return async (message) => (await loader.load(message)).settled;
}

/** Wrapped, so that each delivery is settled at its own time. */
type Acceptance = { settled: Promise<void> };

async function takeTogether(parts: ConsumeParts, messages: readonly Message[]): Promise<Acceptance[]> {
  const jobs = messages.flatMap((message) => reactionsTo(parts, message).map((subscription) => ({ subscription, message })));
  const isDone = jobs.length > 1 && (await reactTogether(parts, jobs));
  return messages.map((message) => ({ settled: isDone ? Promise.resolve() : take(parts, message) }));
}

/** Takes one delivery alone: each reaction runs in a transaction of its own. @throws like the handler of `takeDeliveries` */
export async function take(parts: ConsumeParts, message: Message): Promise<void> {
  for (const subscription of reactionsTo(parts, message)) await reactOnce(parts, subscription, message);
}

const reactionsTo = ({ subscriptions }: ConsumeParts, { type }: Message) =>
  subscriptions.filter((subscription) => subscription.type === type);

type Job = { subscription: Subscription; message: Message };

/**
 * Runs all reactions in one transaction, in the order of the deliveries. If one fails, or waits too long for a locked row,
 * everything is rolled back and the caller tries them one by one.
 * @returns whether it was done
 */
async function reactTogether({ source, log, metrics, tracer }: ConsumeParts, jobs: readonly Job[]): Promise<boolean> {
  try {
    const fresh = await inTx(source, async (tx) => {
      const unknown = await noteAsDone(tx.db, jobs);
      for (const { subscription, message } of unknown)
        await within(message, subscription.reaction, tracer, () => subscription.react({ ...tx, cause: message }, message.data));
      return unknown;
    });
    for (const job of jobs) countReaction(metrics, job, fresh.includes(job));
    return true;
  } catch (error) {
    log.debug({ err: error, reactions: jobs.length }, 'reactions could not run together and run one by one');
    return false;
  }
}

/**
 * Writes the inbox rows of all reactions, and limits the wait for a locked row.
 * @returns the reactions without an earlier row
 */
async function noteAsDone(db: EntityManager, jobs: readonly Job[]): Promise<Job[]> {
  const rows = await db.query<{ reaction: string; message_id: string }[]>(
    `INSERT INTO inbox (reaction, message_id, type, state)
     SELECT reaction, message_id, type, 'done'
     FROM (SELECT set_config('lock_timeout', $4, true)) AS patience,
       unnest($1::text[], $2::uuid[], $3::text[]) AS job (reaction, message_id, type)
     ORDER BY message_id, reaction ON CONFLICT DO NOTHING RETURNING reaction, message_id`,
    [
      jobs.map(({ subscription }) => subscription.reaction),
      jobs.map(({ message }) => message.id),
      jobs.map(({ message }) => message.type),
      PATIENCE,
    ],
  );
  const unknown = new Set(rows.map((row) => `${row.reaction} ${row.message_id}`));
  // `delete` keeps a message only once when it was delivered twice at the same time.
  return jobs.filter(({ subscription, message }) => unknown.delete(`${subscription.reaction} ${message.id}`));
}

function countReaction(metrics: MessagingMetrics, { subscription: { reaction }, message }: Job, fresh: boolean) {
  metrics.handled.inc({ reaction, result: fresh ? 'done' : 'duplicate' });
  if (fresh) metrics.consumerLag.observe((Date.now() - Date.parse(message.occurredAt)) / 1000);
}

async function reactOnce({ source, log, metrics, tracer }: ConsumeParts, subscription: Subscription, message: Message) {
  const { reaction, react } = subscription;
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
    countReaction(metrics, { subscription, message }, fresh);
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

const waitingFor = (subscriptions: readonly Subscription[]): DueWork<Waiting> => ({
  table: 'inbox',
  key: ['reaction', 'message_id'],
  pauses: RETRY_SECONDS,
  most: RETRY_SECONDS.length + 1,
  done: `state = 'done', body = NULL`,
  givenUp: `state = 'parked'`,
  only: { sql: IS_OURS, values: namesOf(subscriptions) },
});

/**
 * Tries one waiting delivery that is due.
 * @returns whether there was one
 */
export async function retryOnce({ source, subscriptions, log, metrics, tracer }: ConsumeParts): Promise<boolean> {
  const attempt = await tryDue(source, waitingFor(subscriptions), async ({ reaction, type, body }, db) => {
    const subscription = subscriptions.find((candidate) => candidate.reaction === reaction && candidate.type === type);
    if (!subscription) throw new Error(`There is no reaction ${reaction} to ${type} any more`);
    await within(body, reaction, tracer, () => inOpenTx(db, (tx) => subscription.react({ ...tx, cause: body }, body.data)));
  });
  if (attempt.outcome === 'none') return false;
  const { reaction, message_id: messageId } = attempt.row;
  const isParked = attempt.outcome === 'given up';
  metrics.handled.inc({ reaction, result: isParked ? 'parked' : attempt.outcome });
  if (attempt.outcome !== 'done')
    log[isParked ? 'error' : 'warn'](
      { err: attempt.error, reaction, messageId, attempts: attempt.attempts },
      isParked ? 'a delivery is parked' : 'a reaction failed again',
    );
  return true;
}

/**
 * Puts back parked messages, all or those of one reaction, to be tried at once.
 * @returns how many
 */
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
