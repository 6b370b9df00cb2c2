import { forbidden, notFound } from '@shop/http';
import { locked } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { Seller } from './seller.entity';

/** Locks the caller's own store for a change. @throws Refusal 403 for another seller's store and for an unknown id alike */
export async function ownStore(db: EntityManager, userId: number, sellerId: number): Promise<Seller> {
  const seller = await locked(db, Seller, { id: sellerId, userId });
  if (!seller || seller.deletedAt) throw forbidden();
  return seller;
}

/** Locks any store for a change by an admin. @throws Refusal 404 when there is none, or it is closed */
export async function anyStore(db: EntityManager, sellerId: number): Promise<Seller> {
  const seller = await locked(db, Seller, { id: sellerId });
  if (!seller || seller.deletedAt) throw notFound('seller');
  return seller;
}
