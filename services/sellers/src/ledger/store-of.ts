import type { EntityManager } from 'typeorm';
import type { StoreOwner } from '../user-copies/user-copies';

type StoreFacts = { sellerId: number; storeName: string; owner: StoreOwner | null; storeClosed: boolean };

/** A store, and its facts for events, with the owner for mails: null while the account is not known, and once it is deleted. */
type KnownStore = { userId: number; said: StoreFacts };

/** A store by its id, or null. Closed stores count, because their debts stay. */
export async function storeOf(db: EntityManager, sellerId: number): Promise<KnownStore | null> {
  const [row] = await db.query<KnownStore[]>(
    `SELECT user_id AS "userId", jsonb_build_object('sellerId', id, 'storeName', store_name, 'storeClosed', deleted_at IS NOT NULL, 'owner',
       CASE WHEN owner.email IS NOT NULL THEN jsonb_build_object('name', owner.name, 'email', owner.email) END) AS said
     FROM sellers LEFT JOIN (SELECT user_id, name, email FROM user_copies WHERE NOT deleted) AS owner USING (user_id)
     WHERE id = $1`,
    [sellerId],
  );
  return row ?? null;
}
