import { BUCKET } from '@shop/contracts/constants';
import { serviceConfig, timeZone, webAddress } from '@shop/runtime';
import { botCheckConfig, keyRing } from '@shop/shared';
import { storageConfig } from '@shop/storage';
import { z } from 'zod';

export const Config = z.object({
  ...serviceConfig,
  ...storageConfig(BUCKET),
  ...botCheckConfig,
  PUBLIC_URL: webAddress,
  SITE_NAME: z.string().default('Ghostline'),
  SITE_TIME_ZONE: timeZone.default('Europe/Moscow'),
  CARD_KEY: keyRing.meta({
    group: 'keys',
    description: "Encrypts sellers' card numbers: `openssl rand -base64 32`.",
  }),
});
export type Config = z.output<typeof Config>;
