import type { EntityManager } from 'typeorm';
import type { StoreOwner } from '../user-copies/user-copies';

type Said = { sellerId: number; storeName: string; owner: StoreOwner | null; storeClosed: boolean };

/** A store, and what events say about it, with the owner whom mails about it go to: null while the account is not known, and once it is deleted. */
type KnownStore = { userId: number; said: Said };

/** A store by its id, also a closed one, for what is owed to it stays owed; null when there is none. */
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
