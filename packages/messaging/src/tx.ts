import { randomUUID } from 'node:crypto';
import { currentRequest, currentTraceparent } from '@shop/http';
import type { DataSource, EntityManager, EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import { jsonb } from './jsonb';

/** An event, as its owner declares it: its type and its data. This package knows no particular event. */
export type Event = { type: string; data: unknown };

/**
 * What a use case works with: the open transaction and a way to emit events in it. `cause` is the event that a reaction answers to; a
 * call has none.
 */
export type Tx = { db: EntityManager; emit: (...events: Event[]) => Promise<void>; cause?: Event };

/**
 * Runs one unit of work: its rows and the events about them commit together or not at all.
 * @throws the work's own errors, after rolling back
 */
export const inTx = <Result>(source: DataSource, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  source.transaction((db) => work(txOf(db)));

/** The same unit of work on a transaction that is already open. */
export const txOf = (db: EntityManager, cause?: Event): Tx => ({ db, emit: (...events) => appendToOutbox(db, events), cause });

async function appendToOutbox(db: EntityManager, events: Event[]) {
  if (events.length === 0) return;
  await db.query(
    `INSERT INTO outbox (id, type, data, request_id, traceparent)
     SELECT id, type, data::jsonb, $4, $5 FROM unnest($1::uuid[], $2::text[], $3::text[]) AS row (id, type, data)`,
    [
      events.map(() => randomUUID()),
      events.map((event) => event.type),
      events.map((event) => jsonb(event.data)),
      currentRequest.getStore()?.requestId ?? null,
      currentTraceparent() ?? null,
    ],
  );
  await db.query(`SELECT pg_notify('outbox', '')`);
}

/** Loads a row in order to change it. A second transaction waits here and then sees the work of the first. → null when there is no such row */
export const locked = <Row extends ObjectLiteral>(db: EntityManager, entity: EntityTarget<Row>, where: FindOptionsWhere<Row>) =>
  db.findOne(entity, { where, lock: { mode: 'pessimistic_write' } });
