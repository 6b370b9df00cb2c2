import { examineAddress, examineService, guessable, hostOf, reasonOf } from '@shop/runtime';
import type { Config } from '../config';
import { schema } from '../database';

/** What is wrong with this configuration, in sentences. Tries what it names: database, broker and PayPal. */
export async function examine(config: Config): Promise<string[]> {
  const { NODE_ENV, PAYPAL_DEMO, PAYPAL_ENVIRONMENT } = config;
  const sold = NODE_ENV === 'production' && !PAYPAL_DEMO;
  const found = await Promise.all([examineService(config, schema), examinePaypal(config)]);
  return [
    ...examineAddress(config),
    ...guessable({ DOWNLOAD_KEY: config.DOWNLOAD_KEY[0].toString() }),
    ...(NODE_ENV === 'production' && PAYPAL_DEMO
      ? ['PAYPAL_DEMO=1 in production: tracks are given away for money of the simulator. Take it out when the shop is to sell.']
      : []),
    ...(sold && PAYPAL_ENVIRONMENT === 'sandbox'
      ? [
          'PAYPAL_ENVIRONMENT is sandbox in production: nobody pays real money. Set it to production, with the keys of the live app.',
        ]
      : []),
    ...found.flat(),
  ];
}

async function examinePaypal({
  PAYPAL_API_URL: api,
  PAYPAL_CLIENT_ID: id,
  PAYPAL_CLIENT_SECRET: secret,
}: Config): Promise<string[]> {
  try {
    const answer = await fetch(`${api.replace(/\/$/, '')}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
      redirect: 'error',
      signal: AbortSignal.timeout(8000),
    });
    if (answer.ok) return [];
    if (answer.status === 401)
      return [
        'PAYPAL_CLIENT_ID: PayPal does not know it with this PAYPAL_CLIENT_SECRET. Copy both from the app, of this PAYPAL_ENVIRONMENT.',
      ];
    return [`PAYPAL_API_URL: ${hostOf(api)} answers ${answer.status} when it is asked for a token. See status.paypal.com.`];
  } catch (error) {
    const reason = reasonOf((error as { cause?: unknown }).cause ?? error);
    return [`PAYPAL_API_URL: ${hostOf(api)} cannot be reached (${reason}). Let orders call out, or correct the address.`];
  }
}
