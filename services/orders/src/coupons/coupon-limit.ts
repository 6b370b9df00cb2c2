import { rateLimiter, type Caller } from '@shop/http';
import type { ServiceContext } from '../context';

/**
 * Guessing is slow: 10 tries a minute for a client, 100 a day for an address (docs/product/coupons.md#a-code-must-be-shown).
 * @throws Refusal 429 with Retry-After.
 */
export function couponLimit(
  { source, rateScale }: Pick<ServiceContext, 'source' | 'rateScale'>,
  name: 'coupon-check' | 'coupon-use',
) {
  const perClient = rateLimiter(source, { name, points: 10, seconds: 60 }, rateScale);
  const perAddress = rateLimiter(source, { name: `${name}-day`, points: 100, seconds: 24 * 3600 }, rateScale);
  return async (caller: Caller) => {
    await perClient.use(caller.sessionId ?? caller.address);
    await perAddress.use(caller.address);
  };
}
