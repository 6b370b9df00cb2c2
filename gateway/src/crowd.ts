import type { RequestHandler } from 'express';
import { tooMany } from '@shop/kit';
import { addressOf } from './client-address';

/** More than any browser, or an office behind one address, asks at once. */
const AT_ONCE = 64;

/** So many requests of one address are under way at once, and no more: 429. */
export function limitCrowd(scale: number): RequestHandler {
  const most = Math.max(1, Math.round(AT_ONCE * scale));
  const underWay = new Map<string, number>();
  return (req, res, next) => {
    const address = addressOf(req.ip);
    const count = underWay.get(address) ?? 0;
    if (count >= most) throw tooMany(1, 'Too many requests at once. Please slow down.');
    underWay.set(address, count + 1);
    res.once('close', () => {
      const left = underWay.get(address)! - 1;
      if (left > 0) underWay.set(address, left);
      else underWay.delete(address);
    });
    next();
  };
}
