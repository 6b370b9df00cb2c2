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
