import { accountActed } from '@shop/contracts/events';
import type { OfferShown } from '@shop/contracts/forms';
import type { UserCaller } from '@shop/http';
import type { Tx } from '@shop/messaging';
import { ownStore } from './own-store';
import type { Seller } from './seller.entity';

/**
 * Accepts the offer for a store, as only its seller can; a second time changes nothing while that
 * version is in force
 * (docs/product/selling.md#the-offer-agreement).
 * @returns the store
 * @throws Refusal 403 for another seller's and for an unknown store alike, 409 `offer-changed` when the form names another
 * version
 */
export async function acceptOffer(
  { db, emit }: Tx,
  { userId, address }: UserCaller,
  sellerId: number,
  form: OfferShown,
): Promise<Seller> {
  const seller = await ownStore(db, userId, sellerId);
  if (!seller.offerAcceptedAt || seller.mustAcceptAgain())
    await emit(accountActed(userId, 'offer-accepted', ['accepted_offer'], sellerId));
  seller.acceptOffer(new Date(), address, form.offer_version);
  return db.save(seller);
}
