import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { examineBroker } from '@shop/messaging';
import { examineAddress, guessable, hostOf, isLocal, isOfExample, passwordIn, reasonOf } from '@shop/runtime';
import type { Config } from './config';
import { warningsOf } from './start';

const SERVICES = ['IDENTITY_URL', 'CATALOG_URL', 'ORDERS_URL', 'SELLERS_URL', 'NOTIFICATIONS_URL'] as const;

/**
 * Tries the configured services, broker and pages.
 * @returns the problems of the configuration, in sentences
 */
export async function examine(config: Config): Promise<string[]> {
  const problems = await Promise.all([
    config.AMQP_URL ? examineBroker(config.AMQP_URL) : [],
    ...SERVICES.flatMap((name) => config[name].map((url) => examineServiceAt(name, url))),
  ]);
  return [
    ...examineAddress(config),
    ...warningsOf(config, config.LISTEN),
    ...guessable({ AMQP_URL: passwordIn(config.AMQP_URL) }),
    ...(config.RATE_LIMIT_SCALE > 10
      ? [`RATE_LIMIT_SCALE=${config.RATE_LIMIT_SCALE} lifts every limit so far that none holds anybody back. Leave it at 1.`]
      : []),
    ...(existsSync(join(config.WEB_DIR, 'index.html'))
      ? []
      : [
          'WEB_DIR holds no pages: visitors get nothing but the API. Build them (npm run build -w @shop/web), or correct the folder.',
        ]),
    ...(isOfExample(config.CONTACT_EMAIL) && !isLocal(config.PUBLIC_URL)
      ? ['CONTACT_EMAIL is the address of the example: nobody reads what visitors write to it. Set it to yours.']
      : []),
    ...(config.SECURITY_CONTACT || config.NODE_ENV !== 'production'
      ? []
      : ['SECURITY_CONTACT is not set: whoever finds a hole does not know whom to tell. Set it to an address or page.']),
    ...problems.flat(),
  ];
}

/** Any answer counts: a service refuses callers other than the gateway. */
async function examineServiceAt(name: string, url: string): Promise<string[]> {
  try {
    await fetch(url, { signal: AbortSignal.timeout(5000) });
    return [];
  } catch (error) {
    const reason = reasonOf((error as { cause?: unknown }).cause ?? error);
    return [`${name}: nothing answers at ${hostOf(url)} (${reason}). Start the service, or correct the address.`];
  }
}
