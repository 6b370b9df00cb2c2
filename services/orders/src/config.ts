import { GATEWAY_WAITS_MS } from '@shop/contracts/constants';
import { isPaypal } from '@shop/contracts/forms';
import { serviceConfig, timeZone, webAddress } from '@shop/runtime';
import { botCheckConfig, secretRing } from '@shop/shared';
import { z } from 'zod';

const API = { sandbox: 'https://api-m.sandbox.paypal.com', production: 'https://api-m.paypal.com' };

const milliseconds = z.coerce.number().int().positive();

/** @throws through readConfig: an Error that names every variable that is missing or wrong. */
export const Config = z
  .object({
    ...serviceConfig,
    ...botCheckConfig,
    NODE_ENV: z.string().default('development'),
    PUBLIC_URL: webAddress,
    SITE_NAME: z.string().default('Ghostline'),
    SITE_TIME_ZONE: timeZone.default('Europe/Moscow'),
    /** Signs the download links. */
    DOWNLOAD_KEY: secretRing,
    PAYPAL_CLIENT_ID: z.string(),
    PAYPAL_CLIENT_SECRET: z.string(),
    PAYPAL_WEBHOOK_ID: z.string(),
    PAYPAL_ENVIRONMENT: z.enum(['sandbox', 'production']).default('sandbox'),
    PAYPAL_API_URL: webAddress.optional(),
    PAYPAL_SDK_URL: webAddress.optional(),
    /** Lets a demo run in production against the simulator: nobody pays real money there. */
    PAYPAL_DEMO: z
      .enum(['0', '1'])
      .default('0')
      .transform((flag) => flag === '1'),
    PAYPAL_TIMEOUT_MS: milliseconds.default(12_000),
    /** For all calls to PayPal of one request together. */
    PAYPAL_WITHIN_MS: milliseconds
      .lt(GATEWAY_WAITS_MS, `Must be less than ${GATEWAY_WAITS_MS}, for which the gateway waits`)
      .default(20_000),
    COMPLETER_EVERY_MS: milliseconds.default(15_000),
    /** For how long the completer leaves a capture to the request that sent it. */
    CAPTURE_LEASE_MS: milliseconds.default(30_000),
    /** The hour of the shop's day from which the shop's books are compared with PayPal's. */
    RECONCILE_AT: z.coerce.number().int().min(0).max(23).default(4),
  })
  .refine(({ PAYPAL_TIMEOUT_MS, PAYPAL_WITHIN_MS }) => PAYPAL_TIMEOUT_MS < PAYPAL_WITHIN_MS, {
    path: ['PAYPAL_TIMEOUT_MS'],
    message: 'Must be less than PAYPAL_WITHIN_MS',
  })
  .refine(({ CAPTURE_LEASE_MS, PAYPAL_WITHIN_MS }) => CAPTURE_LEASE_MS > PAYPAL_WITHIN_MS, {
    path: ['CAPTURE_LEASE_MS'],
    message: 'Must be more than PAYPAL_WITHIN_MS',
  })
  .superRefine((config, context) => {
    if (config.NODE_ENV !== 'production' || config.PAYPAL_DEMO) return;
    for (const name of ['PAYPAL_API_URL', 'PAYPAL_SDK_URL'] as const) {
      const address = config[name];
      if (address && !isPaypal(address))
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'Must be an https address of paypal.com in production, unless PAYPAL_DEMO=1',
        });
    }
  })
  .transform((config) => ({ ...config, PAYPAL_API_URL: config.PAYPAL_API_URL ?? API[config.PAYPAL_ENVIRONMENT] }));

export type Config = z.output<typeof Config>;
