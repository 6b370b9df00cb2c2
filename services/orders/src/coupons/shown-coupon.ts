import type { EntityManager } from 'typeorm';
import { Coupon } from './coupon.entity';

/**
 * Finds a coupon that may be used now; its last day ends at midnight in the shop's time zone. With `toUse` it is locked: uses are
 * counted one after the other, and it cannot be deleted meanwhile.
 * @returns null for all others alike
 */
export const usableCoupon = async (
  db: EntityManager,
  criteria: { id: number } | { code: string },
  timeZone: string,
  { toUse = false } = {},
): Promise<Coupon | null> => {
  const builder = db
    .createQueryBuilder(Coupon, 'coupon')
    .where(criteria)
    .andWhere('coupon.is_active AND coupon.deleted_at IS NULL')
    .andWhere('(coupon.is_forever OR (coupon.expiry_date + 1)::timestamp AT TIME ZONE :timeZone > now())', { timeZone });
  if (toUse) builder.setLock('for_no_key_update');
  return builder.getOne();
};

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
