import type { BotCheck } from '@shop/shared';
import type { ObjectStorage } from '@shop/storage';
import type { DataSource } from 'typeorm';

/** What the service's calls work with. */
export type ServiceContext = {
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
