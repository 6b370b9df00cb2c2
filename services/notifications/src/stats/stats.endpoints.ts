import type { notificationStatsRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { ServiceContext } from '../context';
import { subscriberStats } from './subscriber-stats';

export const statsHandlers = ({ source }: ServiceContext): Handlers<typeof notificationStatsRoutes> => ({
  subscriberStats: () => subscriberStats(source),
});
