import { isError } from '@shop/http';
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
};

/** The result of a try; `none` when no row was due. */
export type Tried<Row> =
  | { outcome: 'none' }
  | { outcome: 'done'; row: Row }
  | { outcome: 'waiting' | 'given up'; row: Row; attempts: number; error: unknown };

/**
 * Tries one row that waits and is due, the oldest first. The row stays locked while `work` runs, so nobody else tries it, and when the
 * process dies it is due at once. If `work` throws, its writes through `db` are rolled back; the row still counts the try, and the writes
 * of `failed` stay.
 */
export const tryDue = <Row extends { attempts: number }>(
  source: DataSource,
  due: DueWork<Row>,
  work: (row: Row, db: EntityManager) => Promise<void>,
  failed?: (row: Row, db: EntityManager, tried: { attempts: number; givenUp: boolean }) => Promise<void>,
): Promise<Tried<Row>> =>
  source.transaction(async (db) => {
    const [row] = await db.query<Row[]>(
      `SELECT * FROM ${due.table} WHERE state = 'waiting' AND next_try_at <= now()
       ORDER BY next_try_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    if (!row) return { outcome: 'none' };
    const itself = due.key.map((column, at) => `${column} = $${at + 1}`).join(' AND ');
    const key = due.key.map((column) => row[column]);
    try {
      await db.transaction((inner) => work(row, inner));
    } catch (error) {
      const attempts = row.attempts + 1;
      const outcome = attempts < due.most ? 'waiting' : 'given up';
      const n = key.length;
      await db.query(
        `UPDATE ${due.table} SET attempts = $${n + 1}, next_try_at = clock_timestamp() + make_interval(secs => $${n + 2}),
           reason = $${n + 3} ${outcome === 'given up' ? `, ${due.givenUp}` : ''} WHERE ${itself}`,
        [...key, attempts, pauseAfter(due.pauses, attempts), reasonOf(error)],
      );
      await failed?.(row, db, { attempts, givenUp: outcome === 'given up' });
      return { outcome, row, attempts, error };
    }
    await db.query(`UPDATE ${due.table} SET ${due.done}, reason = NULL WHERE ${itself}`, key);
    return { outcome: 'done', row };
  });

/** The number of seconds to wait after this many tries. */
const pauseAfter = (pauses: readonly number[], attempts: number) => pauses[Math.min(attempts, pauses.length) - 1] ?? 0;

/** The reason of a failure without NUL, which Postgres cannot store: otherwise the failure could not be recorded. */
export const reasonOf = (error: unknown) => (isError(error) ? error.message : String(error)).replaceAll('\0', '').slice(0, 500);
