import { adminActed } from '@shop/contracts/events';
import type { CouponForm, ListQuery } from '@shop/contracts/forms';
import type { CouponCheckView, CouponView, Page } from '@shop/contracts/views';
import { containing, invalid, locked, notFound, pageOf, Refusal, sortedBy, windowOf, type Tx } from '@shop/kit';
import { IsNull, type EntityManager } from 'typeorm';
import { Coupon } from './coupon.entity';
import { rememberShown } from './shown-coupon';
import { usableCoupon } from './usable-coupon';

/** What a code gives, for anybody; a buyer may order with it from now on. @throws Refusal 404 with one text for unknown, expired and inactive codes. */
export async function checkCoupon({ db }: Tx, buyerId: number | null, code: string, timeZone: string): Promise<CouponCheckView> {
  const coupon = await usableCoupon(db, { code: code.toUpperCase() }, timeZone);
  if (!coupon) throw new Refusal('not-found', 'invalid-coupon', 'Invalid coupon');
  if (buyerId !== null) await rememberShown(db, buyerId, coupon.id);
  return { id: coupon.id, code: coupon.code, discount_percent: coupon.discountPercent };
}

const SORTS = {
  id: 'coupon.id',
  code: 'coupon.code',
  discount_percent: 'coupon.discountPercent',
  expiry_date: 'coupon.expiryDate',
  is_active: 'coupon.isActive',
  created_at: 'coupon.createdAt',
};

/** Coupons for the admin's list; without `page` the newest 1,000 (decisions 31, 62). `used_count` counts paid orders. */
export async function listCoupons(db: EntityManager, query: ListQuery): Promise<Page<CouponView>> {
  const { skip, take } = windowOf(query);
  const found = db
    .createQueryBuilder(Coupon, 'coupon')
    .where('coupon.deletedAt IS NULL')
    .orderBy(sortedBy(query.sort, SORTS, 'coupon.id'))
    .skip(skip)
    .take(take);
  if (query.q) found.andWhere('coupon.code ILIKE :like', { like: containing(query.q) });
  const [coupons, total] = await found.getManyAndCount();
  const used = await db.query<{ coupon_id: number; times: number }[]>(
    `SELECT coupon_id, count(*)::int AS times FROM orders WHERE coupon_id = ANY($1) AND payment_state = 'paid' GROUP BY coupon_id`,
    [coupons.map((coupon) => coupon.id)],
  );
  const times = new Map(used.map((row) => [row.coupon_id, row.times]));
  return pageOf(
    query,
    total,
    coupons.map((coupon) => couponView(coupon, times.get(coupon.id) ?? 0)),
  );
}

/** @throws Refusal 400 for a date in the past (decision 57), 409 for a code that exists. */
export async function createCoupon({ db, emit }: Tx, adminId: number, form: CouponForm, timeZone: string): Promise<CouponView> {
  const expiryDate = form.is_forever ? null : form.expiry_date;
  const [past] = await db.query<unknown[]>('SELECT 1 WHERE $1::date < (now() AT TIME ZONE $2)::date', [expiryDate, timeZone]);
  if (past) throw invalid('expiry_date', 'The expiry date must not be in the past');

  const [row] = await db.query<{ id: number }[]>(
    `INSERT INTO coupons (code, discount_percent, is_forever, expiry_date) VALUES ($1, $2, $3, $4)
     ON CONFLICT (code) WHERE deleted_at IS NULL DO NOTHING RETURNING id`,
    [form.code, form.discount_percent, form.is_forever, expiryDate],
  );
  if (!row) throw new Refusal('conflict', 'taken', 'There is a coupon with this code already.', { field: 'code' });
  const coupon = await db.findOneByOrFail(Coupon, { id: row.id });
  await emit(...adminActed(adminId, 'coupon.created', couponSubject(coupon), { before: null, after: couponFacts(coupon) }));
  return couponView(coupon, 0);
}

/** @throws Refusal 404 */
export async function setCouponActive({ db, emit }: Tx, adminId: number, id: number, isActive: boolean): Promise<Coupon> {
  const coupon = await locked(db, Coupon, { id, deletedAt: IsNull() });
  if (!coupon) throw notFound('coupon');
  const before = couponFacts(coupon);
  coupon.isActive = isActive;
  await db.save(coupon);
  await emit(...adminActed(adminId, 'coupon.changed', couponSubject(coupon), { before, after: couponFacts(coupon) }));
  return coupon;
}

/** Its code is free again; orders that used it keep what it gave. @throws Refusal 404 */
export async function deleteCoupon({ db, emit }: Tx, adminId: number, id: number): Promise<void> {
  const coupon = await locked(db, Coupon, { id, deletedAt: IsNull() });
  if (!coupon) throw notFound('coupon');
  await db.query('UPDATE coupons SET deleted_at = now() WHERE id = $1', [id]);
  await db.query('DELETE FROM coupons WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM orders WHERE coupon_id = $1)', [id]);
  await emit(...adminActed(adminId, 'coupon.deleted', couponSubject(coupon), { before: couponFacts(coupon), after: null }));
}

const couponSubject = ({ id, code }: Coupon) => ({ type: 'coupon', id, name: code });
const couponFacts = ({ code, discountPercent, isForever, expiryDate, isActive }: Coupon) => ({
  code,
  discount_percent: discountPercent,
  is_forever: isForever,
  expiry_date: expiryDate,
  is_active: isActive,
});

const couponView = (coupon: Coupon, usedCount: number): CouponView => ({
  id: coupon.id,
  code: coupon.code,
  discount_percent: coupon.discountPercent,
  is_forever: coupon.isForever,
  expiry_date: coupon.expiryDate,
  is_active: coupon.isActive,
  created_at: coupon.createdAt.toISOString(),
  used_count: usedCount,
});
