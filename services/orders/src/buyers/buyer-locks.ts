import { soon } from '@shop/messaging';
import type { EntityManager } from 'typeorm';

/** What a buyer asks for is done one after the other: what they have ordered, paid and requested stays the same meanwhile. */
export const lockBuyer = (db: EntityManager, buyerId: number) => db.query('SELECT pg_advisory_xact_lock(1, $1)', soon([buyerId]));

/** The same for whoever knows only the order. */
export const lockBuyerOf = (db: EntityManager, orderId: number) =>
  db.query('SELECT pg_advisory_xact_lock(1, buyer_id) FROM orders WHERE id = $1', soon([orderId]));

/** Nobody suspends or deletes this buyer until the transaction ends. Ask before any order is locked. */
export const keepBuyer = (db: EntityManager, userId: number) =>
  db.query('SELECT 1 FROM buyers WHERE user_id = $1 FOR SHARE', [userId]);

/** The same for whoever knows only the order. */
export const keepBuyerOf = (db: EntityManager, orderId: number) =>
  db.query('SELECT 1 FROM buyers WHERE user_id = (SELECT buyer_id FROM orders WHERE id = $1) FOR SHARE', [orderId]);
