import type { ObjectStorage } from '@shop/storage';
import type { DataSource } from 'typeorm';
import type { Receiver } from './media/receive-upload';
import type { Transcoder } from './media/transcoder';
import type { UploadProgress } from './media/upload-progress';
import type { PublicList } from './public-list/public-list';
import type { ProductSearch } from './search/product-search';
import type { ShownPlays } from './public-list/shown-plays';

export type ServiceContext = {
  source: DataSource;
  storage: ObjectStorage;
  transcoder: Transcoder;
  list: PublicList;
  search: ProductSearch;
  plays: ShownPlays;
  uploads: UploadProgress;
  receive: Receiver;
  /** The store name of tracks that belong to no seller. */
  siteName: string;
  /** Multiplies the limits on how often something may be done; see RATE_LIMIT_SCALE in docs/configuration.md. */
  rateScale: number;
};
