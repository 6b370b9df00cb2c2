import { ledgerRoutes } from './ledger';
import { adminStoreRoutes, storeClosingRoutes, storeStatsRoutes } from './store-administration';
import { documentRoutes, storeRoutes, storeTrackRoutes } from './stores';
import { submissionRoutes } from './submissions';

/** Every call of sellers. */
export const sellerRoutes = {
  ...storeRoutes,
  ...documentRoutes,
  ...storeTrackRoutes,
  ...adminStoreRoutes,
  ...storeClosingRoutes,
  ...submissionRoutes,
  ...ledgerRoutes,
  ...storeStatsRoutes,
};
