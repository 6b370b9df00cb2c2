import type { DataOf, UserDeleted, UserVerified } from '@shop/contracts/events';
import { endCopy, saveIfNewer, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';

const COPIES = { table: 'user_copies', key: 'user_id', final: 'deleted' };

/**
 * Stores the name, address and country of an account, for the admin's list of stores and for mails. An event that was sent again
 * after it was blanked is skipped.
 */
export async function saveUser({ db }: Tx, user: Omit<DataOf<typeof UserVerified>, 'seller'>) {
  const { userId, version, name, lastName, email, country } = user;
  if (email === '') return;
  await saveIfNewer(db, COPIES, { user_id: userId, version, name, last_name: lastName, email, country });
  // A PayPal address that the account has by now needs no other confirmation.
  await db.query(
    `UPDATE sellers SET confirmed_paypal = paypal_email, paypal_link_hash = NULL, paypal_link_until = NULL FROM user_copies owner
     WHERE sellers.user_id = $1 AND owner.user_id = $1 AND NOT owner.deleted AND lower(paypal_email) = lower(owner.email)
       AND confirmed_paypal IS DISTINCT FROM paypal_email`,
    [userId],
  );
}

/** Blanks the copy of a deleted account. The row stays, so that older news does not bring the account back. */
export async function forgetUserWhenDeleted({ db }: Tx, { userId, version }: DataOf<typeof UserDeleted>) {
  await endCopy(db, COPIES, { user_id: userId, version, name: '', last_name: '', email: '', country: '' });
}

export async function isDeleted(db: EntityManager, userId: number): Promise<boolean> {
  const rows = await db.query<unknown[]>('SELECT 1 FROM user_copies WHERE user_id = $1 AND deleted', [userId]);
  return rows.length > 0;
}

/** An SQL condition: no other account than that of user `$1` has the word as its address now. */
export const addressOfNobodyElse = (word: string) =>
  `NOT EXISTS (SELECT 1 FROM user_copies WHERE lower(email) = lower(${word}) AND user_id <> $1 AND NOT deleted)`;

export type StoreOwner = { name: string; email: string };

/** The person who gets mails about a store; null while the account is not known here, and once it is deleted. */
export async function ownerOf(db: EntityManager, userId: number): Promise<StoreOwner | null> {
  const [owner] = await db.query<StoreOwner[]>('SELECT name, email FROM user_copies WHERE user_id = $1 AND NOT deleted', [
    userId,
  ]);
  return owner ?? null;
}

/** A store together with the owner who gets mails about it. */
export const withOwner = async <Store extends { userId: number }>(db: EntityManager, store: Store) => ({
  ...store,
  owner: await ownerOf(db, store.userId),
});
