import type { Tx } from '@shop/kit';
import { ownStore } from './own-store';
import type { Seller } from './seller.entity';

/**
 * A legal act of the seller alone, never of an admin; repeating it changes nothing (spec 2 §4, authorisation 49).
 * @throws Refusal 403 for anybody else's and for unknown ids alike (decision 55).
 */
export async function acceptOffer({ db }: Tx, userId: number, sellerId: number): Promise<Seller> {
  const seller = await ownStore(db, userId, sellerId);
  seller.acceptOffer(new Date());
  return db.save(seller);
}
