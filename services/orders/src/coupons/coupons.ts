import { COUPON_FREE_PERCENT } from '@shop/contracts/constants';
import { adminActed } from '@shop/contracts/events';
import type { CouponForm, ListQuery } from '@shop/contracts/forms';
import { centsToDollars } from '@shop/contracts/pricing';
import type { CouponCheckView, CouponLimitsView, CouponView, Page } from '@shop/contracts/views';
import { conflict, invalid, notFound, Refusal } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { containing, pageOf, sortedBy, windowOf } from '@shop/shared';
import { IsNull, type EntityManager } from 'typeorm';
import { couponRefusal } from './coupon-limits';
import { UNUSED, usesOf, type Uses } from './coupon-uses';
import { Coupon } from './coupon.entity';
import { rememberShown, usableCoupon } from './shown-coupon';

/**
 * A coupon by its code, for anybody; its limits are told to a buyer who may use it alone. A buyer who has shown a code may order with it from now on
 * (docs/product/coupons.md#a-code-must-be-shown).
 * @throws Refusal 404 with one text for unknown, expired and inactive codes, 409 when this buyer cannot use it
 */
export async function checkCoupon({ db }: Tx, buyerId: number | null, code: string, timeZone: string): Promise<CouponCheckView> {
  const coupon = await usableCoupon(db, { code }, timeZone);
  if (!coupon) throw new Refusal('not-found', 'invalid-coupon', 'Invalid coupon');
  const why = await couponRefusal(db, coupon, { buyerId, onlyLooking: true });
  if (why) throw conflict('coupon', why);
  if (buyerId !== null) await rememberShown(db, buyerId, coupon.id);
  return buyerId === null ? facts(coupon) : checkView(coupon);
}

const SORTS = {
  id: 'coupon.id',
  code: 'coupon.code',
  discount_percent: 'coupon.discountPercent',
  expiry_date: 'coupon.expiryDate',
  is_active: 'coupon.isActive',
  created_at: 'coupon.createdAt',
};

/**
 * Coupons for admins; without `page` the newest 1,000. `used_count` counts paid orders.
 * @throws Refusal 400 for an unknown `sort`
 */
export async function listCoupons(db: EntityManager, query: ListQuery): Promise<Page<CouponView>> {
  const { skip, take } = windowOf(query);
  const builder = db
    .createQueryBuilder(Coupon, 'coupon')
    .where('coupon.deletedAt IS NULL')
    .orderBy(sortedBy(query.sort, SORTS, 'coupon.id'))
    .skip(skip)
    .take(take);
  if (query.q) builder.andWhere('coupon.code ~* :pattern', { pattern: containing(query.q) });
  const [coupons, total] = await builder.getManyAndCount();
  const uses = await usesOf(
    db,
    coupons.map((coupon) => coupon.id),
  );
  return pageOf(
    query,
    total,
    coupons.map((coupon) => couponView(coupon, uses.get(coupon.id))),
  );
}

/**
 * Adds a coupon, by default with one use if it takes more than half (docs/product/coupons.md#creating-coupons).
 * @returns the coupon
 * @throws Refusal 400 with field `expiry_date` for a date in the past, 409 with field `code` for a code that exists
 */
export async function createCoupon({ db, emit }: Tx, adminId: number, form: CouponForm, timeZone: string): Promise<CouponView> {
  const expiryDate = form.is_forever ? null : form.expiry_date;
  const [past] = await db.query<unknown[]>('SELECT 1 WHERE $1::date < (now() AT TIME ZONE $2)::date', [expiryDate, timeZone]);
  if (past) throw invalid('expiry_date', 'The expiry date must not be in the past');

  const [row] = await db.query<{ id: number }[]>(
    `INSERT INTO coupons (code, discount_percent, is_forever, expiry_date, max_uses, once_per_buyer, first_order_only, min_total_cents)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (code) WHERE deleted_at IS NULL DO NOTHING RETURNING id`,
    [
      form.code,
      form.discount_percent,
      form.is_forever,
      expiryDate,
      form.max_uses ?? (form.discount_percent > COUPON_FREE_PERCENT ? 1 : null),
      form.once_per_buyer,
      form.first_order_only,
      form.min_total,
    ],
  );
  if (!row) throw new Refusal('conflict', 'taken', 'There is a coupon with this code already.', { field: 'code' });
  const coupon = await db.findOneByOrFail(Coupon, { id: row.id });
  await emit(...adminActed(adminId, 'coupon.created', couponSubject(coupon), { before: null, after: couponFacts(coupon) }));
  return couponView(coupon);
}

/**
 * Switches a coupon on or off (docs/product/coupons.md#switching-and-deleting).
 * @returns the coupon
 * @throws Refusal 404
 */
export async function setCouponActive({ db, emit }: Tx, adminId: number, id: number, isActive: boolean): Promise<Coupon> {
  const coupon = await locked(db, Coupon, { id, deletedAt: IsNull() });
  if (!coupon) throw notFound('coupon');
  const before = couponFacts(coupon);
  coupon.isActive = isActive;
  await db.save(coupon);
  await emit(...adminActed(adminId, 'coupon.changed', couponSubject(coupon), { before, after: couponFacts(coupon) }));
  return coupon;
}

/**
 * Deletes a coupon; its code is free again. The row stays, because buyers who have shown the code and orders that use it refer to
 * its id (docs/product/coupons.md#switching-and-deleting). @throws Refusal 404
 */
export async function deleteCoupon({ db, emit }: Tx, adminId: number, id: number): Promise<void> {
  const coupon = await locked(db, Coupon, { id, deletedAt: IsNull() });
  if (!coupon) throw notFound('coupon');
  await db.query('UPDATE coupons SET deleted_at = now() WHERE id = $1', [id]);
  await emit(...adminActed(adminId, 'coupon.deleted', couponSubject(coupon), { before: couponFacts(coupon), after: null }));
}

const couponSubject = ({ id, code }: Coupon) => ({ type: 'coupon', id, name: code });
const couponFacts = (coupon: Coupon) => ({
  code: coupon.code,
  discount_percent: coupon.discountPercent,
  is_forever: coupon.isForever,
  expiry_date: coupon.expiryDate,
  is_active: coupon.isActive,
  ...limitsOf(coupon),
});

const limitsOf = ({ maxUses, oncePerBuyer, firstOrderOnly, minTotalCents }: Coupon): CouponLimitsView => ({
  max_uses: maxUses,
  once_per_buyer: oncePerBuyer,
  first_order_only: firstOrderOnly,
  min_total: minTotalCents === null ? null : centsToDollars(minTotalCents),
});

const facts = ({ id, code, discountPercent }: Coupon) => ({ id, code, discount_percent: discountPercent });

const checkView = (coupon: Coupon) => ({ ...facts(coupon), ...limitsOf(coupon) });

const couponView = (coupon: Coupon, uses: Uses = UNUSED): CouponView => ({
  ...checkView(coupon),
  is_forever: coupon.isForever,
  expiry_date: coupon.expiryDate,
  is_active: coupon.isActive,
  created_at: coupon.createdAt.toISOString(),
  used_count: uses.paid,
  taken_count: uses.taken,
  subsidy: centsToDollars(uses.subsidyCents),
});
