import type { accountStatsRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { DataSource } from 'typeorm';
import { accountStats } from './account-stats';

export const statsHandlers = ({ source }: { source: DataSource }): Handlers<typeof accountStatsRoutes> => ({
  accountStats: () => accountStats(source.manager),
});
