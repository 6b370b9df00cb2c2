import { LIMITS } from '@shop/contracts/routes';
import { rateLimiter, type Caller } from '@shop/http';
import type { ServiceContext } from '../context';

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
