import type { orderStatsRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { ServiceContext } from '../context';
import { orderStats } from './order-stats';

export const statsHandlers = ({ source, timeZone }: ServiceContext): Handlers<typeof orderStatsRoutes> => ({
  orderStats: ({ query }) => orderStats(source.manager, query.days, timeZone),
});
