import { sellerRoutes } from '@shop/contracts/routes';
import { implement, type Endpoint } from '@shop/http';
import type { BotCheck } from '@shop/shared';
import type { ObjectStorage } from '@shop/storage';
import type { DataSource } from 'typeorm';
import { closingHandlers } from './closing/closing.endpoints';
import { documentHandlers } from './documents/documents.endpoints';
import { ledgerHandlers } from './ledger/ledger.endpoints';
import { statsHandlers } from './stats/stats.endpoints';
import { adminStoreHandlers } from './stores/admin-stores.endpoints';
import { storeHandlers } from './stores/stores.endpoints';
import { submissionHandlers } from './submissions/submissions.endpoints';
import { trackHandlers } from './tracks/tracks.endpoints';

export type EndpointParts = {
  source: DataSource;
  storage: ObjectStorage;
  botCheck: BotCheck;
  /** Encrypts the card numbers that sellers are paid to. */
  cardKey: Buffer;
  /** The shop's: days by which something is promised are counted in it. */
  timeZone: string;
  rateScale: number;
  /** What the ledger takes for now; the time of day unless a test says otherwise. */
  clock?: () => Date;
};

/** Every call of sellers. */
export const endpointsOf = (parts: EndpointParts): Endpoint[] =>
  implement(sellerRoutes, {
    ...storeHandlers(parts),
    ...documentHandlers(parts),
    ...trackHandlers(parts),
    ...adminStoreHandlers(parts),
    ...closingHandlers(parts),
    ...submissionHandlers(parts),
    ...ledgerHandlers(parts),
    ...statsHandlers(parts),
  });
