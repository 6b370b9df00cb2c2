import type { EntityManager } from 'typeorm';

/** Where copies of another service's facts are kept. All names are those of the database, and written in code. */
export type Copies = {
  table: string;
  /** The columns that say whose facts a row has; they are unique together. */
  key: string | readonly string[];
  /** The column that says how new a row is, as a number or a time. */
  version?: string;
  /** A boolean column: a row in which it is true never changes again. */
  final?: string;
};

type Columns = Readonly<Record<string, unknown>>;

/**
 * Keeps what another service said of something, unless what is known is as new or newer: events may come late, twice and out of order,
 * and a copy never goes backwards.
 * @param row what is kept, by column, with key and version.
 * @param firstOnly columns that only a new row takes; in a known one they stay.
 * @returns whether it was newer, and is kept now.
 * @example await upsertIfNewer(db, { table: 'stores', key: 'seller_id' }, { seller_id: 7, version: 2, name: 'Low Tide' })
 */
export async function upsertIfNewer(
  db: EntityManager,
  { table, key, version = 'version', final }: Copies,
  row: Columns,
  firstOnly: Columns = {},
): Promise<boolean> {
  const keys = [key].flat();
  const given = { ...firstOnly, ...row };
  const columns = Object.keys(given);
  const changes = Object.keys(row).filter((column) => !keys.includes(column));
  const kept = await db.query<unknown[]>(
    `INSERT INTO ${table} AS known (${columns.join(', ')}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')})
     ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${changes.map((column) => `${column} = excluded.${column}`).join(', ')}
     WHERE known.${version} < excluded.${version}${final ? ` AND NOT known.${final}` : ''} RETURNING 1`,
    Object.values(given),
  );
  return kept.length > 0;
}
