import type { EntityManager } from 'typeorm';
import { Coupon } from './coupon.entity';

/**
 * Finds a coupon that may be used now; its last day ends at midnight in the shop's time zone. With `toUse` it is locked: uses are
 * counted one after the other, and it cannot be deleted meanwhile.
 * @returns null for all others alike
 */
export const usableCoupon = async (
  db: EntityManager,
  wanted: { id: number } | { code: string },
  timeZone: string,
  { toUse = false } = {},
): Promise<Coupon | null> => {
  const found = db
    .createQueryBuilder(Coupon, 'coupon')
    .where(wanted)
    .andWhere('coupon.is_active AND coupon.deleted_at IS NULL')
    .andWhere('(coupon.is_forever OR (coupon.expiry_date + 1)::timestamp AT TIME ZONE :timeZone > now())', { timeZone });
  if (toUse) found.setLock('for_no_key_update');
  return found.getOne();
};
