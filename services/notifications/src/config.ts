import { BUCKET } from '@shop/contracts/constants';
import { serviceConfig, timeZone, webAddress } from '@shop/runtime';
import { botCheckConfig } from '@shop/shared';
import { storageConfig } from '@shop/storage';
import { z } from 'zod';

export const Config = z.object({
  ...serviceConfig,
  ...storageConfig(BUCKET),
  ...botCheckConfig,
  PUBLIC_URL: webAddress.transform((url) => url.replace(/\/$/, '')),
  SITE_NAME: z.string().default('Ghostline'),
  SITE_TIME_ZONE: timeZone.default('Europe/Moscow'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'Must begin with smtp:// or smtps://' }),
  /** For how many days the timeline keeps an entry. */
  TIMELINE_DAYS: z.coerce.number().int().min(30).max(36_500).default(1095),
  /** The MongoDB for the timeline; without it, the service's own database keeps the timeline. */
  MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'Must begin with mongodb:// or mongodb+srv://')
    .optional(),
  MAIL_FROM: z.string().default('Ghostline <shop@ghostline.example>'),
  ADMIN_MAIL_TO: z.email().default('admin@ghostline.example'),
});
export type Config = z.output<typeof Config>;
