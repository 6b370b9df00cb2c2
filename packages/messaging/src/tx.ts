import type { Event } from '@shop/declare';
import { randomUUID } from 'node:crypto';
import { currentRequest, currentTraceparent } from '@shop/http';
import { isOutdated, soon } from '@shop/postgres';
import type { DataSource, EntityManager } from 'typeorm';
import { jsonb } from './jsonb';

/**
 * The context of a use case: the open transaction and a way to emit events in it. `cause` is the event that a reaction answers to,
 * with its time and its id, which is the same in every delivery; a call has none.
 */
export type Tx = {
  db: EntityManager;
  emit: (...events: Event[]) => Promise<void>;
  cause?: Event & { id: string; occurredAt: string };
};

/**
 * Runs one unit of work: its rows and events commit together or not at all. If a migration has just changed the type of a queried
 * column, it rolls back and runs a second time. @throws the work's own errors, after rolling back
 */
export async function inTx<Result>(source: DataSource, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const once = () => source.transaction((db) => inOpenTx(db, work));
  try {
    return await once();
  } catch (error) {
    if (isOutdated(error)) return once();
    throw error;
  }
}

/** Like `inTx`, in a transaction that is already open. One statement at the end of the work writes all events. */
export async function inOpenTx<Result>(db: EntityManager, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const emittedEvents: EmittedEvent[] = [];
  const result = await work({ db, emit: (...events) => Promise.resolve(void emittedEvents.push(...events.map(emittedNow))) });
  await appendToOutbox(db, emittedEvents);
  return result;
}

/** An event with the request and the trace in which it was emitted. */
type EmittedEvent = { event: Event; requestId: string | null; traceparent: string | null };

const emittedNow = (event: Event): EmittedEvent => ({
  event,
  requestId: currentRequest.getStore()?.requestId ?? null,
  traceparent: currentTraceparent() ?? null,
});

/** Writes events in their order, and wakes the relays once they are committed. */
async function appendToOutbox(db: EntityManager, emittedEvents: readonly EmittedEvent[]): Promise<void> {
  if (emittedEvents.length === 0) return;
  await db.query(
    `WITH kept AS (
       INSERT INTO outbox (id, type, data, request_id, traceparent)
       SELECT id, type, data::jsonb, request_id, traceparent
       FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY
         AS row (id, type, data, request_id, traceparent, nth) ORDER BY nth)
     SELECT pg_notify('outbox', '')`,
    soon([
      emittedEvents.map(() => randomUUID()),
      emittedEvents.map(({ event }) => event.type),
      emittedEvents.map(({ event }) => jsonb(event.data)),
      emittedEvents.map(({ requestId }) => requestId),
      emittedEvents.map(({ traceparent }) => traceparent),
    ]),
  );
}

/** What the statements of `inOrder` answer, each at its place. */
type Answers<Statements extends readonly ((db: EntityManager) => Promise<unknown>)[]> = {
  -readonly [At in keyof Statements]: Awaited<ReturnType<Statements[At]>>;
};

/**
 * Sends statements of one transaction together: Postgres runs them in the order of the list, so locks are taken in that order, and a
 * later statement sees what an earlier one waited for.
 * @returns the answers, when all have come
 */
export const inOrder = <const Statements extends readonly ((db: EntityManager) => Promise<unknown>)[]>(
  db: EntityManager,
  statements: Statements,
): Promise<Answers<Statements>> => Promise.all(statements.map((send) => send(db))) as Promise<Answers<Statements>>;
