import type { KeyRing } from '@shop/shared';
import type { ObjectLinks, ObjectStorage } from '@shop/storage';
import type { DataSource } from 'typeorm';
import type { Receiver } from './media/receive-upload';
import type { Transcoder } from './media/transcoder';
import type { UploadProgress } from './media/upload-progress';
import type { UploadLocks } from './packages/uploads/upload-locks';
import type { PublicList } from './public-list/public-list';
import type { ProductSearch } from './search/product-search';
import type { ShownPlays } from './public-list/shown-plays';

export type ServiceContext = {
  source: DataSource;
  storage: ObjectStorage;
  /** Links to the object store, where browsers reach it. */
  objectLinks: ObjectLinks | null;
  transcoder: Transcoder;
  list: PublicList;
  search: ProductSearch;
  plays: ShownPlays;
  uploads: UploadProgress;
  receive: Receiver;
  uploadLocks: UploadLocks;
  /** What all packages of one maker may hold, in bytes. */
  packageQuotaBytes: number;
  /** Signs the addresses of packages that orders gives out. */
  deliveryKeys: KeyRing;
  /** Tells the check that a package waits. */
  checkSoon: () => void;
  /** The store name of tracks that belong to no seller. */
  siteName: string;
  /** Multiplies the limits on how often something may be done; see RATE_LIMIT_SCALE in docs/configuration.md. */
  rateScale: number;
};
