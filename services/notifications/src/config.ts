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
  SITE_TIME_ZONE: timeZone.default('Europe/Moscow').meta({
    group: 'shop',
    description: 'The zone of dates in mails and contracts: a name that the database knows too, no offset.',
  }),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'Must begin with smtp:// or smtps://' }).meta({
    group: 'mail',
    unset: 'the mail inbox',
    description: 'A mail server, `smtp://user:password@host:587`.',
  }),
  TIMELINE_DAYS: z.coerce.number().int().min(30).max(36_500).default(1095).meta({
    group: 'shop',
    description: 'How many days the timeline goes back.',
  }),
  MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'Must begin with mongodb:// or mongodb+srv://')
    .optional()
    .meta({
      group: 'servers',
      unset: 'the database of notifications',
      description: 'MongoDB for the timeline, `mongodb://user:password@host:27017/shop`.',
    }),
  MAIL_FROM: z.string().default('Ghostline <shop@ghostline.example>').meta({
    group: 'mail',
    unset: '`Ghostline <shop@ghostline.example>`',
    description: 'The sender of every mail.',
  }),
  ADMIN_MAIL_TO: z.email().default('admin@ghostline.example').meta({
    group: 'mail',
    description: 'Who hears of sales and of what needs a person, such as reviews, refunds and messages.',
  }),
});
export type Config = z.output<typeof Config>;
