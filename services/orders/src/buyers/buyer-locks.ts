import { Refusal, unauthenticated } from '@shop/http';
import { soon } from '@shop/postgres';
import type { EntityManager } from 'typeorm';

/** Lets the requests of a buyer run one after the other, so that their orders and payments do not change meanwhile. */
export const lockBuyer = (db: EntityManager, buyerId: number) => db.query('SELECT pg_advisory_xact_lock(1, $1)', soon([buyerId]));

/** Does the same for a caller that knows only the order. */
export const lockBuyerOf = (db: EntityManager, orderId: number) =>
  db.query('SELECT pg_advisory_xact_lock(1, buyer_id) FROM orders WHERE id = $1', soon([orderId]));

/** Keeps this buyer from being suspended or deleted until the transaction ends. Ask before any order is locked. */
export const lockBuyerRow = (db: EntityManager, userId: number) =>
  db.query('SELECT 1 FROM buyers WHERE user_id = $1 FOR SHARE', [userId]);

/** Does the same for a caller that knows only the order. */
export const lockBuyerRowOf = (db: EntityManager, orderId: number) =>
  db.query('SELECT 1 FROM buyers WHERE user_id = (SELECT buyer_id FROM orders WHERE id = $1) FOR SHARE', [orderId]);

/**
 * A session outlives its account by some seconds, and nothing blanks an order made then
 * (docs/product/checkout.md#a-buyer-who-is-gone). Keeps the buyer from being deleted until the transaction ends. Ask before any
 * order is locked, as the deletion does. @throws Refusal 401; 403 `suspended`
 */
export async function refuseDeletedBuyer(db: EntityManager, userId: number): Promise<void> {
  const [buyer] = await db.query<{ deleted: boolean; suspended: boolean }[]>(
    'SELECT deleted, suspended FROM buyers WHERE user_id = $1 FOR SHARE',
    [userId],
  );
  if (buyer?.deleted) throw unauthenticated();
  if (buyer?.suspended) throw new Refusal('forbidden', 'suspended', 'This account is suspended.');
}
