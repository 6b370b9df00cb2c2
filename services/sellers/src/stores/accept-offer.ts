import { forbidden, locked, type Tx } from '@shop/kit';
import { Seller } from './seller.entity';

/**
 * A legal act of the seller alone, never of an admin; repeating it changes nothing (spec 2 §4, authorisation 49).
 * @throws Refusal 403 for anybody else's and for unknown ids alike (decision 55).
 */
export async function acceptOffer({ db }: Tx, userId: number, sellerId: number): Promise<Seller> {
  const seller = await locked(db, Seller, { id: sellerId, userId });
  if (!seller || seller.deletedAt) throw forbidden();
  seller.acceptOffer(new Date());
  return db.save(seller);
}
