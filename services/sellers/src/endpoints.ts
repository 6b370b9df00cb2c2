import { sellerRoutes } from '@shop/contracts/routes';
import { implement, type Endpoint } from '@shop/http';
import type { ServiceContext } from './context';
import { closingHandlers } from './closing/closing.endpoints';
import { documentHandlers } from './documents/documents.endpoints';
import { ledgerHandlers } from './ledger/ledger.endpoints';
import { statementHandlers } from './statements/statements.endpoints';
import { partsOf } from './payouts/batch';
import { payoutBatchHandlers } from './payouts/payouts.endpoints';
import { statsHandlers } from './stats/stats.endpoints';
import { adminStoreHandlers } from './stores/admin-stores.endpoints';
import { storeHandlers } from './stores/stores.endpoints';
import { submissionHandlers } from './submissions/submissions.endpoints';
import { trackHandlers } from './tracks/tracks.endpoints';

export const endpointsOf = (context: ServiceContext): Endpoint[] =>
  implement(sellerRoutes, {
    ...storeHandlers(context),
    ...documentHandlers(context),
    ...trackHandlers(context),
    ...adminStoreHandlers(context),
    ...closingHandlers(context),
    ...submissionHandlers(context),
    ...ledgerHandlers(context),
    ...statementHandlers(context),
    ...payoutBatchHandlers(context.source, partsOf(context)),
    ...statsHandlers(context),
  });
