import { Refusal, unauthenticated } from '@shop/http';
import type { EntityManager } from 'typeorm';

type Known = { deleted: boolean; suspended: boolean };

/**
 * A session outlives its account by some seconds (docs/product/checkout.md#a-buyer-who-is-gone): what comes then is no longer
 * blanked by anything. The buyer's row is kept as it is until the transaction ends, so that nobody is deleted between the
 * question and what follows from it: ask before any order is locked, as the deletion does.
 * @throws Refusal 401; 403 `suspended`
 */
export async function refuseDeletedBuyer(db: EntityManager, userId: number): Promise<void> {
  const [buyer] = await db.query<Known[]>('SELECT deleted, suspended FROM buyers WHERE user_id = $1 FOR SHARE', [userId]);
  if (buyer?.deleted) throw unauthenticated();
  if (buyer?.suspended) throw new Refusal('forbidden', 'suspended', 'This account is suspended.');
}

/** Nobody suspends or deletes this buyer until the transaction ends. Ask before any order is locked. */
export const keepBuyer = (db: EntityManager, userId: number) =>
  db.query('SELECT 1 FROM buyers WHERE user_id = $1 FOR SHARE', [userId]);

/** The same for whoever knows only the order. */
export const keepBuyerOf = (db: EntityManager, orderId: number) =>
  db.query('SELECT 1 FROM buyers WHERE user_id = (SELECT buyer_id FROM orders WHERE id = $1) FOR SHARE', [orderId]);

/**
 * `whyNot`: why a buyer may have nothing delivered any more, for the history of an order; null while they may. `accountEmail`: the address
 * that their account logs in with; null while it is not known here, or the account is gone.
 */
export type BuyerNow = { whyNot: string | null; accountEmail: string | null };

export const lookUpBuyer = (db: EntityManager, userId: number) => lookUp(db, '$1', userId);

/** The same for whoever knows only the order. */
export const lookUpBuyerOf = (db: EntityManager, orderId: number) =>
  lookUp(db, '(SELECT buyer_id FROM orders WHERE id = $1)', orderId);

async function lookUp(db: EntityManager, userId: string, value: number): Promise<BuyerNow> {
  const [buyer] = await db.query<(Known & { email: string })[]>(
    `SELECT deleted, suspended, email FROM buyers WHERE user_id = ${userId}`,
    [value],
  );
  if (buyer?.deleted) return { whyNot: "the buyer's account has been deleted, nobody would get the files", accountEmail: null };
  return { whyNot: buyer?.suspended ? "the buyer's account is suspended" : null, accountEmail: buyer?.email || null };
}

/** Only why not. */
export const whyNoBuyer = async (db: EntityManager, userId: number): Promise<string | null> =>
  (await lookUpBuyer(db, userId)).whyNot;

export const isDeleted = async (db: EntityManager, userId: number): Promise<boolean> =>
  (await db.query<unknown[]>('SELECT 1 FROM buyers WHERE user_id = $1 AND deleted', [userId])).length > 0;
