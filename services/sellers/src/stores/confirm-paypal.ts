import { EMAIL_CONFIRM_HOURS } from '@shop/contracts/constants';
import { accountActed, adminActed, PaypalConfirmationRequested } from '@shop/contracts/events';
import { conflict, Refusal } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { hashToken, newToken } from '@shop/shared';
import type { DataSource } from 'typeorm';
import { IsNull } from 'typeorm';
import { ownerOf } from '../user-copies/user-copies';
import { Seller } from './seller.entity';

/**
 * Has a link mailed to a new PayPal address (docs/product/selling.md#confirming-a-paypal-address); an older link stops working. The
 * account's own address needs none: identity has checked it. The caller saves the store.
 */
export async function askToConfirmPaypal({ db, emit }: Tx, seller: Seller): Promise<void> {
  const { paypalEmail } = seller;
  if (!paypalEmail) return;
  const owner = await ownerOf(db, seller.userId);
  if (owner?.email.toLowerCase() === paypalEmail.toLowerCase()) return seller.confirmPaypal();
  const confirmation = newToken();
  const until = new Date(Date.now() + EMAIL_CONFIRM_HOURS * 3_600_000);
  seller.awaitPaypal(hashToken(confirmation), until);
  await emit(
    PaypalConfirmationRequested({
      sellerId: seller.id,
      userId: seller.userId,
      email: paypalEmail,
      confirmation,
      expiresAt: until.toISOString(),
    }),
  );
}

/** The address to which a change of payout details mails a link, for the limit on such mails; null when it mails none. */
export async function paypalToConfirm(source: DataSource, sellerId: number, email?: string | null): Promise<string | null> {
  const seller = email ? await source.manager.findOneBy(Seller, { id: sellerId, deletedAt: IsNull() }) : null;
  return seller && email !== seller.paypalEmail ? (email ?? null) : null;
}

/**
 * Confirms a PayPal address by the link that was mailed to it; from then on batches pay to it.
 * @throws Refusal 400 `confirm-link-used` when the token is unknown, used or too old
 */
export async function confirmPaypal({ db, emit }: Tx, token: string): Promise<void> {
  const seller = await locked(db, Seller, { paypalLinkHash: hashToken(token), deletedAt: IsNull() });
  if (!seller?.paypalLinkUntil || seller.paypalLinkUntil <= new Date())
    throw new Refusal(
      'invalid',
      'confirm-link-used',
      'This link has expired or was already used. The Seller Dashboard can send a new one.',
    );
  seller.confirmPaypal();
  await db.save(seller);
  await emit(accountActed(seller.userId, 'payout-address-confirmed', ['paypal_email'], seller.id));
}

/**
 * Has another link mailed to the PayPal address of a store that the caller has locked.
 * @param adminId the admin who asks for it; null for the seller
 * @throws Refusal 409 `nothing-to-confirm` when the address is confirmed, or there is none
 */
export async function sendPaypalLinkAgain(tx: Tx, seller: Seller, adminId: number | null): Promise<void> {
  if (seller.isPaypalConfirmed() !== false)
    throw conflict('nothing-to-confirm', 'There is no PayPal address that waits to be confirmed. Please reload the page.');
  await askToConfirmPaypal(tx, seller);
  await tx.db.save(seller);
  if (adminId === null) return;
  const subject = { type: 'seller', id: seller.id, name: seller.storeName } as const;
  await tx.emit(...adminActed(adminId, 'seller.paypal-link-sent', subject, { before: null, after: {} }));
}
