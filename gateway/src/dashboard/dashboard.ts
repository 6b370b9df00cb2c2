import { ROUTES, type dashboardRoutes } from '@shop/contracts/routes';
import type { DashboardService } from '@shop/contracts/views';
import { reply, type Handlers } from '@shop/http';
import type { Log } from '@shop/runtime';
import { callInternal, type InternalRoute, type Question } from '../upstream/internal-call';
import type { Services } from '../upstream/services';
import { composeDashboard } from './compose';

/** Longer than any service needs with a full database, shorter than a person's patience. */
const ANSWER_WITHIN_MS = 2000;

type DashboardParts = { services: Services; privateKey: string; log: Log };

/**
 * Asks all services at once, each for at most 2 s, and combines their answers. `unavailable` names a service that is away, is slow
 * or gives an unreadable answer. Like every admin call, this one needs identity, which knows the session's owner.
 */
export function dashboardHandlers({ services, privateKey, log }: DashboardParts): Handlers<typeof dashboardRoutes> {
  const ask = async <R extends InternalRoute>(name: DashboardService, route: R, question: Question<R> = {}) => {
    try {
      return await callInternal(services[name], route, privateKey, question, { withinMs: ANSWER_WITHIN_MS });
    } catch (error) {
      log.warn({ err: error, service: name }, 'a service did not answer for the dashboard, which names it as unavailable');
      return null;
    }
  };
  return {
    async readDashboard({ query: { days } }) {
      const [identity, catalog, orders, sellers, notifications] = await Promise.all([
        ask('identity', ROUTES.identity.accountStats),
        ask('catalog', ROUTES.catalog.trackStats),
        ask('orders', ROUTES.orders.orderStats, { query: { days } }),
        ask('sellers', ROUTES.sellers.storeStats),
        ask('notifications', ROUTES.notifications.subscriberStats),
      ]);
      const dashboard = composeDashboard({ identity, catalog, orders, sellers, notifications });
      return reply(200, dashboard, { 'cache-control': 'no-store' });
    },
  };
}
