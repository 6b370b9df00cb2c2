import { createPrivateKey } from 'node:crypto';
import { join } from 'node:path';
import { isPaypal } from '@shop/contracts/forms';
import { brokerConfig, drainConfig, pem, tracingConfig, webAddress } from '@shop/runtime';
import { z } from 'zod';
import { readProxyTrust } from './guard/proxy-trust';

const flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true');

/** The addresses of a service's replicas, separated by commas. A name may stand for many replicas. */
const replicas = z
  .string()
  .transform((text) => text.split(',').map((url) => url.trim()))
  .pipe(z.array(z.url({ protocol: /^https?$/ })));

const firstPem = (pems: string) => /-----BEGIN[\s\S]+?-----END[^\n]+\n?/.exec(pems)?.[0] ?? '';

export const Config = z
  .object({
    /** The address that the ports listen on: loopback, unless the gateway runs apart from the services (compose, Kubernetes). */
    LISTEN: z.string().default('127.0.0.1'),
    PORT: z.coerce.number().int().default(8080),
    OPS_PORT: z.coerce.number().int().default(0),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    NODE_ENV: z.string().default('development'),
    PUBLIC_URL: webAddress,
    SITE_NAME: z.string().default('Ghostline'),
    CONTACT_EMAIL: z.email().default('info@ghostline.example'),
    /** The contact for reports of flaws, in /.well-known/security.txt: an address to write to, or a page. */
    SECURITY_CONTACT: z
      .union([z.url({ protocol: /^(https|mailto|tel)$/ }), z.email().transform((address) => `mailto:${address}`)])
      .optional(),
    SECURITY_EXPIRES: z.iso.datetime({ offset: true }).optional(),
    SOCIAL_FACEBOOK: webAddress.default('https://www.facebook.com/'),
    SOCIAL_INSTAGRAM: webAddress.default('https://www.instagram.com/'),
    SOCIAL_SOUNDCLOUD: webAddress.default('https://soundcloud.com/'),
    /** The proxies in front that may name the client's address; none by default. */
    TRUST_PROXY: z
      .string()
      .default('')
      .transform((text, context) => {
        try {
          return readProxyTrust(text);
        } catch (error) {
          context.addIssue({ code: 'custom', message: (error as Error).message });
          return z.NEVER;
        }
      }),
    ...drainConfig,
    RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
    /** The key that signs callers. The next key may follow it, one PEM after the other. */
    INTERNAL_JWT_PRIVATE_KEY: pem.transform(firstPem).refine(isPrivateKey, 'must be a private key as PEM'),
    /** Without a broker, browsers learn of sales only when they read the list again. */
    ...brokerConfig,
    ...tracingConfig,
    IDENTITY_URL: replicas,
    CATALOG_URL: replicas,
    ORDERS_URL: replicas,
    SELLERS_URL: replicas,
    NOTIFICATIONS_URL: replicas,
    WEB_DIR: z.string().default(join(__dirname, '..', '..', 'web', 'dist')),
    /** The folder with the files of the last week's releases of the pages, for browsers that still have one of them open. */
    WEB_RELEASES_DIR: z.string().optional(),
    /** How many milliseconds a visitor waits for a page that the server renders, before the browser renders it. */
    RENDER_WITHIN_MS: z.coerce.number().int().positive().default(1000),
    PAYPAL_CLIENT_ID: z.string(),
    PAYPAL_ENVIRONMENT: z.enum(['sandbox', 'production']).default('sandbox'),
    /** The address of the simulator's script; absent when payments go to PayPal itself. */
    PAYPAL_SDK_URL: webAddress.optional(),
    PAYPAL_DEMO: flag.default(false),
    RECAPTCHA_SITE_KEY: z.string().optional(),
    /** Whether browsers enforce Trusted Types or only report violations. By default they enforce it when every script is the shop's own. */
    TRUSTED_TYPES: z.enum(['enforced', 'watched']).optional(),
  })
  .refine(
    (config) =>
      config.NODE_ENV !== 'production' || config.PAYPAL_DEMO || !config.PAYPAL_SDK_URL || isPaypal(config.PAYPAL_SDK_URL),
    {
      path: ['PAYPAL_SDK_URL'],
      message: 'in production this must be an https address of paypal.com (PAYPAL_DEMO=1 allows the simulator)',
    },
  );
export type Config = z.output<typeof Config>;

/** The address of the simulator's script; null unless the shop is a demo. */
export const simulatorOf = ({ PAYPAL_SDK_URL: address }: Pick<Config, 'PAYPAL_SDK_URL'>): URL | null =>
  address && !isPaypal(address) ? new URL(address) : null;

/** Nobody has checked that PayPal's script and the bot check work under Trusted Types, so the operator decides when the shop uses them. */
export const enforcesTrustedTypes = (config: Config): boolean =>
  config.TRUSTED_TYPES ? config.TRUSTED_TYPES === 'enforced' : simulatorOf(config) !== null && !config.RECAPTCHA_SITE_KEY;

function isPrivateKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'ec';
  } catch {
    return false;
  }
}
