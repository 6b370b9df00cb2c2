import { accountActed, SellerPaymentChanged } from '@shop/contracts/events';
import type { SellerPaymentForm } from '@shop/contracts/forms';
import type { Tx } from '@shop/messaging';
import type { KeyRing } from '@shop/shared';
import { ownerOf } from '../user-copies/user-copies';
import { askToConfirmPaypal } from './confirm-paypal';
import { ownStore } from './own-store';
import { changedPayout, paidTo, type PayoutChange, sealCardNumber } from './payout-details';
import type { Seller } from './seller.entity';

/**
 * Changes a seller's own payout details (docs/product/selling.md#payout-details). A mail tells the seller, because an intruder
 * might have made the change.
 * @returns the store
 * @throws Refusal 400 with field `card_number` when there is none yet, 403 for another seller's store
 */
export async function changePayment(
  tx: Tx,
  keys: KeyRing,
  userId: number,
  sellerId: number,
  form: SellerPaymentForm,
): Promise<Seller> {
  const seller = await ownStore(tx.db, userId, sellerId);
  const before = payoutOf(seller);
  if (!payTo(seller, keys, form)) return seller;
  await askToConfirmPaypal(tx, seller);
  await tx.db.save(seller);
  const fields = changedFields(before, payoutOf(seller));
  await tx.emit(await paymentChanged(tx, seller, false), accountActed(userId, 'payout-details-changed', fields, sellerId));
  return seller;
}

const payoutOf = ({ paymentMethod, paypalEmail, cardNumberEncrypted, cardHolderName }: Seller) => ({
  payment_method: paymentMethod,
  paypal_email: paypalEmail,
  card_number: cardNumberEncrypted,
  card_holder_name: cardHolderName,
});
type Payout = ReturnType<typeof payoutOf>;
const changedFields = (before: Payout, after: Payout) =>
  (Object.keys(after) as (keyof Payout)[]).filter((field) => after[field] !== before[field]);

/**
 * Changes the payout details of a store that the caller saves.
 * @returns whether money now goes elsewhere
 */
export function payTo(seller: Seller, keys: KeyRing, change: PayoutChange): boolean {
  const payout = changedPayout(seller, change, (digits) => sealCardNumber(keys, seller.id, digits));
  return seller.payTo(payout, new Date());
}

/** `unused`: a card number was blanked because nothing was paid to it. */
export const paymentChanged = async ({ db }: Tx, seller: Seller, byAdmin: boolean, unused = false) =>
  SellerPaymentChanged({
    sellerId: seller.id,
    version: seller.version,
    storeName: seller.storeName,
    owner: await ownerOf(db, seller.userId),
    paidTo: paidTo(seller),
    byAdmin,
    ...(unused && { unused }),
    changedAt: new Date().toISOString(),
  });
