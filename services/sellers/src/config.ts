import { BUCKET } from '@shop/contracts/constants';
import { serviceConfig, timeZone, webAddress } from '@shop/runtime';
import { botCheckConfig, keyRing } from '@shop/shared';
import { storageConfig } from '@shop/storage';
import { z } from 'zod';

export const Config = z.object({
  ...serviceConfig,
  ...storageConfig(BUCKET),
  ...botCheckConfig,
  /** The bot check must have been made for the host of this address. */
  PUBLIC_URL: webAddress,
  /** No store may have this name. */
  SITE_NAME: z.string().default('Ghostline'),
  SITE_TIME_ZONE: timeZone.default('Europe/Moscow'),
  /** Encrypts the card numbers for payouts. */
  CARD_KEY: keyRing,
});
export type Config = z.output<typeof Config>;
