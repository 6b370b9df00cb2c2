import { invalid } from '@shop/http';
import type { EntityManager } from 'typeorm';
import { Store } from './store.entity';

/** Whose a track is: a seller's store, or the operator itself (docs/product/catalogue.md#whose-a-track-is). */
export type Owner = { sellerId: number | null; userId: number | null; storeName: string };

const ownerOf = (store: Store): Owner => ({ sellerId: store.sellerId, userId: store.userId, storeName: store.name });

/** Whose a track is and stays, also when the store is closed by now. The row is locked as in `ownerNamed`. */
export async function ownerKept(db: EntityManager, sellerId: number | null, siteName: string): Promise<Owner> {
  if (sellerId === null) return { sellerId: null, userId: null, storeName: siteName };
  return ownerOf(await db.findOneOrFail(Store, { where: { sellerId }, lock: { mode: 'pessimistic_read' } }));
}

/**
 * The owner behind a form's `seller_id`. The store's row is locked against renaming until the transaction ends, before any product
 * is, so that an announcement never says a name that is already old.
 */
export async function ownerNamed(db: EntityManager, sellerId: number | null, siteName: string): Promise<Owner> {
  if (sellerId === null) return { sellerId: null, userId: null, storeName: siteName };
  const store = await db.findOne(Store, { where: { sellerId }, lock: { mode: 'pessimistic_read' } });
  if (!store || store.status === 'closed') throw invalid('seller_id', 'There is no such store.');
  return ownerOf(store);
}
