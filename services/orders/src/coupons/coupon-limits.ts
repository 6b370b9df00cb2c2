import { formatCents } from '@shop/contracts/pricing';
import { LIMITS } from '@shop/contracts/routes';
import { rateLimiter, type Caller } from '@shop/http';
import type { EntityManager } from 'typeorm';
import { IS_RESERVED } from '../payment-states';
import type { ServiceContext } from '../context';
import { TAKES_A_USE } from './coupon-uses';
import type { Coupon } from './coupon.entity';

type Use = {
  buyerId: number | null;
  /** The price before any discount; unknown while a code is only looked at. */
  subtotalCents?: number;
  /** Orders that this one replaces: their uses are free for it. */
  replaced?: readonly number[];
  /** The code is only looked at: the buyer's own unpaid orders do not count. */
  onlyLooking?: boolean;
};

type Unpaid = { id: number; couponId: number | null };
type Counts = { uses: number; own: number; bought: number };

const COUNTS = `${TAKES_A_USE} AND orders.id <> ALL($3) AND NOT ($4 AND buyer_id = $2 AND ${IS_RESERVED})`;

/**
 * Why a coupon cannot be used for this, in words for the buyer; null when it can. Every order that is paid or may be paid has taken
 * a use; an order that ends without a sale gives it back. The caller of an order has locked the coupon, so that no two orders take
 * its last use.
 */
export async function couponRefusal(db: EntityManager, coupon: Coupon, use: Use): Promise<string | null> {
  const { maxUses, oncePerBuyer, firstOrderOnly, minTotalCents } = coupon;
  if (minTotalCents !== null && use.subtotalCents !== undefined && use.subtotalCents < minTotalCents)
    return `This coupon holds for orders of ${formatCents(minTotalCents)} or more.`;
  if (maxUses === null && !oncePerBuyer && !firstOrderOnly) return null;

  const [{ uses, own, bought }] = await db.query<[Counts]>(
    `SELECT count(*) FILTER (WHERE coupon_id = $1)::int AS own,
       count(*) FILTER (WHERE NOT ${IS_RESERVED} OR first_order_only)::int AS bought,
       (SELECT count(*)::int FROM (SELECT 1 FROM orders WHERE coupon_id = $1 AND ${COUNTS} LIMIT $5) AS taken) AS uses
     FROM orders LEFT JOIN coupons ON coupons.id = coupon_id WHERE buyer_id = $2 AND ${COUNTS}`,
    // Counts no further than the limit, because the coupon is locked meanwhile.
    [coupon.id, use.buyerId ?? 0, use.replaced ?? [], use.onlyLooking ?? false, maxUses ?? 0],
  );
  if (firstOrderOnly && bought > 0) return 'This coupon is for a first order only.';
  if (oncePerBuyer && own > 0) return 'You have used this coupon already.';
  if (maxUses !== null && uses >= maxUses) return 'This coupon has been used up.';
  return null;
}

/**
 * Which of the buyer's own `unpaid` checkouts must end so that the coupon can be used: the use that one of them has taken is the
 * buyer's for the next order, and for one of them alone.
 * @returns none when it can be used without that, or not even so
 */
export async function checkoutsInTheWay<Order extends Unpaid>(
  db: EntityManager,
  coupon: Coupon,
  use: Required<Pick<Use, 'buyerId' | 'replaced'>>,
  unpaid: readonly Order[],
): Promise<Order[]> {
  const taking = unpaid.filter(({ couponId }) => couponId === coupon.id || (coupon.firstOrderOnly && couponId !== null));
  if (taking.length === 0 || !(await couponRefusal(db, coupon, use))) return [];
  const why = await couponRefusal(db, coupon, { ...use, replaced: [...use.replaced, ...taking.map(({ id }) => id)] });
  return why ? [] : taking;
}

const COUPON_LIMITS = {
  check: { soon: LIMITS.couponChecks, daily: LIMITS.couponChecksOfDay },
  purchase: { soon: LIMITS.couponUses, daily: LIMITS.couponUsesOfDay },
};

/**
 * Limits guesses at codes: 10 a minute for a client and 100 a day for an address (docs/product/coupons.md#a-code-must-be-shown).
 * @throws Refusal 429 with Retry-After
 */
export function couponLimit(
  { source, rateScale }: Pick<ServiceContext, 'source' | 'rateScale'>,
  use: keyof typeof COUPON_LIMITS,
) {
  const perClient = rateLimiter(source, COUPON_LIMITS[use].soon, rateScale);
  const perAddress = rateLimiter(source, COUPON_LIMITS[use].daily, rateScale);
  return async (caller: Caller) => {
    await perClient.use(caller.sessionId ?? caller.address);
    await perAddress.use(caller.address);
  };
}
