import { CART_LIMIT, WISHLIST_LIMIT } from '@shop/contracts/constants';
import { Refusal } from '@shop/http';
import type { Tx } from '@shop/messaging';
import type { DataSource, EntityManager } from 'typeorm';
import { lockedCaller } from '../accounts/find-user';

type ListName = 'cart' | 'wishlist';
export type List = { ids: number[]; version: number };
type ListEdit = { add: readonly number[]; remove: readonly number[]; clear: boolean; version?: number };

const LIMITS = { cart: CART_LIMIT, wishlist: WISHLIST_LIMIT };

export const asEntries = (ids: readonly number[]) => ids.map((id) => ({ id }));

/** The ids of a list, in the order in which they were added, and how often the list was changed. */
export async function listOf(db: EntityManager | DataSource, userId: number, list: ListName): Promise<List> {
  // One statement, so that ids and version belong together.
  const [row] = await db.query<{ ids: number[] | null; version: number | null }[]>(
    `SELECT (SELECT array_agg(product_id ORDER BY position) FROM list_entries WHERE user_id = $1 AND list = $2) AS ids,
            (SELECT version FROM list_versions WHERE user_id = $1 AND list = $2) AS version`,
    [userId, list],
  );
  return { ids: row?.ids ?? [], version: row?.version ?? 0 };
}

/**
 * Replaces the list by those of the ids that can still be bought, up to its limit; the others are answered as removed
 * (docs/product/cart-and-wishlist.md#two-tabs-two-devices). The user's row is locked: of two concurrent lists, the later stands.
 * @throws Refusal 401 when the account is deleted
 */
export async function replaceList({ db }: Tx, userId: number, list: ListName, ids: readonly number[]) {
  await lockedCaller({ db }, userId);
  const sellableIds = await sellable(db, ids);
  const keptIds = ids.filter((id) => sellableIds.has(id)).slice(0, LIMITS[list]);
  const version = await nextVersion(db, userId, list);
  await db.query('DELETE FROM list_entries WHERE user_id = $1 AND list = $2 AND NOT product_id = ANY($3)', [
    userId,
    list,
    keptIds,
  ]);
  await db.query(
    `INSERT INTO list_entries (user_id, list, product_id, position, version)
     SELECT $1, $2, id, position, $4 FROM unnest($3::int[]) WITH ORDINALITY AS entry (id, position)
     ON CONFLICT (user_id, list, product_id) DO UPDATE SET position = excluded.position`,
    [userId, list, keptIds, version],
  );
  return { ids: keptIds, version, removed: ids.filter((id) => !keptIds.includes(id)) };
}

/**
 * Applies the edit of one tab to a list; edits of other tabs stay (docs/product/cart-and-wishlist.md#two-tabs-two-devices).
 * `clear` removes the entries that were there at `version`, then `remove` and `add` are applied. The same edit again leaves the
 * entries as they are.
 * @returns the list, and in `removed` the ids of `add` that cannot be bought
 * @throws Refusal 401 when the account is deleted, 409 `list-full` with field `add`
 */
export async function editList(
  { db }: Tx,
  userId: number,
  list: ListName,
  { add, remove, clear, version: seenVersion = 0 }: ListEdit,
) {
  await lockedCaller({ db }, userId);
  const version = await nextVersion(db, userId, list);
  await db.query(
    `DELETE FROM list_entries WHERE user_id = $1 AND list = $2 AND (product_id = ANY($3) OR ($4 AND version <= $5))`,
    [userId, list, remove, clear, seenVersion],
  );
  const sellableIds = await sellable(db, add);
  await db.query(
    `INSERT INTO list_entries (user_id, list, product_id, position, version)
     SELECT $1, $2, id, n + (SELECT coalesce(max(position), 0) FROM list_entries WHERE user_id = $1 AND list = $2), $4
     FROM unnest($3::int[]) WITH ORDINALITY AS entry (id, n)
     ON CONFLICT (user_id, list, product_id) DO NOTHING`,
    [userId, list, [...new Set(add)].filter((id) => sellableIds.has(id)), version],
  );
  const now = await listOf(db, userId, list);
  if (now.ids.length > LIMITS[list])
    throw new Refusal('conflict', 'list-full', `The ${list} holds ${LIMITS[list]} tracks at most.`, { field: 'add' });
  return { ...now, removed: add.filter((id) => !sellableIds.has(id)) };
}

async function sellable(db: EntityManager, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db.query<{ product_id: number }[]>(
    'SELECT product_id FROM product_copies WHERE product_id = ANY($1) AND NOT removed AND NOT sold',
    [ids],
  );
  return new Set(rows.map((row) => row.product_id));
}

async function nextVersion(db: EntityManager, userId: number, list: ListName): Promise<number> {
  const [row] = await db.query<[{ version: number }]>(
    `INSERT INTO list_versions AS v (user_id, list, version) VALUES ($1, $2, 1)
     ON CONFLICT (user_id, list) DO UPDATE SET version = v.version + 1 RETURNING version`,
    [userId, list],
  );
  return row.version;
}
