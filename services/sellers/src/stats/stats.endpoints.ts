import type { storeStatsRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { DataSource } from 'typeorm';
import { dateIn } from '../ledger/due-date';
import { storeStats } from './store-stats';

export type StatsParts = { source: DataSource; timeZone: string };

export const statsHandlers = ({ source, timeZone }: StatsParts): Handlers<typeof storeStatsRoutes> => ({
  storeStats: () => storeStats(source, dateIn(timeZone, new Date())),
});
