import { GATEWAY_WAITS_MS } from '@shop/contracts/constants';
import { isPaypal } from '@shop/contracts/forms';
import { webAddress } from '@shop/runtime';
import { z } from 'zod';

const API = { sandbox: 'https://api-m.sandbox.paypal.com', production: 'https://api-m.paypal.com' };

const milliseconds = z.coerce.number().int().positive();

/** The variables of a service that calls PayPal. */
export const paypalConfig = {
  NODE_ENV: z.string().default('development'),
  PAYPAL_CLIENT_ID: z.string(),
  PAYPAL_CLIENT_SECRET: z.string().meta({ group: 'payments', unset: 'the simulator', description: 'The secret of that app.' }),
  PAYPAL_ENVIRONMENT: z.enum(['sandbox', 'production']).default('sandbox'),
  PAYPAL_API_URL: webAddress.optional().meta({
    group: 'payments',
    unset: "PayPal's own",
    description: 'Outside production only: another PayPal API, such as that of the simulator.',
  }),
  PAYPAL_DEMO: z
    .enum(['0', '1'])
    .default('0')
    .transform((flag) => flag === '1')
    .meta({
      group: 'payments',
      unset: '0; the profile `demo` of compose: 1',
      description: '`1` lets a demonstration run in production mode against the simulator: nobody pays real money there.',
    }),
  PAYPAL_TIMEOUT_MS: milliseconds.default(12_000).meta({
    group: 'payments',
    description:
      'Patience with PayPal for one call, in milliseconds. `PAYPAL_TIMEOUT_MS` < `PAYPAL_WITHIN_MS` < `CAPTURE_LEASE_MS` ([why](runbooks/paypal-outage.md)).',
  }),
  PAYPAL_WITHIN_MS: milliseconds
    .lt(GATEWAY_WAITS_MS, `Must be less than ${GATEWAY_WAITS_MS}, for which the gateway waits`)
    .default(20_000)
    .meta({
      group: 'payments',
      description: `Patience with all calls to PayPal of one request together; less than ${GATEWAY_WAITS_MS}, for which the gateway waits.`,
    }),
};

type Addresses = { NODE_ENV: string; PAYPAL_DEMO: boolean; PAYPAL_API_URL?: string; PAYPAL_SDK_URL?: string };

/** Refuses addresses that are not PayPal's in production, outside a demonstration; a check of zod. */
export function refuseOtherPaypal(config: Addresses, context: z.RefinementCtx): void {
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
}

/** The configuration with PayPal's own address where none is set. */
export const withPaypalUrl = <T extends { PAYPAL_API_URL?: string; PAYPAL_ENVIRONMENT: keyof typeof API }>(config: T) => ({
  ...config,
  PAYPAL_API_URL: config.PAYPAL_API_URL ?? API[config.PAYPAL_ENVIRONMENT],
});
