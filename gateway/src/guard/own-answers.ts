import { BUG, errorBody, type CheckHeard } from '@shop/http';
import type { RequestHandler } from 'express';
import { requestIdOf } from '../request-id';
import { callOf } from '../routes';

/**
 * Checks each answer that the gateway makes itself (refusals, and its own views) against the declaration of the call; an answer
 * that does not fit is a bug, so 500 is sent instead. `product-list.ts` checks the list, which is sent before this.
 */
export function holdOwnAnswers(check: CheckHeard): RequestHandler {
  return (req, res, next) => {
    const call = callOf(req);
    const send = res.json.bind(res);
    if (call)
      res.json = (body) => {
        const faults = check(call, {
          status: res.statusCode,
          body: body as unknown,
          ...(res.statusCode >= 400 && { refused: true }),
        });
        if (faults.length === 0) return send(body);
        return send.call(res.status(BUG.status), errorBody(BUG, requestIdOf(res)));
      };
    next();
  };
}
