import type { EntityManager } from 'typeorm';
import { ownerOf, type StoreOwner } from '../user-copies/user-copies';

export type StoreRef = { sellerId: number; userId: number; storeName: string };

/** A store by its id, also a closed one, for what is owed to it stays owed; null when there is none. */
export async function storeOf(db: EntityManager, sellerId: number): Promise<StoreRef | null> {
  const [row] = await db.query<StoreRef[]>(
    'SELECT id AS "sellerId", user_id AS "userId", store_name AS "storeName" FROM sellers WHERE id = $1',
    [sellerId],
  );
  return row ?? null;
}

/** What events say about a store, with the owner whom mails about it go to. */
export async function saidOf(
  db: EntityManager,
  { sellerId, userId, storeName }: StoreRef,
): Promise<{ sellerId: number; storeName: string; owner: StoreOwner | null }> {
  return { sellerId, storeName, owner: await ownerOf(db, userId) };
}
