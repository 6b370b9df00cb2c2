import {
  adminActed,
  EVENTS_ABOUT_PEOPLE,
  personForgotten,
  SellerDeleted,
  type DataOf,
  type StoreSettled,
  type UserDeleted,
} from '@shop/contracts/events';
import { formatCents } from '@shop/contracts/pricing';
import { conflict } from '@shop/http';
import { forgetInInbox, locked, secretsOf, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { forgetDocument } from '../documents/forget-document';
import { anyStore } from '../stores/own-store';
import { Seller } from '../stores/seller.entity';
import { forgetSubmissionsOf } from '../submissions/forget-submissions-when-user-deleted';
import { ownerOf } from '../user-copies/user-copies';
import { openEarningsOf } from './open-earnings';
import { forgetWordsOf, saveContactsOf, wordsOfStore } from './words-of-store';

/**
 * Deletes a seller for an admin: the store closes, the account stays, and its owner is mailed
 * (docs/product/selling.md#closing-a-store).
 * @throws Refusal 404, 409 `owed`, `sale-under-way` while money is owed to the store or a sale is under way: later nobody could ask
 * where to send the money
 */
export async function deleteStore(tx: Tx, adminId: number, sellerId: number): Promise<void> {
  const seller = await anyStore(tx.db, sellerId);
  await refuseWhileOpen(tx.db, sellerId);
  const { storeName, status, userId } = seller;
  await close(tx, seller);
  await saveContactsOf(tx.db, sellerId);
  await forgetSubmissionsOf(tx.db, userId);
  // The facts that closing forgets do not go into the audit log.
  const before = { shop_name: storeName, status };
  await tx.emit(
    SellerDeleted({ sellerId, version: seller.version, storeName, owner: await ownerOf(tx.db, userId) }),
    ...adminActed(adminId, 'seller.deleted', { type: 'seller', id: sellerId, name: storeName }, { before, after: null }),
  );
}

async function refuseWhileOpen(db: EntityManager, sellerId: number): Promise<void> {
  const { owedCents, sales } = await openEarningsOf(db, sellerId);
  if (owedCents > 0)
    throw conflict('owed', `${formatCents(owedCents)} is owed to this store. Please pay it out first, then delete the seller.`, {
      details: { owedCents },
    });
  if (sales > 0)
    throw conflict(
      'sale-under-way',
      `Buyers hold ${sales === 1 ? 'a track' : `${sales} tracks`} of this store or are paying for it right now. Please wait for them or release their holds, then delete the seller.`,
      { details: { sales } },
    );
}

/**
 * Closes the store of a deleted account and removes its identity document at once. Events about the person that still wait here are
 * blanked. PersonForgotten tells the other services the store and its words, so that they remove them.
 */
export async function closeStoreWhenUserDeleted(tx: Tx, user: DataOf<typeof UserDeleted>) {
  const { userId } = user;
  const seller = await locked(tx.db, Seller, { userId });
  const words = await wordsOfStore(tx.db, userId);
  if (seller) await forgetDocument(tx.db, seller);
  if (seller && !seller.deletedAt) await close(tx, seller);
  if (seller) await forgetWordsOf(tx.db, seller.id);
  const ids = { userId: [userId], buyerId: [userId], sellerUserId: [userId], sellerId: seller ? [seller.id] : [] };
  await forgetInInbox(tx.db, secretsOf(EVENTS_ABOUT_PEOPLE), ids);
  if (seller) await tx.emit(personForgotten(user, words, seller.id));
}

/**
 * Closes a store. Its row stays, because sales, ledger and tracks refer to it; its name is free again. Orders may have sold one of
 * its tracks unknown to sellers, so the payout details stay until no sale can follow and everything is paid.
 */
async function close({ db, emit }: Tx, seller: Seller): Promise<void> {
  const event = seller.close(new Date());
  await db.save(seller);
  await emit(event);
}

/** Notes the final number of sales of a closed store: no payment for one of its tracks is under way, and none will begin. */
export async function forgetPayoutDetailsWhenStoreSettled({ db }: Tx, { sellerId, sales }: DataOf<typeof StoreSettled>) {
  await db.query('UPDATE sellers SET settled_sales = $2 WHERE id = $1 AND deleted_at IS NOT NULL', [sellerId, sales]);
  await forgetPayoutDetails(db);
}

/**
 * Blanks the payout details of closed stores that will never be paid again: all their sales are booked, and nothing is owed
 * (docs/product/selling.md#closing-a-store).
 */
export const forgetPayoutDetails = (db: EntityManager) =>
  db.query(
    `UPDATE sellers SET payment_method = NULL, paypal_email = NULL, confirmed_paypal = NULL, card_number_encrypted = NULL, card_last4 = NULL, card_holder_name = NULL
     WHERE deleted_at IS NOT NULL AND num_nonnulls(payment_method, paypal_email, card_number_encrypted, card_last4, card_holder_name) > 0
       AND settled_sales <= (SELECT count(*) FROM ledger_transactions WHERE kind = 'sale' AND seller_id = sellers.id)
       AND NOT EXISTS (SELECT 1 FROM ledger_balances b WHERE b.seller_id = sellers.id AND earned_cents > paid_cents)`,
  );
