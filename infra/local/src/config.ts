import { join, resolve } from 'node:path';
import { hostsIn } from '@shop/http/known-hosts';
import { brokerConfig, webAddress } from '@shop/runtime';
import { z } from 'zod';

/** The root of the checkout. */
export const ROOT = join(__dirname, '..', '..', '..');

/** The variables of `npm start` and `npm run ops`. Every part without configuration is embedded (docs/configuration.md). */
export const LocalConfig = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(8080).meta({
    group: 'shop',
    description: 'The port of the only public door.',
  }),
  HOST: z.string().default('127.0.0.1').meta({
    group: 'shop',
    description:
      'The address of that door; all other ports stay on this machine. Once others can reach the shop, by it or by `PUBLIC_URL`, the demo accounts get a made-up password (`.data/demo.json`), and [the start warns](product/sessions.md#what-is-not-open-to-the-network).',
  }),
  PUBLIC_URL: webAddress.optional(),
  MAIL_INBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(8025).meta({
    group: 'mail',
    description: 'The port of the mail inbox.',
  }),
  PAYPAL_SIMULATOR_PORT: z.coerce.number().int().min(0).max(65_535).default(8090).meta({
    group: 'payments',
    description: 'The port of the simulator.',
  }),
  ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((names) => hostsIn(names))
    .meta({
      group: 'access',
      description:
        "Names, beside this machine's own, by which the mail inbox and the simulator may be called, with commas between.",
    }),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((dir) => resolve(ROOT, dir))
    .meta({
      group: 'shop',
      description: 'Data, keys and first passwords of the embedded parts, and the log `shop.log`.',
    }),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  CHECK_ANSWERS: z
    .enum(['0', '1'])
    .default('0')
    .transform((text) => text === '1')
    .meta({
      group: 'watching',
      unset: '0; `npm run dev`: 1',
      description:
        '`1` holds every answer of the services against what its call declares; one that is not so is logged and goes out as 500.',
    }),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'Must begin with postgres:// or postgresql://' }).optional(),
  ...brokerConfig,
  S3_ENDPOINT: z.string().optional(),
  MONGODB_URL: z.string().optional(),
  SMTP_URL: z.string().optional(),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_WEBHOOK_ID: z.string().optional(),
  ADMIN_EMAIL: z.email().default('admin@ghostline.example'),
  ADMIN_PASSWORD: z.string().min(12, 'at least 12 characters').optional(),
  RECAPTCHA_SITE_KEY: z.string().optional(),
  RECAPTCHA_SECRET: z.string().optional(),
  NODE_ENV: z.string().optional(),
});
export type LocalConfig = z.output<typeof LocalConfig>;

/** The configuration of a start. It is stricter than that of the commands, because commands repair a shop that does not start. */
export const StartConfig = LocalConfig.refine(
  ({ RECAPTCHA_SITE_KEY, RECAPTCHA_SECRET }) => Boolean(RECAPTCHA_SITE_KEY) === Boolean(RECAPTCHA_SECRET),
  {
    path: ['RECAPTCHA_SITE_KEY'],
    message: 'Set it together with RECAPTCHA_SECRET, or neither',
  },
);

type Flags = { reset: boolean; demo: boolean };

/** @throws Error for an unknown flag */
export function readFlags(args: readonly string[]): Flags {
  const unknown = args.find((arg) => !['--reset', '--no-demo'].includes(arg));
  if (unknown)
    throw new Error(`Unknown option ${unknown}. There are --reset (start over) and --no-demo (leave a new shop empty).`);
  return { reset: args.includes('--reset'), demo: !args.includes('--no-demo') };
}
