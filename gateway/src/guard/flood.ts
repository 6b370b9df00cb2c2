import { addressOf, tooMany } from '@shop/http';
import type { RequestHandler } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** At most this many requests of one address in ten seconds. The real limits are in the services (docs/product/wire.md#limits). */
const GUARD = { points: 600, duration: 10 };

/** Refuses an address that asks more than `points` times in `duration` seconds. `rateScale` multiplies the number. @throws Refusal 429 */
export function floodGuard(rateScale: number, { points, duration } = GUARD): RequestHandler {
  const limiter = new RateLimiterMemory({ points: Math.max(1, Math.round(points * rateScale)), duration });
  return async (req, _res, next) => {
    try {
      await limiter.consume(addressOf(req.ip));
    } catch (error) {
      if (error instanceof RateLimiterRes) throw tooMany(error.msBeforeNext / 1000, 'Too many requests. Please slow down.');
      throw error;
    }
    next();
  };
}
