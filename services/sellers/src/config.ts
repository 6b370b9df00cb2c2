import { serviceConfig, timeZone } from '@shop/runtime';
import { botCheckConfig } from '@shop/shared';
import { storageConfig } from '@shop/storage';
import { z } from 'zod';

const CARD_KEY = 'Must be 32 bytes as base64: openssl rand -base64 32';

export const Config = z.object({
  ...serviceConfig,
  ...storageConfig,
  ...botCheckConfig,
  /** The bot check must have been made for the host of this address. */
  PUBLIC_URL: z.url(),
  SITE_TIME_ZONE: timeZone.default('Europe/Moscow'),
  /** Encrypts the card numbers that sellers are paid to. */
  CARD_KEY: z
    .string({ error: CARD_KEY })
    .regex(/^[A-Za-z0-9+/]{43}=$/, CARD_KEY)
    .transform((text) => Buffer.from(text, 'base64')),
});
export type Config = z.output<typeof Config>;
