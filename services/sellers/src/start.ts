import { ALL_EVENTS } from '@shop/contracts/events';
import {
  createBotCheck,
  openDatabase,
  runService,
  sealAll,
  type Broker,
  type Log,
  type ObjectStorage,
  type RunningService,
} from '@shop/kit';
import type { Config } from './config';
import { schema } from './database';
import { ledgerEndpoints } from './ledger/ledger.endpoints';
import { ledgerJournal } from './ledger/sealed-journal';
import { tellOfUnsold } from './product-copies/unsold-tracks';
import { statsEndpoints } from './stats/stats.endpoints';
import { adminStoreEndpoints } from './stores/admin-stores.endpoints';
import { storeEndpoints } from './stores/stores.endpoints';
import { removeStrayDocuments } from './stores/stray-documents';
import { remindOfOverdue } from './submissions/remind-of-overdue';
import { submissionEndpoints } from './submissions/submissions.endpoints';
import { subscriptionsOf } from './subscriptions';

const SEAL_EVERY_MS = 1000;
const REMIND_EVERY_MS = 60_000;
const REMOVE_EVERY_MS = 10_000;
const UNSOLD_EVERY_MS = 600_000;

export type SellersDeps = { broker: Broker; storage: ObjectStorage; log: Log };

/** Stores, what their owners see of their tracks, and the ledger of what these earn. Broker and storage belong to the caller. */
export async function start(config: Config, { broker, storage, log }: SellersDeps): Promise<RunningService> {
  const source = await openDatabase({
    ...schema,
    url: config.DATABASE_URL,
    migrationUrl: config.MIGRATION_DATABASE_URL,
    poolSize: config.DATABASE_POOL,
    log,
  });
  const botCheck = createBotCheck({
    secret: config.RECAPTCHA_SECRET,
    verifyUrl: config.RECAPTCHA_VERIFY_URL,
    hostname: new URL(config.PUBLIC_URL).hostname,
    log,
  });
  const stores = { source, storage, cardKey: config.CARD_KEY, rateScale: config.RATE_LIMIT_SCALE };
  return runService({
    name: 'sellers',
    config,
    source,
    broker,
    log,
    endpoints: [
      ...storeEndpoints(stores),
      ...adminStoreEndpoints(stores),
      ...submissionEndpoints({ source, botCheck, rateScale: config.RATE_LIMIT_SCALE }),
      ...ledgerEndpoints(source, config.SITE_TIME_ZONE),
      ...statsEndpoints(source, config.SITE_TIME_ZONE),
    ],
    subscriptions: subscriptionsOf(config.SITE_TIME_ZONE),
    events: ALL_EVENTS,
    tasks: [
      { name: 'seal-ledger', everyMs: SEAL_EVERY_MS, run: () => sealAll(source, ledgerJournal) },
      { name: 'remind-of-overdue', everyMs: REMIND_EVERY_MS, run: () => remindOfOverdue(source) },
      { name: 'remove-stray-documents', everyMs: REMOVE_EVERY_MS, run: () => removeStrayDocuments(source, storage) },
      { name: 'tell-of-unsold', everyMs: UNSOLD_EVERY_MS, run: () => tellOfUnsold(source) },
    ],
  });
}
