import type { EntityManager } from 'typeorm';

/**
 * `blockedReason` says in the history of an order why nothing may be delivered to the buyer; it is null while something may.
 * `accountEmail` is the confirmed address of the account; it is null while it is not known here, and once the account is deleted.
 */
export type BuyerNow = { deleted: boolean; blockedReason: string | null; accountEmail: string | null };

export const buyerNow = (db: EntityManager, userId: number) => lookUp(db, '$1', userId);

/** Does the same for a caller that knows only the order. */
export const buyerNowOf = (db: EntityManager, orderId: number) =>
  lookUp(db, '(SELECT buyer_id FROM orders WHERE id = $1)', orderId);

async function lookUp(db: EntityManager, userId: string, value: number): Promise<BuyerNow> {
  const [buyer] = await db.query<{ deleted: boolean; suspended: boolean; email: string }[]>(
    `SELECT deleted, suspended, email FROM buyers WHERE user_id = ${userId}`,
    [value],
  );
  if (buyer?.deleted)
    return {
      deleted: true,
      blockedReason: "the buyer's account has been deleted, nobody would get the files",
      accountEmail: null,
    };
  return {
    deleted: false,
    blockedReason: buyer?.suspended ? "the buyer's account is suspended" : null,
    accountEmail: buyer?.email || null,
  };
}

/** The addresses of accounts by their ids. Accounts whose address is not known are missing. */
export async function accountEmailsOf(db: EntityManager, userIds: number[]): Promise<Map<number, string>> {
  const buyers = await db.query<{ user_id: number; email: string }[]>(
    `SELECT user_id, email FROM buyers WHERE user_id = ANY($1) AND NOT deleted AND email <> ''`,
    [userIds],
  );
  return new Map(buyers.map((buyer) => [buyer.user_id, buyer.email]));
}
