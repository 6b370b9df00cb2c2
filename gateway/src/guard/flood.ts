import { addressOf, scaled, tooMany } from '@shop/http';
import type { Request, RequestHandler } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** At most this many requests of one address in ten seconds. The real limits are in the services (docs/product/wire.md#limits). */
const GUARD = { points: 600, seconds: 10 };

type Allowance = { points: number; seconds: number };

/** Counts a call of an address. @throws Refusal 429 above the limit */
export type CountCall = (req: Pick<Request, 'ip'>) => Promise<void>;

/** @returns counts the calls of an address, `points` in `seconds`. `rateScale` multiplies the limit */
export function countCalls(rateScale: number, { points, seconds }: Allowance = GUARD): CountCall {
  const limiter = new RateLimiterMemory({ points: scaled(points, rateScale), duration: seconds });
  return async ({ ip }) => {
    try {
      await limiter.consume(addressOf(ip));
    } catch (error) {
      if (error instanceof RateLimiterRes) throw tooMany(error.msBeforeNext / 1000, 'Too many requests. Please slow down.');
      throw error;
    }
  };
}

/** Refuses an address after `points` requests in `seconds`. `rateScale` multiplies the limit. @throws Refusal 429 */
export const floodGuard = (rateScale: number, allowance?: Allowance): RequestHandler => guardBy(countCalls(rateScale, allowance));

/** Like `floodGuard`, with a count that others share. */
export const guardBy =
  (count: CountCall): RequestHandler =>
  async (req, _res, next) => {
    await count(req);
    next();
  };
