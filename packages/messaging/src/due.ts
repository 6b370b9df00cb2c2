import { isError } from '@shop/http';
import { soon } from '@shop/postgres';
import type { DataSource, EntityManager } from 'typeorm';

/** A table of work that is tried until it succeeds or is given up. It has the columns state, attempts, next_try_at and reason. */
export type DueWork<Row> = {
  table: string;
  /** The columns that identify one row. */
  key: readonly (keyof Row & string)[];
  /** Pauses before the next try, in seconds; the last one repeats. */
  pauses: readonly number[];
  /** How many tries a row gets before it is given up. */
  most: number;
  /** SQL that sets the columns of a row that has succeeded. */
  done: string;
  /** SQL that sets the columns of a row that is given up. */
  givenUp: string;
  /** SQL that sets the columns of a row whose try has failed with this error. */
  failed?: (error: unknown) => string;
  /** SQL that selects the rows to try here, with `values` from its $2 on; without it all are tried. */
  only?: { sql: string; values: unknown[] };
};

/** Thrown by work that another try would not help: the row is given up at once. */
export class GiveUp extends Error {}

export type TriedRow<Row> =
  | { outcome: 'done'; row: Row }
  | { outcome: 'waiting' | 'given up'; row: Row; attempts: number; error: unknown };

/** The result of a try; `none` when no row was due. */
type TryResult<Row> = { outcome: 'none' } | TriedRow<Row>;

/**
 * Tries the oldest row that waits and is due. The row stays locked while `work` runs, so that nobody else tries it, and it is due
 * at once when the process dies. If `work` throws, its writes through `db` are rolled back; the row still counts the try.
 */
export const tryDue = <Row extends { attempts: number }>(
  source: DataSource,
  due: DueWork<Row>,
  work: (row: Row, db: EntityManager) => Promise<void>,
): Promise<TryResult<Row>> =>
  source.transaction(async (db) => {
    const [row] = await dueRows(db, due, 1);
    if (!row) return { outcome: 'none' };
    try {
      await db.transaction((inner) => work(row, inner));
    } catch (error) {
      return putOff(db, due, row, error);
    }
    await markDone(db, due, [row]);
    return { outcome: 'done', row };
  });

/**
 * Tries up to `most` rows that wait and are due, all at once, with `work` that needs no database. They stay locked until all are
 * tried. `report` writes about the results in the same transaction.
 * @returns the result of each row
 */
export const tryDueTogether = <Row extends { attempts: number }>(
  source: DataSource,
  due: DueWork<Row>,
  most: number,
  work: (row: Row) => Promise<void>,
  report: (triedRows: readonly TriedRow<Row>[], db: EntityManager) => Promise<void>,
): Promise<TriedRow<Row>[]> =>
  source.transaction(async (db) => {
    const rows = await dueRows(db, due, most);
    if (rows.length === 0) return [];
    const outcomes = await Promise.allSettled(rows.map(work));
    const doneRows = rows.filter((_, at) => outcomes[at]?.status === 'fulfilled');
    const triedRows: TriedRow<Row>[] = doneRows.map((row) => ({ outcome: 'done', row }));
    if (doneRows.length > 0) await markDone(db, due, doneRows);
    for (const [at, outcome] of outcomes.entries()) {
      const row = rows[at];
      if (row && outcome.status === 'rejected') triedRows.push(await putOff(db, due, row, outcome.reason));
    }
    await report(triedRows, db);
    return triedRows;
  });

const dueRows = <Row extends { attempts: number }>(db: EntityManager, { table, only }: DueWork<Row>, most: number) =>
  db.query<Row[]>(
    `SELECT * FROM ${table} WHERE state = 'waiting' AND next_try_at <= now() ${only ? `AND ${only.sql}` : ''}
     ORDER BY next_try_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [most, ...(only?.values ?? [])],
  );

async function markDone<Row extends { attempts: number }>(db: EntityManager, due: DueWork<Row>, rows: readonly Row[]) {
  const keys = rows.map((row) => due.key.map((column) => row[column]));
  const width = due.key.length;
  const tuples = keys.map((_key, at) => `(${due.key.map((_column, nth) => `$${at * width + nth + 1}`).join(', ')})`);
  await db.query(
    `UPDATE ${due.table} SET ${due.done}, reason = NULL WHERE (${due.key.join(', ')}) IN (${tuples.join(', ')})`,
    soon(keys.flat()),
  );
}

/** Counts a failed try and sets the time of the next one, or gives the row up. */
async function putOff<Row extends { attempts: number }>(db: EntityManager, due: DueWork<Row>, row: Row, error: unknown) {
  const attempts = row.attempts + 1;
  const outcome = attempts < due.most && !(error instanceof GiveUp) ? ('waiting' as const) : ('given up' as const);
  const key = due.key.map((column) => row[column]);
  const n = key.length;
  await db.query(
    `UPDATE ${due.table} SET attempts = $${n + 1}, next_try_at = clock_timestamp() + make_interval(secs => $${n + 2}),
       reason = $${n + 3} ${due.failed ? `, ${due.failed(error)}` : ''} ${outcome === 'given up' ? `, ${due.givenUp}` : ''}
     WHERE ${due.key.map((column, at) => `${column} = $${at + 1}`).join(' AND ')}`,
    soon([...key, attempts, pauseAfter(due.pauses, attempts), reasonOf(error)]),
  );
  return { outcome, row, attempts, error };
}

const pauseAfter = (pauses: readonly number[], attempts: number) => pauses[Math.min(attempts, pauses.length) - 1] ?? 0;

/** The reason of a failure without NUL, which Postgres cannot store. */
export const reasonOf = (error: unknown) => (isError(error) ? error.message : String(error)).replaceAll('\0', '').slice(0, 500);
