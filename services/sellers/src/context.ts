import type { BotCheck, KeyRing } from '@shop/shared';
import type { ObjectStorage } from '@shop/storage';
import type { DataSource } from 'typeorm';

/** What the service's calls work with. */
export type ServiceContext = {
  source: DataSource;
  /** The shop's name, which no store may have. */
  siteName: string;
  storage: ObjectStorage;
  botCheck: BotCheck;
  /** Encrypts the card numbers that sellers are paid to. */
  cardKeys: KeyRing;
  /** The shop's time zone, in which promised days are counted. */
  timeZone: string;
  /** Multiplies the limits on how often something may be done; see RATE_LIMIT_SCALE in .env.example. */
  rateScale: number;
  /** The present time, as the ledger sees it; the real time unless a test says otherwise. */
  clock?: () => Date;
};
