import type { openPurchasesRoutes, orderStatsRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { ServiceContext } from '../context';
import { openPurchasesNow } from '../buyers/open-purchases';
import { orderStats } from './order-stats';

/** The questions of the gateway itself. */
export const statsHandlers = ({
  source,
  timeZone,
}: ServiceContext): Handlers<typeof orderStatsRoutes & typeof openPurchasesRoutes> => ({
  tellOpenPurchases: ({ body }) => openPurchasesNow(source, body.userId),
  orderStats: ({ query }) => orderStats(source.manager, query.days, timeZone),
});
