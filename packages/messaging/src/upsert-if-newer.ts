import { soon } from '@shop/postgres';
import type { EntityManager } from 'typeorm';

/** A table of copies of another service's facts. All names are database names, and are literals in the code. */
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
 * Stores another service's fact, unless the stored one is as new or newer: events may come late, twice and out of order, and a copy
 * never goes backwards.
 * @param row the columns to store, with key and version.
 * @param firstOnly columns that only a new row gets.
 * @example await upsertIfNewer(db, { table: 'notes', key: 'note_id' }, { note_id: 7, version: 2, text: 'Buy milk' })
 * @returns whether the fact was newer, and is stored now
 */
export async function upsertIfNewer(db: EntityManager, copies: Copies, row: Columns, firstOnly: Columns = {}): Promise<boolean> {
  const { text, values } = upsert(copies, row, firstOnly);
  return (await db.query<unknown[]>(text, values)).length > 0;
}

/**
 * Like `upsertIfNewer`, for callers that do not ask whether the fact was newer. In a transaction it is sent with the next
 * statement, at the latest the commit.
 */
export async function saveIfNewer(db: EntityManager, copies: Copies, row: Columns, firstOnly: Columns = {}): Promise<void> {
  const { text, values } = upsert(copies, row, firstOnly);
  await db.query(text, soon(values));
}

/**
 * Stores the end of another service's fact, regardless of the stored version: `final` becomes true, and no fact changes the row
 * afterwards. The row must stay for this, so the caller blanks the columns that must be forgotten.
 * @param row the columns to store, with key and version.
 * @example await endCopy(db, { table: 'notes', key: 'note_id', final: 'deleted' }, { note_id: 7, version: 3, text: '' })
 */
export async function endCopy(db: EntityManager, copies: Copies & { final: string }, row: Columns): Promise<void> {
  const { version = 'version', final } = copies;
  const { text, values } = insert(copies, { ...row, [final]: true });
  const changes = assignments(
    copies,
    [...Object.keys(row), final].filter((column) => column !== version),
  );
  await db.query(`${text} DO UPDATE SET ${changes}, ${version} = greatest(known.${version}, excluded.${version})`, values);
}

function upsert(copies: Copies, row: Columns, firstOnly: Columns) {
  const { version = 'version', final } = copies;
  const { text, values } = insert(copies, { ...firstOnly, ...row });
  const isOlder = `known.${version} < excluded.${version}${final ? ` AND NOT known.${final}` : ''}`;
  return { text: `${text} DO UPDATE SET ${assignments(copies, Object.keys(row))} WHERE ${isOlder} RETURNING 1`, values };
}

/** The statement up to ON CONFLICT; the existing row is named `known`. */
function insert({ table, key }: Copies, row: Columns) {
  const columns = Object.keys(row);
  const text = `INSERT INTO ${table} AS known (${columns.join(', ')}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')})
     ON CONFLICT (${[key].flat().join(', ')})`;
  return { text, values: Object.values(row) };
}

const assignments = ({ key }: Copies, columns: string[]) =>
  columns
    .filter((column) => ![key].flat().includes(column))
    .map((column) => `${column} = excluded.${column}`)
    .join(', ');
