import type { Endpoint, Log, ObjectStorage, Task } from '@shop/kit';
import type { DataSource } from 'typeorm';
import type { CatalogConfig } from './config';
import { demoRoutes } from './demos/demos.routes';
import { mediaRoutes } from './media/media.routes';
import { createReceiver, removeLeftovers } from './media/receive-upload';
import type { Transcoder } from './media/transcoder';
import { createUploadProgress } from './media/upload-progress';
import { forgetOldPlays } from './plays/count-play';
import { bumpList } from './products/list-version';
import { createPublicList } from './products/public-list';
import { productRoutes } from './products/products.routes';
import { statsRoutes } from './stats/stats.routes';
import { storeRoutes } from './stores/stores.routes';

export type AppParts = {
  config: Pick<CatalogConfig, 'SITE_NAME' | 'UPLOAD_DIR' | 'RATE_LIMIT_SCALE'>;
  source: DataSource;
  storage: ObjectStorage;
  transcoder: Transcoder;
  log: Log;
};

const PLAYS_SHOWN_EVERY_MS = 20_000;

/** Everything the catalog answers and does by itself. */
export function buildApp({ config, source, storage, transcoder, log }: AppParts): { endpoints: Endpoint[]; tasks: Task[] } {
  const uploads = createUploadProgress();
  const receive = createReceiver(config.UPLOAD_DIR, uploads);
  const media = { storage, transcoder };
  const list = createPublicList(source, config.SITE_NAME, log);
  let plays = 0;

  /** Not with every play: each new version of the list is built and sent to everybody. */
  const showPlays = async () => {
    if (plays === 0) return;
    plays = 0;
    await bumpList(source.manager);
  };

  return {
    endpoints: [
      ...productRoutes({
        source,
        siteName: config.SITE_NAME,
        rateLimitScale: config.RATE_LIMIT_SCALE,
        list,
        receive,
        media,
        played: () => (plays += 1),
      }),
      ...demoRoutes({ source, receive, media }),
      ...storeRoutes(source),
      ...statsRoutes(source, config.SITE_NAME),
      ...mediaRoutes(storage, uploads),
    ],
    tasks: [
      { name: 'show-plays', everyMs: PLAYS_SHOWN_EVERY_MS, run: showPlays },
      { name: 'forget-old-plays', everyMs: 3_600_000, run: () => forgetOldPlays(source) },
      { name: 'remove-leftover-uploads', everyMs: 3_600_000, run: () => removeLeftovers(config.UPLOAD_DIR) },
    ],
  };
}
