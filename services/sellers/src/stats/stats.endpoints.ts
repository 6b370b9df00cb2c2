import type { openEarningsRoutes, storeStatsRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { DataSource } from 'typeorm';
import { openEarningsNow } from '../closing/open-earnings';
import { dateIn } from '../ledger/due-date';
import { storeStats } from './store-stats';

type StatsParts = { source: DataSource; timeZone: string };

/** The questions of the gateway itself. */
export const statsHandlers = ({
  source,
  timeZone,
}: StatsParts): Handlers<typeof storeStatsRoutes & typeof openEarningsRoutes> => ({
  tellOpenEarnings: ({ body }) => openEarningsNow(source, body.userId),
  storeStats: () => storeStats(source, dateIn(timeZone, new Date())),
});
