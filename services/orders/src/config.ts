import { BUCKET } from '@shop/contracts/constants';
import { paypalConfig, refuseOtherPaypal, withPaypalUrl } from '@shop/paypal';
import { serviceConfig, timeZone, webAddress } from '@shop/runtime';
import { botCheckConfig, deliveryConfig, keyRing, secretRing } from '@shop/shared';
import { storageConfig } from '@shop/storage';
import { z } from 'zod';
import { invoiceConfig, refuseHalfInvoicing } from './invoices/legal';

const milliseconds = z.coerce.number().int().positive();

/** @throws through readConfig: an Error that names every variable that is missing or wrong. */
export const Config = z
  .object({
    ...serviceConfig,
    ...botCheckConfig,
    ...storageConfig(BUCKET),
    ...deliveryConfig,
    ...paypalConfig,
    PUBLIC_URL: webAddress,
    SITE_NAME: z.string().default('Ghostline'),
    SITE_TIME_ZONE: timeZone.default('Europe/Moscow'),
    DOWNLOAD_KEY: secretRing.meta({ group: 'keys', description: 'Signs the download links.' }),
    CERTIFICATE_KEY: keyRing.meta({
      group: 'keys',
      description: 'Signs the certificates of sold tracks and the heads of the sales log.',
    }),
    ...invoiceConfig,
    PAYPAL_WEBHOOK_ID: z.string().meta({ group: 'payments', unset: 'the simulator', description: 'The webhook of that app.' }),
    PAYPAL_SDK_URL: webAddress.optional(),
    COMPLETER_EVERY_MS: milliseconds.default(15_000).meta({
      group: 'payments',
      description: 'How often unsettled payments are looked at.',
    }),
    CAPTURE_LEASE_MS: milliseconds.default(30_000).meta({
      group: 'payments',
      description: 'For how long the completer leaves a capture to the request that sent it.',
    }),
    RECONCILE_AT: z.coerce.number().int().min(0).max(23).default(4).meta({
      group: 'payments',
      description: "The hour of the shop's day from which its books are compared with PayPal's, each night.",
    }),
  })
  .refine(({ PAYPAL_TIMEOUT_MS, PAYPAL_WITHIN_MS }) => PAYPAL_TIMEOUT_MS < PAYPAL_WITHIN_MS, {
    path: ['PAYPAL_TIMEOUT_MS'],
    message: 'Must be less than PAYPAL_WITHIN_MS',
  })
  .refine(({ CAPTURE_LEASE_MS, PAYPAL_WITHIN_MS }) => CAPTURE_LEASE_MS > PAYPAL_WITHIN_MS, {
    path: ['CAPTURE_LEASE_MS'],
    message: 'Must be more than PAYPAL_WITHIN_MS',
  })
  .superRefine(refuseHalfInvoicing)
  .superRefine(refuseOtherPaypal)
  .transform(withPaypalUrl);

export type Config = z.output<typeof Config>;
