import { foldsOf, lookAlike } from '@shop/shared';
import type { EntityManager } from 'typeorm';

const STORE_NAMES = 4_711_002;

/** Makes transactions that name a store wait for each other, so that two stores cannot both find the same name free. */
export const nameStoresInTurn = (db: EntityManager) => db.query('SELECT pg_advisory_xact_lock($1)', [STORE_NAMES]);

/** Whether the shop itself or an open store has this name, or a name that looks alike, as at registration. */
export async function isNameTaken(db: EntityManager, siteName: string, name: string, exceptSellerId = 0): Promise<boolean> {
  if (lookAlike(name, siteName)) return true;
  const rows = await db.query<unknown[]>(
    'SELECT 1 FROM sellers WHERE (folded_name = ANY($1) OR folded_capitals = ANY($1)) AND deleted_at IS NULL AND id <> $2',
    [foldsOf(name), exceptSellerId],
  );
  return rows.length > 0;
}
