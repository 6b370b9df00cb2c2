import { BUCKET } from '@shop/contracts/constants';
import { paypalConfig, refuseOtherPaypal, withPaypalUrl } from '@shop/paypal';
import { serviceConfig, timeZone, webAddress } from '@shop/runtime';
import { botCheckConfig, keyRing } from '@shop/shared';
import { storageConfig } from '@shop/storage';
import { z } from 'zod';

const cents = z.coerce.number().int().positive();

export const Config = z
  .object({
    ...serviceConfig,
    ...storageConfig(BUCKET),
    ...botCheckConfig,
    ...paypalConfig,
    PUBLIC_URL: webAddress,
    SITE_NAME: z.string().default('Ghostline'),
    SITE_TIME_ZONE: timeZone.default('Europe/Moscow'),
    CARD_KEY: keyRing.meta({
      group: 'keys',
      description: "Encrypts sellers' card numbers: `openssl rand -base64 32`.",
    }),
    PAYOUT_MIN_CENTS: cents.default(2000).meta({
      group: 'payments',
      description: 'The least that a batch pays out to a seller by PayPal, in cents.',
    }),
    PAYOUT_SECOND_APPROVAL_CENTS: cents.optional().meta({
      group: 'payments',
      unset: 'one admin suffices',
      description: 'A batch of payouts of more cents than this is sent by another admin than the one who approved it.',
    }),
  })
  .superRefine(refuseOtherPaypal)
  .transform(withPaypalUrl);
export type Config = z.output<typeof Config>;
