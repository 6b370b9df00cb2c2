import { soon } from '@shop/postgres';
import type { EntityManager } from 'typeorm';

/**
 * Gives the public list a new version with the changed tracks (docs/decisions/0029-search-in-memory.md). Every transaction that
 * changes the list calls it last: it takes the last lock and is sent with the commit, so writers wait briefly and never deadlock.
 * Reactions that run together take locks after it; they give up after half a second and run one by one.
 */
export async function bumpList(db: EntityManager, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return;
  await db.query(
    `WITH next AS (UPDATE product_list SET version = version + 1 RETURNING version)
     INSERT INTO product_changes (version, product_id) SELECT DISTINCT version, changed FROM next, unnest($1::int[]) AS changed`,
    soon([productIds]),
  );
}

/** How many versions are remembered. A replica that is further behind reads the whole list. */
const VERSIONS_KEPT = 10_000;

export const forgetOldChanges = (db: Pick<EntityManager, 'query'>) =>
  db.query('DELETE FROM product_changes WHERE version <= (SELECT version FROM product_list) - $1', [VERSIONS_KEPT]);

type Changes = { version: number; changed: number[] | null };

/** The version of the list, and the tracks that changed since `knownVersion`; null when that is too long ago. */
export async function changesSince(db: Pick<EntityManager, 'query'>, knownVersion: number): Promise<Changes> {
  const [row] = await db.query<[{ version: string; noted: string; changed: number[] }]>(
    `SELECT l.version, count(DISTINCT c.version) AS noted, coalesce(array_agg(DISTINCT c.product_id), '{}') AS changed
     FROM product_list l LEFT JOIN product_changes c ON c.version > $1 AND c.version <= l.version GROUP BY l.version`,
    [knownVersion],
  );
  const version = Number(row.version);
  if (version === knownVersion) return { version, changed: [] };
  return { version, changed: Number(row.noted) === version - knownVersion ? row.changed : null };
}
