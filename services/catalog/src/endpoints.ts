import { catalogRoutes } from '@shop/contracts/routes';
import { implement, type Endpoint } from '@shop/http';
import type { Log } from '@shop/runtime';
import type { ObjectStorage } from '@shop/storage';
import type { DataSource } from 'typeorm';
import { demoHandlers } from './demos/demos.endpoints';
import { mediaHandlers } from './media/media.endpoints';
import { createReceiver } from './media/receive-upload';
import type { Transcoder } from './media/transcoder';
import { createUploadProgress } from './media/upload-progress';
import { productHandlers } from './products/products.endpoints';
import { createPublicList } from './products/public-list';
import type { ShownPlays } from './products/shown-plays';
import { statsHandlers } from './stats/stats.endpoints';
import { storeHandlers } from './stores/stores.endpoints';

export type EndpointParts = {
  source: DataSource;
  storage: ObjectStorage;
  transcoder: Transcoder;
  plays: ShownPlays;
  log: Log;
  siteName: string;
  /** Where files lie while they are received. */
  uploadDir: string;
  rateScale: number;
};

/** Every call of the catalog. */
export function endpointsOf({ source, storage, transcoder, plays, log, ...site }: EndpointParts): Endpoint[] {
  const { siteName, uploadDir, rateScale } = site;
  const uploads = createUploadProgress();
  const receive = createReceiver(uploadDir, uploads);
  const media = { storage, transcoder };
  const list = createPublicList(source, siteName, log);
  return implement(catalogRoutes, {
    ...productHandlers({ source, siteName, rateScale, list, receive, media, played: plays.played }),
    ...demoHandlers({ source, receive, media }),
    ...storeHandlers(source),
    ...statsHandlers(source, siteName),
    ...mediaHandlers(storage, uploads),
  });
}
