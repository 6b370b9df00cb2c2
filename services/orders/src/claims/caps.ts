import { tooMany } from '@shop/http';
import type { EntityManager } from 'typeorm';

const CLAIMS_AT_ONCE = 20;
const ORDERS_PER_HOUR = 20;

type Counts = { claims: number; orders: number; retry: number };

/**
 * How much one buyer may hold (docs/product/checkout.md#limits-on-holds): 20 tracks, 20 orders per hour; `rateScale` multiplies.
 * The caller has locked the buyer, so that two requests at once cannot both be the last one allowed.
 * @throws Refusal 429 with Retry-After.
 */
export async function refuseOverCaps(db: EntityManager, buyerId: number, productIds: readonly number[], rateScale: number) {
  const [counts] = await db.query<[Counts]>(
    `SELECT (SELECT count(*)::int FROM sale_claims WHERE buyer_id = $1 AND product_id <> ALL($2)
              AND (state = 'capturing' OR (state = 'reserved' AND expires_at >= now()))) AS claims,
            (SELECT count(*)::int FROM orders WHERE buyer_id = $1 AND created_at > now() - interval '1 hour') AS orders,
            (SELECT coalesce(ceil(extract(epoch FROM min(created_at) + interval '1 hour' - now())), 60)::int FROM orders
              WHERE buyer_id = $1 AND created_at > now() - interval '1 hour') AS retry`,
    [buyerId, productIds],
  );
  const allowed = (points: number) => Math.max(1, Math.round(points * rateScale));
  if (counts.orders >= allowed(ORDERS_PER_HOUR))
    throw tooMany(counts.retry, 'You have started many orders within an hour. Please try again later.');
  if (counts.claims + productIds.length > allowed(CLAIMS_AT_ONCE))
    throw tooMany(
      15 * 60,
      `You can reserve at most ${allowed(CLAIMS_AT_ONCE)} tracks at once. Please pay for some of them first.`,
    );
}
