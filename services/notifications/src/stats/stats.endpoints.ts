import type { notificationStatsRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { DataSource } from 'typeorm';
import { subscriberStats } from './subscriber-stats';

export const statsHandlers = ({ source }: { source: DataSource }): Handlers<typeof notificationStatsRoutes> => ({
  subscriberStats: () => subscriberStats(source),
});
