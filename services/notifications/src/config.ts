import { serviceConfig, timeZone } from '@shop/runtime';
import { botCheckConfig } from '@shop/shared';
import { storageConfig } from '@shop/storage';
import { z } from 'zod';

export const Config = z.object({
  ...serviceConfig,
  ...storageConfig,
  ...botCheckConfig,
  PUBLIC_URL: z.url().transform((url) => url.replace(/\/$/, '')),
  SITE_NAME: z.string().default('Ghostline'),
  SITE_TIME_ZONE: timeZone.default('Europe/Moscow'),
  SMTP_URL: z.url(),
  MAIL_FROM: z.string().default('Ghostline <shop@ghostline.example>'),
  ADMIN_MAIL_TO: z.email().default('admin@ghostline.example'),
});
export type Config = z.output<typeof Config>;
