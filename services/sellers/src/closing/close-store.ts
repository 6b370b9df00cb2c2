import {
  adminActed,
  EVENTS_ABOUT_PEOPLE,
  PersonForgotten,
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
import { openEarningsOf } from './open-earnings';
import { wordsOfStore } from './words-of-store';

/**
 * The admin deletes a seller: the store closes, the account stays (docs/product/selling.md#closing-a-store).
 * @throws Refusal 404, 409 while money is owed to the store or a sale is under way: nobody could be asked where to send its share.
 */
export async function deleteStore(tx: Tx, adminId: number, sellerId: number): Promise<void> {
  const seller = await anyStore(tx.db, sellerId);
  await refuseWhileOpen(tx.db, sellerId);
  const { storeName, status, userId } = seller;
  await close(tx, seller);
  await forgetSubmissionsOf(tx.db, userId);
  // what is to be forgotten is not written down once more
  const before = { shop_name: storeName, status };
  await tx.emit(
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
 * An account that is gone has no store and leaves no document, and what the store was known by is forgotten in mails and in what still
 * waits here.
 */
export async function closeStoreWhenUserDeleted(tx: Tx, { userId }: DataOf<typeof UserDeleted>) {
  const seller = await locked(tx.db, Seller, { userId });
  const words = await wordsOfStore(tx.db, userId);
  if (seller) await forgetDocument(tx.db, seller);
  if (seller && !seller.deletedAt) await close(tx, seller);
  const ids = { userId: [userId], sellerUserId: [userId], sellerId: seller ? [seller.id] : [] };
  await forgetInInbox(tx.db, secretsOf(EVENTS_ABOUT_PEOPLE), ids);
  if (words.length > 0) await tx.emit(PersonForgotten({ userId, words }));
}

/**
 * Sales, ledger and tracks keep pointing at the row; the name is free again. Orders may have sold a track while
 * nothing was known of it here: where its share is to be sent is kept until no sale can follow and all is paid.
 */
async function close({ db, emit }: Tx, seller: Seller): Promise<void> {
  const [track] = await db.query<unknown[]>('SELECT 1 FROM product_copies WHERE seller_id = $1 LIMIT 1', [seller.id]);
  const closed = seller.close(new Date());
  if (!track) seller.settledSales ??= 0;
  await db.save(seller);
  await forgetPayoutDetails(db);
  await emit(closed);
}

/** No payment for a track of this closed store is under way, and none will begin. */
export async function forgetPayoutDetailsWhenStoreSettled({ db }: Tx, { sellerId, sales }: DataOf<typeof StoreSettled>) {
  await db.query('UPDATE sellers SET settled_sales = $2 WHERE id = $1 AND deleted_at IS NOT NULL', [sellerId, sales]);
  await forgetPayoutDetails(db);
}

/** Nobody will be paid any more: all sales that a closed store ever had are booked, and nothing of them is owed. */
export const forgetPayoutDetails = (db: EntityManager) =>
  db.query(
    `UPDATE sellers SET payment_method = NULL, paypal_email = NULL, card_number_encrypted = NULL, card_last4 = NULL, card_holder_name = NULL
     WHERE deleted_at IS NOT NULL AND num_nonnulls(payment_method, paypal_email, card_number_encrypted, card_last4, card_holder_name) > 0
       AND settled_sales <= (SELECT count(*) FROM ledger_transactions WHERE kind = 'sale' AND seller_id = sellers.id)
       AND NOT EXISTS (SELECT 1 FROM ledger_balances b WHERE b.seller_id = sellers.id AND earned_cents > paid_cents)`,
  );
