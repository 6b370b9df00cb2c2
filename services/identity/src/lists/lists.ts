import type { DataSource, EntityManager } from 'typeorm';
import type { Tx } from '@shop/kit';

export type ListName = 'cart' | 'wishlist';

/** The ids of a list, in the order they were put there. */
export async function entriesOf(db: EntityManager | DataSource, userId: number, list: ListName): Promise<{ id: number }[]> {
  return db.query<{ id: number }[]>(
    'SELECT product_id AS id FROM list_entries WHERE user_id = $1 AND list = $2 ORDER BY position',
    [userId, list],
  );
}

/**
 * Replaces the whole list by the ids that can still be bought; the others are answered as removed (decision 4).
 * The user's row is locked, so that of two tabs the later one wins whole.
 */
export async function replaceList(
  { db }: Tx,
  userId: number,
  list: ListName,
  ids: readonly number[],
): Promise<{ kept: number[]; removed: number[] }> {
  await db.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId]);
  const sellable = await db.query<{ product_id: number }[]>(
    'SELECT product_id FROM product_copies WHERE product_id = ANY($1) AND NOT removed AND NOT sold',
    [ids],
  );
  const known = new Set(sellable.map((row) => row.product_id));
  const kept = ids.filter((id) => known.has(id));
  await db.query('DELETE FROM list_entries WHERE user_id = $1 AND list = $2', [userId, list]);
  await db.query(
    `INSERT INTO list_entries (user_id, list, product_id, position)
     SELECT $1, $2, id, position FROM unnest($3::int[]) WITH ORDINALITY AS entry (id, position)`,
    [userId, list, kept],
  );
  return { kept, removed: ids.filter((id) => !known.has(id)) };
}
