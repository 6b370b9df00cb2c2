import { examineAddress, examineService, guessable, hostOf, reasonOf } from '@shop/runtime';
import { examineBotCheck } from '@shop/shared';
import type { Config } from '../config';
import { schema } from '../database';

/**
 * Tries the configured database, broker and PayPal.
 * @returns the problems of the configuration, in sentences
 */
export async function examine(config: Config): Promise<string[]> {
  const { NODE_ENV, PAYPAL_DEMO, PAYPAL_ENVIRONMENT } = config;
  const isLive = NODE_ENV === 'production' && !PAYPAL_DEMO;
  const findings = await Promise.all([examineService(config, schema, config.SITE_TIME_ZONE), examinePaypal(config)]);
  return [
    ...examineAddress(config),
    ...examineBotCheck(config),
    ...guessable({ DOWNLOAD_KEY: config.DOWNLOAD_KEY[0].toString(), DELIVERY_KEY: config.DELIVERY_KEY[0].toString() }),
    ...(NODE_ENV === 'production' && PAYPAL_DEMO
      ? ['PAYPAL_DEMO=1 in production: tracks are given away for money of the simulator. Take it out when the shop is to sell.']
      : []),
    ...(isLive && PAYPAL_ENVIRONMENT === 'sandbox'
      ? [
          'PAYPAL_ENVIRONMENT is sandbox in production: nobody pays real money. Set it to production, with the keys of the live app.',
        ]
      : []),
    ...findings.flat(),
  ];
}

/** Asks for a token, and with it for the books that are compared each night. */
export async function examinePaypal({
  PAYPAL_API_URL,
  PAYPAL_CLIENT_ID: id,
  PAYPAL_CLIENT_SECRET: secret,
}: Pick<Config, 'PAYPAL_API_URL' | 'PAYPAL_CLIENT_ID' | 'PAYPAL_CLIENT_SECRET'>): Promise<string[]> {
  const api = PAYPAL_API_URL.replace(/\/$/, '');
  const ask = (path: string, init: RequestInit) =>
    fetch(api + path, { ...init, redirect: 'error', signal: AbortSignal.timeout(8000) });
  try {
    const answer = await ask('/v1/oauth2/token', {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    if (answer.status === 401)
      return [
        'PAYPAL_CLIENT_ID: PayPal does not know it with this PAYPAL_CLIENT_SECRET. Copy both from the app, of this PAYPAL_ENVIRONMENT.',
      ];
    if (!answer.ok)
      return [`PAYPAL_API_URL: ${hostOf(api)} answers ${answer.status} when it is asked for a token. See status.paypal.com.`];
    const { access_token: token } = (await answer.json()) as { access_token?: string };
    const findings = await Promise.all(
      booksAt(new Date()).map(async ([feature, path]) => {
        const { status } = await ask(path, { headers: { authorization: `Bearer ${token}` } });
        return status === 403
          ? [
              `PAYPAL_CLIENT_ID: PayPal does not let this app read what "${feature}" is for (403), so the books are not compared. Switch that feature on at the app; it may take hours until it holds.`,
            ]
          : [];
      }),
    );
    return findings.flat();
  } catch (error) {
    const reason = reasonOf((error as { cause?: unknown }).cause ?? error);
    return [`PAYPAL_API_URL: ${hostOf(api)} cannot be reached (${reason}). Let orders call out, or correct the address.`];
  }
}

/** The features that the app needs, each with a call that PayPal allows only to apps with that feature. */
const booksAt = (now: Date): [feature: string, path: string][] => {
  const times = { start_date: new Date(now.getTime() - 86_400_000).toISOString(), end_date: now.toISOString() };
  return [
    ['Transaction Search', `/v1/reporting/transactions?${new URLSearchParams({ ...times, page_size: '1' }).toString()}`],
    ['Disputes', '/v1/customer/disputes?page_size=1'],
  ];
};
