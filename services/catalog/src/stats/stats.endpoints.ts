import type { trackStatsRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { ServiceContext } from '../context';
import { trackStats } from './track-stats';

export const statsHandlers = ({ source, siteName }: ServiceContext): Handlers<typeof trackStatsRoutes> => ({
  trackStats: () => trackStats(source, siteName),
});
