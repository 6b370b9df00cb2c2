import { generateKeyPairSync } from 'node:crypto';
import { readConfig } from '@shop/runtime';
import { z } from 'zod';
import { CONFIGS, shapeOf, type Part } from '../part-configs';

const parts = Object.keys(CONFIGS) as Part[];
const services = parts.filter((name) => name !== 'gateway');
const withFiles: Part[] = ['catalog', 'orders', 'sellers', 'notifications'];

/** Every secret, and the parts that may know it. */
const SECRETS: Record<string, Part[]> = {
  INTERNAL_JWT_PRIVATE_KEY: ['gateway'],
  CARD_KEY: ['sellers'],
  FACTOR_KEY: ['identity'],
  DOWNLOAD_KEY: ['orders'],
  CERTIFICATE_KEY: ['orders'],
  DELIVERY_KEY: ['catalog', 'orders'],
  ADMIN_PASSWORD: ['identity'],
  PAYPAL_CLIENT_SECRET: ['orders', 'sellers'],
  PAYPAL_WEBHOOK_ID: ['orders'],
  SMTP_URL: ['notifications'],
  RECAPTCHA_SECRET: ['identity', 'orders', 'sellers', 'notifications'],
  S3_ACCESS_KEY: withFiles,
  S3_SECRET_KEY: withFiles,
  DATABASE_URL: services,
  MIGRATION_DATABASE_URL: services,
  OPS_TOKEN: services,
  AMQP_URL: parts,
};

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = Buffer.alloc(32, 1).toString('base64');
const url = 'amqp://user:canary-canary-canary@localhost';
/** The environment of `npm start`, the same for all parts. */
const everything = {
  ...Object.fromEntries(Object.keys(SECRETS).map((name) => [name, 'canary-canary-canary'])),
  ...Object.fromEntries(['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'AMQP_URL'].map((name) => [name, url])),
  ...Object.fromEntries(
    ['IDENTITY', 'CATALOG', 'ORDERS', 'SELLERS', 'NOTIFICATIONS'].map((name) => [`${name}_URL`, 'http://localhost']),
  ),
  SMTP_URL: 'smtp://user:canary-canary-canary@localhost',
  INTERNAL_JWT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  INTERNAL_JWT_PUBLIC_KEYS: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  CARD_KEY: key,
  FACTOR_KEY: key,
  CERTIFICATE_KEY: key,
  PUBLIC_URL: 'http://localhost:8080',
  PAYPAL_CLIENT_ID: 'id',
  HOME: '/root',
};

test.each(parts)('%s gets what it declares; the secrets of the others are undefined there', (name) => {
  const config = readConfig(CONFIGS[name] as z.ZodType<Record<string, unknown>>, everything);
  for (const [secret, knowing] of Object.entries(SECRETS))
    expect([secret, config[secret] !== undefined]).toEqual([secret, knowing.includes(name)]);
  expect(config).not.toHaveProperty('HOME');
});

test('every variable that is called like a secret says here who may know it', () => {
  const declared = parts.flatMap((name) => Object.keys(shapeOf(CONFIGS[name])));
  const secret = declared.filter((name) => /(SECRET|PASSWORD|PRIVATE_KEY|_KEY|TOKEN|DATABASE_URL|AMQP_URL|SMTP_URL)$/.test(name));
  const exempt = [...Object.keys(SECRETS), 'RECAPTCHA_SITE_KEY'];
  expect(secret.filter((name) => !exempt.includes(name))).toEqual([]);
});
