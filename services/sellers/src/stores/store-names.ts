import { folded } from '@shop/shared';
import type { EntityManager } from 'typeorm';

const STORE_NAMES = 4_711_002;

/** One after the other, until the transaction ends: else two stores could find the same name free. */
export const nameStoresInTurn = (db: EntityManager) => db.query('SELECT pg_advisory_xact_lock($1)', [STORE_NAMES]);

/** Names that look alike are one, as they are at registration; those of closed stores are free. */
export async function isNameTaken(db: EntityManager, name: string, exceptSellerId = 0): Promise<boolean> {
  const taken = await db.query<unknown[]>('SELECT 1 FROM sellers WHERE folded_name = $1 AND deleted_at IS NULL AND id <> $2', [
    folded(name),
    exceptSellerId,
  ]);
  return taken.length > 0;
}
