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

const serviceAddress = (service: string) => ({
  group: 'processes',
  unset: 'set by `npm start`',
  description: `Where ${service} is.`,
});

const firstPem = (pems: string) => /-----BEGIN[\s\S]+?-----END[^\n]+\n?/.exec(pems)?.[0] ?? '';

export const Config = z
  .object({
    LISTEN: z.string().default('127.0.0.1'),
    PORT: z.coerce.number().int().default(8080),
    OPS_PORT: z.coerce.number().int().default(0),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    NODE_ENV: z.string().default('development').meta({
      group: 'processes',
      unset: 'not production; the images: `production`',
      description: "`production` refuses PayPal addresses that are not PayPal's, and asks admins for a second factor.",
    }),
    PUBLIC_URL: webAddress.meta({
      group: 'shop',
      unset: '`http://localhost:PORT`, or `http://HOST:PORT`',
      description:
        'The address that people use. Its scheme decides secure cookies and HSTS; the bot check must have been made for its host.',
    }),
    SITE_NAME: z.string().default('Ghostline').meta({
      group: 'shop',
      description: 'The name of the shop in pages, mails, contracts, authenticator apps and passkeys. No store may have it.',
    }),
    INVOICE_COMPANY: z
      .enum(['0', '1'])
      .default('0')
      .transform((flag) => flag === '1'),
    CONTACT_EMAIL: z.email().default('info@ghostline.example').meta({
      group: 'shop',
      description: 'Where people reach the operator: in the footer, on the contact page and in the legal texts.',
    }),
    SECURITY_CONTACT: z
      .union([z.url({ protocol: /^(https|mailto|tel)$/ }), z.email().transform((address) => `mailto:${address}`)])
      .optional()
      .meta({ group: 'shop', description: 'Where flaws are reported, in `/.well-known/security.txt`: an address or a page.' }),
    SECURITY_EXPIRES: z.iso.datetime({ offset: true }).optional().meta({
      group: 'shop',
      unset: 'half a year from now',
      description: 'Until when that holds.',
    }),
    SOCIAL_FACEBOOK: webAddress
      .default('https://www.facebook.com/')
      .meta({ group: 'shop', description: "The shop's page there." }),
    SOCIAL_INSTAGRAM: webAddress
      .default('https://www.instagram.com/')
      .meta({ group: 'shop', description: "The shop's page there." }),
    SOCIAL_SOUNDCLOUD: webAddress
      .default('https://soundcloud.com/')
      .meta({ group: 'shop', description: "The shop's page there." }),
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
      })
      .meta({
        group: 'access',
        unset: 'none',
        description:
          "The proxies in front that may name the client's address (`x-forwarded-for`): networks such as `10.0.0.0/8`, addresses, or `loopback`, `linklocal`, `uniquelocal`, with commas between. With a network in it from which visitors come, they name any address. A count of hops is taken with a warning: it believes whoever reaches the port directly.",
      }),
    ...drainConfig,
    RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
    INTERNAL_JWT_PRIVATE_KEY: pem.transform(firstPem).refine(isPrivateKey, 'must be a private key as PEM').meta({
      group: 'keys',
      description: 'With it the gateway signs whose session a request is (ES256, PEM). The next key may follow it.',
    }),
    ...brokerConfig,
    ...tracingConfig,
    IDENTITY_URL: replicas.meta(serviceAddress('identity')),
    CATALOG_URL: replicas.meta(serviceAddress('catalog')),
    ORDERS_URL: replicas.meta(serviceAddress('orders')),
    SELLERS_URL: replicas.meta(serviceAddress('sellers')),
    NOTIFICATIONS_URL: replicas.meta(serviceAddress('notifications')),
    WEB_DIR: z
      .string()
      .default(join(__dirname, '..', '..', 'web', 'dist'))
      .meta({ group: 'processes', unset: '`web/dist`', description: 'The built pages.' }),
    WEB_RELEASES_DIR: z.string().optional().meta({
      group: 'processes',
      unset: 'below `DATA_DIR`; a single gateway: none',
      description: "Keeps the pages' files of the last week's releases for visitors who still have one of them open.",
    }),
    RENDER_WITHIN_MS: z.coerce.number().int().positive().default(1000).meta({
      group: 'processes',
      description: 'How many milliseconds a visitor waits for a page that the server renders, before the browser renders it.',
    }),
    PAYPAL_CLIENT_ID: z.string().meta({
      group: 'payments',
      unset: 'the simulator',
      description:
        "PayPal's REST app, [set up for the shop](operating.md#the-app-at-paypal), which is [not that of the demo](operating.md#from-the-demo-to-a-shop-of-your-own). It goes with the two that follow.",
    }),
    PAYPAL_ENVIRONMENT: z
      .enum(['sandbox', 'production'])
      .default('sandbox')
      .meta({ group: 'payments', description: '`sandbox` or `production`.' }),
    PAYPAL_SDK_URL: webAddress.optional().meta({
      group: 'payments',
      unset: "PayPal's own",
      description: 'Outside production only: another script for browsers, such as that of the simulator.',
    }),
    PAYPAL_DEMO: flag.default(false),
    RECAPTCHA_SITE_KEY: z.string().optional(),
    TRUSTED_TYPES: z.enum(['enforced', 'watched']).optional().meta({
      group: 'access',
      unset: 'enforced with the simulator and without the bot check, else watched',
      description:
        "`enforced` or `watched`: whether browsers keep text from becoming code (Trusted Types), or only report it (`csp_reports_total`). Try it before with PayPal's and Google's scripts.",
    }),
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

function isPrivateKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'ec';
  } catch {
    return false;
  }
}
