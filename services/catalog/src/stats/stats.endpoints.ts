import type { trackStatsRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { DataSource } from 'typeorm';
import { trackStats } from './track-stats';

type StatsParts = { source: DataSource; siteName: string };

export const statsHandlers = ({ source, siteName }: StatsParts): Handlers<typeof trackStatsRoutes> => ({
  trackStats: () => trackStats(source, siteName),
});
