import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as catalog from '@shop/catalog';
import * as gateway from '@shop/gateway';
import * as identity from '@shop/identity';
import * as notifications from '@shop/notifications';
import { SERVICES } from '@shop/ops';
import * as orders from '@shop/orders';
import { diagnose, examineDisk, guessable, isLocal } from '@shop/runtime';
import * as sellers from '@shop/sellers';
import { addressFor, isLoopback } from '../addresses';
import type { LocalConfig } from '../config';
import { readDemo } from '../kept/demo-file';
import { databaseUrls } from '../postgres/databases';
import { loadSecrets } from '../kept/secrets';
import { withServer } from './server';
import { inWords, refuseWithoutShop } from './without-shop';

type Environment = Record<string, string | undefined>;

const NOWHERE = 'http://127.0.0.1:9';

/**
 * The faults in the configuration of this machine's shop, by part, whether it runs or not. Embedded parts need none.
 * @throws Error in a sentence when there is no shop
 */
export async function examineShop(config: LocalConfig, env: Environment): Promise<Record<string, string[]>> {
  refuseWithoutShop(config);
  const parts = await withServer(config, (server) => examineParts(config, env, server)).catch((error: unknown) => ({
    database: [inWords(error, config)],
  }));
  return { 'this machine': await examineMachine(config), ...parts };
}

/** @returns the faults in the variables that only `npm start` reads, in sentences */
export async function examineMachine(config: LocalConfig): Promise<string[]> {
  const { DATA_DIR, ADMIN_PASSWORD, HOST, PORT, PUBLIC_URL, PAYPAL_CLIENT_ID } = config;
  return [
    ...(await examineDisk('DATA_DIR', DATA_DIR)),
    ...guessable({ ADMIN_PASSWORD }),
    ...(!isLoopback(HOST) && !PUBLIC_URL && isLocal(addressFor(HOST, PORT))
      ? [
          'HOST opens the shop to others, and PUBLIC_URL does not say under which address: links in mails lead to this machine alone.',
        ]
      : []),
    ...(PAYPAL_CLIENT_ID && (await readDemo(DATA_DIR)) !== undefined
      ? [
          'PAYPAL_CLIENT_ID is set in a shop that holds the demo: PayPal knows nothing of its sales, and whoever buys its tracks gets no files. Begin a shop of your own: docs/operating.md.',
        ]
      : []),
  ];
}

async function examineParts(config: LocalConfig, env: Environment, server: string): Promise<Record<string, string[]>> {
  const { OPS_TOKENS: tokens, ...secrets } = await loadSecrets(config);
  const sharedEnv: Environment = {
    ...env,
    ...secrets,
    LISTEN: config.HOST,
    PUBLIC_URL: config.PUBLIC_URL ?? addressFor(config.HOST, config.PORT),
    STORAGE_DIR: join(config.DATA_DIR, 'objects'),
    ADMIN_EMAIL: config.ADMIN_EMAIL,
    ADMIN_PASSWORD: config.ADMIN_PASSWORD ?? secrets.ADMIN_PASSWORD,
    SMTP_URL: config.SMTP_URL ?? 'smtp://127.0.0.1:9',
    ...Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_URL`, NOWHERE])),
    ...(config.PAYPAL_CLIENT_ID
      ? {}
      : { PAYPAL_CLIENT_ID: 'simulator', PAYPAL_CLIENT_SECRET: 'simulator', PAYPAL_WEBHOOK_ID: 'simulator' }),
  };
  const envOf = (name: (typeof SERVICES)[number]) => ({ ...sharedEnv, ...databaseUrls(server, name), OPS_TOKEN: tokens[name] });
  const diagnoses = {
    identity: diagnose({ name: 'identity', config: identity.Config, examine: identity.examine }, envOf('identity')),
    catalog: diagnose({ name: 'catalog', config: catalog.Config, examine: catalog.examine }, envOf('catalog')),
    orders: diagnose({ name: 'orders', config: orders.Config, examine: orders.examine }, envOf('orders')),
    sellers: diagnose({ name: 'sellers', config: sellers.Config, examine: sellers.examine }, envOf('sellers')),
    notifications: diagnose(
      { name: 'notifications', config: notifications.Config, examine: notifications.examine },
      envOf('notifications'),
    ),
    gateway: diagnose({ name: 'gateway', config: gateway.Config, examine: gateway.examine }, sharedEnv),
  };
  const embeddedStarts = [
    ...SERVICES.map((name) => `${name.toUpperCase()}_URL: nothing answers`),
    ...(config.SMTP_URL ? [] : ['SMTP_URL: ']),
    ...(config.PAYPAL_CLIENT_ID ? [] : ['PAYPAL_API_URL: ', 'PAYPAL_CLIENT_ID: ']),
    ...(existsSync(join(config.DATA_DIR, 'objects')) ? [] : ['STORAGE_DIR: ']),
  ];
  const findings = await Promise.all(
    Object.entries(diagnoses).map(async ([name, sentences]) => [name, await sentences] as const),
  );
  return Object.fromEntries(
    findings.map(([name, sentences]) => [
      name,
      sentences.filter((sentence) => !embeddedStarts.some((start) => sentence.startsWith(start))),
    ]),
  );
}
