import type { ServerResponse } from 'node:http';
import { addressOf, scalePoints, tooMany } from '@shop/http';
import type { Request, RequestHandler } from 'express';

/** Requests under way at once; more than any browser, or an office behind one address, needs. */
const AT_ONCE = 64;

type Client = Pick<Request, 'ip'>;

export type Crowd = {
  /** Lets a request in that is answered at once. @throws Refusal 429 when its address has too many under way */
  check: (client: Client) => void;
  /** Counts a request of an address until it is answered. @throws Refusal 429 above the limit */
  join: (client: Client, res: ServerResponse) => void;
};

/** @returns counts the simultaneous requests of one address. `rateScale` multiplies the limit */
export function countCrowd(rateScale: number): Crowd {
  const most = scalePoints(AT_ONCE, rateScale);
  const underWay = new Map<string, { count: number }>();

  const check = ({ ip }: Client) => {
    if ((underWay.get(addressOf(ip))?.count ?? 0) >= most) throw tooMany(1, 'Too many requests at once. Please slow down.');
  };

  const join = (client: Client, res: ServerResponse) => {
    // Nobody waits for the answer any more, and no event would give the place back.
    if (res.closed) return;
    check(client);
    const address = addressOf(client.ip);
    const place = underWay.get(address) ?? { count: 0 };
    place.count += 1;
    underWay.set(address, place);
    res.on('close', () => {
      place.count -= 1;
      if (place.count === 0) underWay.delete(address);
    });
  };

  return { check, join };
}

/** Limits the simultaneous requests of one address; the next one is refused with 429. */
export const limitCrowd =
  ({ join }: Crowd): RequestHandler =>
  (req, res, next) => {
    join(req, res);
    next();
  };
