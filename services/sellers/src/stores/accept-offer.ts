import { accountActed } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import { ownStore } from './own-store';
import type { Seller } from './seller.entity';

/**
 * A legal act of the seller alone, never of an admin; repeating it changes nothing (docs/product/selling.md#the-offer-agreement).
 * @throws Refusal 403 for anybody else's and for unknown ids alike.
 */
export async function acceptOffer({ db, emit }: Tx, userId: number, sellerId: number): Promise<Seller> {
  const seller = await ownStore(db, userId, sellerId);
  if (!seller.offerAcceptedAt) await emit(accountActed(userId, 'offer-accepted', ['accepted_offer'], sellerId));
  seller.acceptOffer(new Date());
  return db.save(seller);
}
