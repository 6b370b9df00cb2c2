import type { EntityManager } from 'typeorm';

export type StoreRef = { sellerId: number; userId: number; storeName: string };

/** A store by its id, also one that was deleted: what is owed to it stays owed. */
export async function storeOf(db: EntityManager, sellerId: number): Promise<StoreRef | null> {
  const [row] = await db.query<StoreRef[]>(
    'SELECT id AS "sellerId", user_id AS "userId", store_name AS "storeName" FROM sellers WHERE id = $1',
    [sellerId],
  );
  return row ?? null;
}
