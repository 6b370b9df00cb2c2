import { routeAt } from '@shop/contracts/routes';
import { BUG, errorBody, type CheckHeard } from '@shop/http';
import type { RequestHandler } from 'express';

/**
 * Checks each answer that the gateway gives itself (its refusals before a service hears of the call or when none answers, and its own
 * views) against the declaration of the call. An answer that does not fit is a bug, so 500 goes out instead. Answers that come from a
 * service were checked there; the list served from memory is checked in `product-list.ts`, because it goes out ahead of this.
 */
export function holdOwnAnswers(check: CheckHeard): RequestHandler {
  return (req, res, next) => {
    const route = routeAt(req.method, req.path);
    const send = res.json.bind(res);
    if (route)
      res.json = (body) => {
        const faults = check(route, {
          status: res.statusCode,
          body: body as unknown,
          ...(res.statusCode >= 400 && { refused: true }),
        });
        if (faults.length === 0) return send(body);
        return send.call(res.status(BUG.status), errorBody(BUG));
      };
    next();
  };
}
