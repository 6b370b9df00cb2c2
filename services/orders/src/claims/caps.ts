import { tooMany } from '@shop/http';
import type { Standing } from './standing';

const CLAIMS_AT_ONCE = 20;
const ORDERS_PER_HOUR = 20;

/**
 * How much one buyer may hold (docs/product/checkout.md#limits-on-holds): 20 tracks, 20 orders per hour; `rateScale` multiplies.
 * @throws Refusal 429 with Retry-After.
 */
export function refuseOverCaps({ claims, orders, ordersRetry }: Standing, more: number, rateScale: number) {
  const allowed = (points: number) => Math.max(1, Math.round(points * rateScale));
  if (orders >= allowed(ORDERS_PER_HOUR))
    throw tooMany(ordersRetry, 'You have started many orders within an hour. Please try again later.');
  if (claims + more > allowed(CLAIMS_AT_ONCE))
    throw tooMany(
      15 * 60,
      `You can reserve at most ${allowed(CLAIMS_AT_ONCE)} tracks at once. Please pay for some of them first.`,
    );
}
