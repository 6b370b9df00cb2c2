import type { EntityManager } from 'typeorm';
import type { Coupon } from './coupon.entity';
import { usableCoupon } from './usable-coupon';

const REMEMBERED = `interval '24 hours'`;

/** Remembers that a buyer knows a coupon's code: they may order with its id for 24 hours. */
export async function rememberShown(db: EntityManager, buyerId: number, couponId: number): Promise<void> {
  await db.query(`DELETE FROM coupon_checks WHERE buyer_id = $1 AND checked_at < now() - ${REMEMBERED}`, [buyerId]);
  await db.query(
    `INSERT INTO coupon_checks (buyer_id, coupon_id) SELECT $1, id FROM coupons WHERE id = $2
     ON CONFLICT (buyer_id, coupon_id) DO UPDATE SET checked_at = now()`,
    [buyerId, couponId],
  );
}

/**
 * Finds and locks a usable coupon whose code this buyer has shown: ids can be guessed, codes cannot.
 * @returns null for all others
 */
export async function shownCoupon(db: EntityManager, buyerId: number, id: number, timeZone: string): Promise<Coupon | null> {
  const [check] = await db.query<unknown[]>(
    `SELECT 1 FROM coupon_checks WHERE buyer_id = $1 AND coupon_id = $2 AND checked_at >= now() - ${REMEMBERED}`,
    [buyerId, id],
  );
  return check ? usableCoupon(db, { id }, timeZone, { toUse: true }) : null;
}
