import { MAY } from '@shop/contracts/constants';
import { DashboardQuery } from '@shop/contracts/forms';
import type { DashboardService } from '@shop/contracts/views';
import { forbidden, hasRole, refusalOf, unauthenticated, unavailable, type Caller } from '@shop/http';
import type { Log } from '@shop/runtime';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { callInternal } from '../upstream/internal-call';
import { callerOf, type Known } from '../upstream/proxy';
import type { Services } from '../upstream/services';
import { composeDashboard } from './compose';
import { PARTS, type Answered } from './parts';

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
  const ask = async <Name extends DashboardService>(name: Name, days: number): Promise<Answered[Name]> => {
    const { path, shape } = PARTS[name];
    try {
      return shape.parse(
        await callInternal(services[name], path(days), privateKey, undefined, { withinMs: answerWithinMs }),
      ) as Answered[Name];
    } catch (error) {
      log.warn({ err: error, service: name }, 'a service did not answer for the dashboard, which names it as unavailable');
      return null;
    }
  };
  return async (req: Known & Parameters<RequestHandler>[0], res) => {
    refuseOthers(callerOf(req));
    const days = daysOf(req.query);
    const [identity, catalog, orders, sellers, notifications] = await Promise.all([
      ask('identity', days),
      ask('catalog', days),
      ask('orders', days),
      ask('sellers', days),
      ask('notifications', days),
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
