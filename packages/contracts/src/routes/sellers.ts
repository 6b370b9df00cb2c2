import { ledgerRoutes } from './sellers/ledger';
import { payoutBatchRoutes } from './sellers/payout-batches';
import { adminStoreRoutes, openEarningsRoutes, storeClosingRoutes, storeStatsRoutes } from './sellers/store-administration';
import { statementRoutes } from './sellers/statements';
import { documentRoutes, storeRoutes, storeTrackRoutes } from './sellers/stores';
import { submissionRoutes } from './sellers/submissions';

export * from './sellers/ledger';
export * from './sellers/payout-batches';
export * from './sellers/store-administration';
export * from './sellers/statements';
export * from './sellers/stores';
export * from './sellers/submissions';

export const sellerRoutes = {
  ...storeRoutes,
  ...documentRoutes,
  ...storeTrackRoutes,
  ...adminStoreRoutes,
  ...storeClosingRoutes,
  ...submissionRoutes,
  ...ledgerRoutes,
  ...statementRoutes,
  ...payoutBatchRoutes,
  ...storeStatsRoutes,
  ...openEarningsRoutes,
};
