import type { trackStatsRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { DataSource } from 'typeorm';
import { trackStats } from './track-stats';

export const statsHandlers = (source: DataSource, siteName: string): Handlers<typeof trackStatsRoutes> => ({
  trackStats: () => trackStats(source, siteName),
});
