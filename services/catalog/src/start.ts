import { openServiceDatabase, operation, type RunningService, type ServiceDeps } from '@shop/runtime';
import { runShopService } from '@shop/shared';
import { createObjectLinks, type ObjectStorage } from '@shop/storage';
import { z } from 'zod';
import type { Config } from './config';
import { schema } from './database';
import { endpointsOf } from './endpoints';
import { factsOf } from './operator/facts';
import { emitAgain } from './operator/say-again';
import { createMediaReceiver, removeLeftovers } from './media/receive-upload';
import { createFingerprintFill } from './known-recordings/fill-fingerprints';
import { createTranscoder } from './media/transcoder';
import { createUploadProgress } from './media/upload-progress';
import { forgetOldPlays } from './plays/count-play';
import { createChecker } from './packages/checker';
import { forgetFilesOfOldSales } from './packages/bought-packages';
import { forgetLapsed, tellOfLapsing } from './packages/change-package';
import { forgetRevokedLinks } from './packages/delivery/deliver-package';
import { removeLeftoverObjects, strayUploadsRemover } from './packages/leftover-objects';
import { createUploadLocks } from './packages/uploads/upload-locks';
import { createPublicList } from './public-list/public-list';
import { forgetOldChanges } from './products/list-version';
import { createShownPlays } from './public-list/shown-plays';
import { createTrackSearch } from './search/create-track-search';
import { createProductSearch } from './search/product-search';
import { subscriptions } from './subscriptions';

const PLAYS_SHOWN_EVERY_MS = 20_000;
/** How soon a fill that failed goes on. */
const FILL_EVERY_MS = 1000;
const FORGET_EVERY_MS = 3_600_000;
/** The check begins at once; this finds what another process has left. */
const CHECK_EVERY_MS = 5000;
const LAPSED_EVERY_MS = 60_000;
const FILL_FINGERPRINTS_EVERY_MS = 60_000;

type Deps = ServiceDeps & { storage: ObjectStorage };

/** Starts the catalog. Broker and storage belong to the caller. */
export async function start(config: Config, { broker, storage, log, checkAnswer }: Deps): Promise<RunningService> {
  const objectLinks = createObjectLinks(config);
  const source = await openServiceDatabase(config, schema, log);
  await removeLeftovers(config.UPLOAD_DIR);
  const transcoder = createTranscoder(log);
  const plays = createShownPlays(source);
  const uploads = createUploadProgress();
  const uploadLocks = createUploadLocks(config.DATABASE_URL, log);
  const checker = createChecker({ source, storage, folder: config.UPLOAD_DIR, log });
  const fingerprints = createFingerprintFill({ source, storage, log });
  const checkSoon = () =>
    void checker.run().catch((error: unknown) => log.warn({ err: error }, 'the check of packages broke off'));
  const search = createProductSearch(createTrackSearch(config), source, config.SITE_NAME, log);
  void search.catchUp().catch((error: unknown) => log.warn({ err: error }, 'the search could not be filled yet'));
  const service = await runShopService({
    name: 'catalog',
    config,
    source,
    broker,
    log,
    checkAnswer,
    endpoints: endpointsOf({
      source,
      storage,
      objectLinks,
      transcoder,
      list: createPublicList(source, config.SITE_NAME, log),
      search,
      plays,
      uploads,
      receive: createMediaReceiver(config.UPLOAD_DIR, uploads),
      uploadLocks,
      packageQuotaBytes: config.PACKAGE_QUOTA_BYTES,
      deliveryKeys: config.DELIVERY_KEY,
      checkSoon,
      siteName: config.SITE_NAME,
      rateScale: config.RATE_LIMIT_SCALE,
    }),
    subscriptions,
    isLoaded: search.isFull,
    facts: factsOf(storage, search),
    operations: [
      operation('say-again', z.object({}), () => emitAgain(source, config.SITE_NAME)),
      operation('rebuild-search', z.object({}), search.rebuild),
    ],
    tasks: [
      { name: 'fill-search', everyMs: FILL_EVERY_MS, run: async () => search.isFull() || search.catchUp() },
      { name: 'show-plays', everyMs: PLAYS_SHOWN_EVERY_MS, run: plays.show },
      { name: 'forget-old-changes', everyMs: FORGET_EVERY_MS, run: () => forgetOldChanges(source) },
      { name: 'forget-old-plays', everyMs: FORGET_EVERY_MS, run: () => forgetOldPlays(source) },
      { name: 'forget-revoked-links', everyMs: FORGET_EVERY_MS, run: () => forgetRevokedLinks(source.manager) },
      { name: 'remove-leftover-uploads', everyMs: FORGET_EVERY_MS, run: () => removeLeftovers(config.UPLOAD_DIR) },
      { name: 'check-packages', everyMs: CHECK_EVERY_MS, run: checker.run },
      { name: 'fill-fingerprints', everyMs: FILL_FINGERPRINTS_EVERY_MS, run: fingerprints.run },
      { name: 'forget-lapsed-packages', everyMs: LAPSED_EVERY_MS, run: () => forgetLapsed(source.manager) },
      { name: 'forget-files-of-old-sales', everyMs: FORGET_EVERY_MS, run: () => forgetFilesOfOldSales(source.manager) },
      { name: 'tell-of-lapsing-packages', everyMs: LAPSED_EVERY_MS, run: () => tellOfLapsing(source) },
      { name: 'remove-objects-of-packages', everyMs: LAPSED_EVERY_MS, run: () => removeLeftoverObjects({ source, storage }) },
      { name: 'remove-stray-uploads', everyMs: FORGET_EVERY_MS, run: strayUploadsRemover({ source, storage }) },
      { name: 'remove-abandoned-objects', everyMs: FORGET_EVERY_MS, run: storage.removeAbandoned },
    ],
  });
  return {
    ...service,
    async stop() {
      await plays.finish().catch((error: unknown) => log.warn({ err: error }, 'the last plays could not be shown'));
      await checker.close();
      await fingerprints.close();
      await service.stop();
      await uploadLocks.close();
      await transcoder.close();
      await search.close();
    },
  };
}
