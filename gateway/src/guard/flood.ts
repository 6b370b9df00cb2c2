import { addressOf, scalePoints, tooMany } from '@shop/http';
import type { Request, RequestHandler } from 'express';

/** At most this many requests of one address in ten seconds. The real limits are in the services (docs/product/wire.md#limits). */
const GUARD = { points: 600, seconds: 10 };

type Allowance = { points: number; seconds: number };
type Period = { used: number; endsAt: number };

/**
 * Counts uses in this process, `points` in `seconds` for each key. It needs no promise, unlike the limiters of a database: the
 * gateway counts every request.
 * @returns counts one use, and says how many milliseconds are left until the next one is allowed: 0 within the allowance
 */
export function countUses({ points, seconds }: Allowance): (key: string) => number {
  /** In the order of their ends, because all last equally long. */
  const periods = new Map<string, Period>();

  const begin = (key: string, now: number): Period => {
    for (const [endedKey, { endsAt }] of periods) {
      if (endsAt > now) break;
      periods.delete(endedKey);
    }
    const period = { used: 0, endsAt: now + seconds * 1000 };
    periods.set(key, period);
    return period;
  };

  return (key) => {
    const now = performance.now();
    const lastPeriod = periods.get(key);
    const period = lastPeriod && now < lastPeriod.endsAt ? lastPeriod : begin(key, now);
    period.used += 1;
    return period.used > points ? period.endsAt - now : 0;
  };
}

/** Counts a call of an address. @throws Refusal 429 above the limit */
export type CountCall = (req: Pick<Request, 'ip'>) => void;

/** @returns counts the calls of an address, `points` in `seconds`. `rateScale` multiplies the limit */
export function countCalls(rateScale: number, { points, seconds }: Allowance = GUARD): CountCall {
  const use = countUses({ points: scalePoints(points, rateScale), seconds });
  return ({ ip }) => {
    const waitMs = use(addressOf(ip));
    if (waitMs > 0) throw tooMany(waitMs / 1000, 'Too many requests. Please slow down.');
  };
}

/** Refuses an address after `points` requests in `seconds`. `rateScale` multiplies the limit. @throws Refusal 429 */
export const floodGuard = (rateScale: number, allowance?: Allowance): RequestHandler => guardBy(countCalls(rateScale, allowance));

/** Like `floodGuard`, with a count that others share. */
export const guardBy =
  (count: CountCall): RequestHandler =>
  (req, _res, next) => {
    count(req);
    next();
  };
