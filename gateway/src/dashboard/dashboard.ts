import { MAY } from '@shop/contracts/constants';
import { DashboardQuery } from '@shop/contracts/forms';
import { ROUTES } from '@shop/contracts/routes';
import type { DashboardService } from '@shop/contracts/views';
import { forbidden, hasRole, refusalOf, unauthenticated, unavailable, type Caller } from '@shop/http';
import type { Log } from '@shop/runtime';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { callInternal, type InternalRoute, type Question } from '../upstream/internal-call';
import { callerOf, type Known } from '../upstream/proxy';
import type { Services } from '../upstream/services';
import { composeDashboard } from './compose';

/** Longer than any service needs with a full database, shorter than a person's patience. */
const ANSWER_WITHIN_MS = 2000;

export type DashboardParts = { services: Services; privateKey: string; log: Log; answerWithinMs?: number };

/**
 * GET /api/admin/dashboard: asks all services at once, each for at most 2 s, and combines their answers. A service that is away, is slow
 * or gives an unreadable answer is named in `unavailable`. Like every admin call, this one needs identity, which knows whose session it
 * is.
 * @throws Refusal 400, 401, 403; 503 when identity does not answer
 */
export function answerDashboard({
  services,
  privateKey,
  log,
  answerWithinMs = ANSWER_WITHIN_MS,
}: DashboardParts): RequestHandler {
  const ask = async <R extends InternalRoute>(name: DashboardService, route: R, question: Question<R> = {}) => {
    try {
      return await callInternal(services[name], route, privateKey, question, { withinMs: answerWithinMs });
    } catch (error) {
      log.warn({ err: error, service: name }, 'a service did not answer for the dashboard, which names it as unavailable');
      return null;
    }
  };
  return async (req: Known & Parameters<RequestHandler>[0], res) => {
    refuseOthers(callerOf(req));
    const days = daysOf(req.query);
    const [identity, catalog, orders, sellers, notifications] = await Promise.all([
      ask('identity', ROUTES.identity.accountStats),
      ask('catalog', ROUTES.catalog.trackStats),
      ask('orders', ROUTES.orders.orderStats, { query: { days } }),
      ask('sellers', ROUTES.sellers.storeStats),
      ask('notifications', ROUTES.notifications.subscriberStats),
    ]);
    res.set('cache-control', 'no-store').json(composeDashboard({ identity, catalog, orders, sellers, notifications }));
  };
}

function refuseOthers(caller: Caller) {
  const { unsure, userId } = caller;
  if (unsure) throw unavailable('We cannot check your login right now. Please try again in a moment.');
  if (userId === null) throw unauthenticated();
  if (!hasRole(caller, MAY.seeTheWhole)) throw forbidden();
}

function daysOf(query: unknown): number {
  try {
    return DashboardQuery.parse(query).days;
  } catch (error) {
    throw error instanceof z.ZodError ? refusalOf(error) : error;
  }
}
