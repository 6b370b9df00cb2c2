import type { ServerResponse } from 'node:http';
import { addressOf, scalePoints, tooMany } from '@shop/http';
import type { Request, RequestHandler } from 'express';

/** Requests under way at once; more than any browser, or an office behind one address, needs. */
const AT_ONCE = 64;

/** Counts a request of an address until it is answered. @throws Refusal 429 above the limit */
export type JoinCrowd = (req: Pick<Request, 'ip'>, res: ServerResponse) => void;

/** @returns counts the simultaneous requests of one address. `rateScale` multiplies the limit */
export function countCrowd(rateScale: number): JoinCrowd {
  const most = scalePoints(AT_ONCE, rateScale);
  const underWay = new Map<string, number>();
  return ({ ip }, res) => {
    // Nobody waits for the answer any more, and no event would give the place back.
    if (res.closed) return;
    const address = addressOf(ip);
    const count = underWay.get(address) ?? 0;
    if (count >= most) throw tooMany(1, 'Too many requests at once. Please slow down.');
    underWay.set(address, count + 1);
    res.on('close', () => {
      const remainingCount = (underWay.get(address) ?? 1) - 1;
      if (remainingCount > 0) underWay.set(address, remainingCount);
      else underWay.delete(address);
    });
  };
}

/** Limits the simultaneous requests of one address; the next one is refused with 429. */
export const limitCrowd =
  (join: JoinCrowd): RequestHandler =>
  (req, res, next) => {
    join(req, res);
    next();
  };
