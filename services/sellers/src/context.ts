import type { BotCheck, KeyRing } from '@shop/shared';
import type { ObjectStorage } from '@shop/storage';
import type { DataSource } from 'typeorm';
import type { PayoutParts } from './payouts/batch';

export type ServiceContext = {
  source: DataSource;
  /** No store may have this name. */
  siteName: string;
  storage: ObjectStorage;
  botCheck: BotCheck;
  /** Encrypts the card numbers for payouts. */
  cardKeys: KeyRing;
  /** The shop's time zone; promised days are counted in it. */
  timeZone: string;
  /** Multiplies the limits; see RATE_LIMIT_SCALE in docs/configuration.md. */
  rateScale: number;
  /** Payouts by PayPal in batches, with the time zone, the name and the clock of the service. */
  payouts: Omit<PayoutParts, 'siteName' | 'timeZone' | 'clock'>;
  /** The present time for the ledger; the real time unless a test sets another. */
  clock?: () => Date;
};
