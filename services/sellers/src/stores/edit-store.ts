import { adminActed } from '@shop/contracts/events';
import type { SellerForm } from '@shop/contracts/forms';
import { conflict } from '@shop/http';
import type { Tx } from '@shop/messaging';
import type { KeyRing } from '@shop/shared';
import { paymentChanged, payTo } from './change-payment';
import { askToConfirmPaypal } from './confirm-paypal';
import { anyStore } from './own-store';
import { isPaidAs } from './payout-details';
import type { Seller } from './seller.entity';
import { isNameTaken, nameStoresInTurn } from './store-names';

/**
 * Changes a store by an admin's form: null clears a field, a missing field stays (docs/product/selling.md#editing-a-store). An
 * event tells services with copies the new name; a mail tells the seller of changed payout details.
 * @returns the store
 * @throws Refusal 404, 409 `store-name-taken` with field `shop_name`, 409 `payout-changed` when the payout details have changed
 * since the form was opened and differ from it, 400 with the field for payout details without a method, without what it needs, or
 * of another method
 */
export async function editStore(
  tx: Tx,
  { siteName, cardKeys }: { siteName: string; cardKeys: KeyRing },
  adminId: number,
  sellerId: number,
  form: SellerForm,
): Promise<Seller> {
  const { db, emit } = tx;
  await nameStoresInTurn(db);
  const seller = await anyStore(db, sellerId);
  if (form.payout_changed_at !== undefined && !isPaidAs(seller, form)) seller.refuseOtherPayout(form.payout_changed_at);
  const before = auditFacts(seller);
  const { shop_name: name = seller.storeName } = form;
  if (name !== seller.storeName && (await isNameTaken(db, siteName, name, sellerId)))
    throw conflict('store-name-taken', 'This store name is already taken', { field: 'shop_name' });

  const event = seller.rename(name);
  if (form.social_link !== undefined) seller.socialLink = form.social_link || null;
  const paidElsewhere = payTo(seller, cardKeys, form);
  if (paidElsewhere) await askToConfirmPaypal(tx, seller);
  await db.save(seller);
  if (event) await emit(event);
  if (paidElsewhere) await emit(await paymentChanged(tx, seller, true));
  await emit(
    ...adminActed(
      adminId,
      'seller.changed',
      { type: 'seller', id: sellerId, name: seller.storeName },
      { before, after: { ...auditFacts(seller), ...(form.card_number ? { card: `new, ending in ${seller.cardLast4}` } : {}) } },
    ),
  );
  return seller;
}

/** The audit log gets only the last digits of a card number. */
const auditFacts = (seller: Seller) => ({
  shop_name: seller.storeName,
  social_link: seller.socialLink,
  status: seller.status,
  payment_method: seller.paymentMethod,
  paypal_email: seller.paypalEmail,
  card: seller.cardLast4 && `ending in ${seller.cardLast4}`,
  card_holder_name: seller.cardHolderName,
});
