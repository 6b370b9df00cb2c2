import type { orderStatsRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { Shop } from '../shop';
import { orderStats } from './order-stats';

export const statsHandlers = ({ source, settings }: Shop): Handlers<typeof orderStatsRoutes> => ({
  orderStats: ({ query }) => orderStats(source.manager, query.days, settings.timeZone),
});
