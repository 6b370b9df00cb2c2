import type { storeStatsRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { ServiceContext } from '../context';
import { dateIn } from '../ledger/due-date';
import { storeStats } from './store-stats';

export const statsHandlers = ({ source, timeZone }: ServiceContext): Handlers<typeof storeStatsRoutes> => ({
  storeStats: () => storeStats(source, dateIn(timeZone, new Date())),
});
