import type { EntityManager } from 'typeorm';
import { soon } from './postgres-client';

/** A table of copies of another service's facts. All names are those of the database, and written in code. */
export type Copies = {
  table: string;
  /** The columns that identify a row; together they are unique. */
  key: string | readonly string[];
  /** The column that orders a row's states, as a number or a time. */
  version?: string;
  /** A boolean column. A row in which it is true never changes again. */
  final?: string;
};

type Columns = Readonly<Record<string, unknown>>;

/**
 * Stores another service's fact, unless the stored one is as new or newer: events may come late, twice and out of order, and a copy never
 * goes backwards.
 * @param row the columns to store, with key and version.
 * @param firstOnly columns that are set only in a new row; in an existing one they stay.
 * @returns whether the fact was newer, and is stored now.
 * @example await upsertIfNewer(db, { table: 'notes', key: 'note_id' }, { note_id: 7, version: 2, text: 'Buy milk' })
 */
export async function upsertIfNewer(db: EntityManager, copies: Copies, row: Columns, firstOnly: Columns = {}): Promise<boolean> {
  const { text, values } = upsert(copies, row, firstOnly);
  return (await db.query<unknown[]>(text, values)).length > 0;
}

/**
 * The same when nobody asks whether the fact was newer. In a transaction it is sent together with the next statement, the commit at the
 * latest.
 */
export async function keepIfNewer(db: EntityManager, copies: Copies, row: Columns, firstOnly: Columns = {}): Promise<void> {
  const { text, values } = upsert(copies, row, firstOnly);
  await db.query(text, soon(values));
}

function upsert({ table, key, version = 'version', final }: Copies, row: Columns, firstOnly: Columns) {
  const keys = [key].flat();
  const given = { ...firstOnly, ...row };
  const columns = Object.keys(given);
  const changes = Object.keys(row).filter((column) => !keys.includes(column));
  const text = `INSERT INTO ${table} AS known (${columns.join(', ')}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')})
     ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${changes.map((column) => `${column} = excluded.${column}`).join(', ')}
     WHERE known.${version} < excluded.${version}${final ? ` AND NOT known.${final}` : ''} RETURNING 1`;
  return { text, values: Object.values(given) };
}
