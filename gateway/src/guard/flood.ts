import { addressOf, tooMany } from '@shop/http';
import type { Request, RequestHandler } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** At most this many requests of one address in ten seconds. The real limits are in the services (docs/product/wire.md#limits). */
const GUARD = { points: 600, duration: 10 };

type Allowance = { points: number; duration: number };

/** → counts a call of an address, `points` in `duration` seconds. `rateScale` multiplies the number. @throws Refusal 429 for one more */
export function countCalls(rateScale: number, { points, duration }: Allowance) {
  const limiter = new RateLimiterMemory({ points: Math.max(1, Math.round(points * rateScale)), duration });
  return async ({ ip }: Request): Promise<void> => {
    try {
      await limiter.consume(addressOf(ip));
    } catch (error) {
      if (error instanceof RateLimiterRes) throw tooMany(error.msBeforeNext / 1000, 'Too many requests. Please slow down.');
      throw error;
    }
  };
}

/** Refuses an address that asks more than `points` times in `duration` seconds. `rateScale` multiplies the number. @throws Refusal 429 */
export function floodGuard(rateScale: number, allowance: Allowance = GUARD): RequestHandler {
  const count = countCalls(rateScale, allowance);
  return async (req, _res, next) => {
    await count(req);
    next();
  };
}
