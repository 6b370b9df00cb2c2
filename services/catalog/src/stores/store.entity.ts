import { invalid } from '@shop/http';
import type { Copies } from '@shop/messaging';
import { Column, Entity, PrimaryColumn, type EntityManager } from 'typeorm';

export const STORES: Copies = { table: 'stores', key: 'seller_id' };

/** The copy of a seller's store, which sellers owns. */
@Entity('stores')
export class Store {
  @PrimaryColumn('int', { name: 'seller_id' }) sellerId!: number;
  @Column('int', { name: 'user_id' }) userId!: number;
  @Column('int') version!: number;
  @Column('text') name!: string;
  @Column('text') status!: string;
}

/** A track belongs to a seller's store, or to the operator (docs/product/catalogue.md#whose-a-track-is). */
export type Owner = { sellerId: number | null; userId: number | null; storeName: string };

const ownerOf = (store: Store): Owner => ({ sellerId: store.sellerId, userId: store.userId, storeName: store.name });

/** The owner of a track that exists, even if the store is closed by now. The store's row is locked as in `ownerNamed`. */
export async function ownerKept(db: EntityManager, sellerId: number | null, siteName: string): Promise<Owner> {
  if (sellerId === null) return { sellerId: null, userId: null, storeName: siteName };
  return ownerOf(await db.findOneOrFail(Store, { where: { sellerId }, lock: { mode: 'pessimistic_read' } }));
}

/**
 * The owner that a form names in `seller_id`. The store's row is locked until the transaction ends, so that no announcement has an
 * outdated name. Call it before a product is locked.
 * @throws Refusal 400 with field `seller_id` when there is no such store, or it is closed
 */
export async function ownerNamed(db: EntityManager, sellerId: number | null, siteName: string): Promise<Owner> {
  if (sellerId === null) return { sellerId: null, userId: null, storeName: siteName };
  const store = await db.findOne(Store, { where: { sellerId }, lock: { mode: 'pessimistic_read' } });
  if (!store || store.status === 'closed') throw invalid('seller_id', 'There is no such store.');
  return ownerOf(store);
}
