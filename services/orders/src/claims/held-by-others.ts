import type { HoldView } from '@shop/contracts/views';
import type { EntityManager } from 'typeorm';
import type { Way } from '../orders/order.entity';

/** SQL over a claim: another buyer than `$2` has the track and has not bought it yet. */
export const HELD_BY_ANOTHER = `(buyer_id <> $2 AND (state = 'capturing' OR (state = 'reserved' AND expires_at >= now())))`;

type Row = { product_id: number; way: Way; expires_at: Date | null; remind: boolean };

/**
 * Which of these tracks another buyer holds right now without having bought them. `until` is null while the payment is under way,
 * because no clock ends it; `remind` says whether this buyer asked to hear of its end.
 */
export async function heldByOthers(db: EntityManager, buyerId: number, productIds: readonly number[]): Promise<HoldView[]> {
  const rows = await db.query<Row[]>(
    `SELECT product_id, expires_at, (SELECT way FROM orders WHERE orders.id = held.order_id) AS way,
       EXISTS (SELECT 1 FROM hold_reminders AS waits WHERE waits.product_id = held.product_id AND waits.buyer_id = $2) AS remind
     FROM sale_claims AS held
     WHERE product_id = ANY($1) AND ${HELD_BY_ANOTHER}
     ORDER BY product_id`,
    [productIds, buyerId],
  );
  return rows.map((row) => ({
    id: row.product_id,
    way: row.way,
    until: row.expires_at?.toISOString() ?? null,
    remind: row.remind,
  }));
}
