import type { openEarningsRoutes, storeStatsRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { ServiceContext } from '../context';
import { openEarningsNow } from '../closing/open-earnings';
import { dateIn } from '../ledger/due-date';
import { storeStats } from './store-stats';

/** The questions of the gateway itself. */
export const statsHandlers = ({
  source,
  timeZone,
}: ServiceContext): Handlers<typeof storeStatsRoutes & typeof openEarningsRoutes> => ({
  tellOpenEarnings: ({ body }) => openEarningsNow(source, body.userId),
  storeStats: () => storeStats(source, dateIn(timeZone, new Date())),
});
