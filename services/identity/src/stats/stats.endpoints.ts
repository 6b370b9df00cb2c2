import type { accountStatsRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { ServiceContext } from '../context';
import { accountStats } from './account-stats';

export const statsHandlers = ({ source }: ServiceContext): Handlers<typeof accountStatsRoutes> => ({
  accountStats: () => accountStats(source.manager),
});
