import { serviceConfig, webAddress } from '@shop/runtime';
import { botCheckConfig, keyRing } from '@shop/shared';
import { z } from 'zod';
import { ADMIN_PASSWORD_MIN } from './accounts/admin-password';
import { isCommonPassword } from './credentials/common-passwords';

export const Config = z.object({
  ...serviceConfig,
  ...botCheckConfig,
  NODE_ENV: z.string().default('development'),
  PUBLIC_URL: webAddress,
  SITE_NAME: z.string().default('Ghostline'),
  FACTOR_KEY: keyRing.meta({
    group: 'keys',
    description: 'Encrypts the secrets of authenticator apps: `openssl rand -base64 32`.',
  }),
  ADMIN_SECOND_FACTOR: z.enum(['required', 'optional']).optional().meta({
    group: 'access',
    unset: 'required in production',
    description: '`required` or `optional`: whether admins must have a second factor.',
  }),
  ADMIN_IDLE_MINUTES: z.coerce.number().int().min(1).default(30).meta({
    group: 'access',
    description: "An admin's session ends after so many minutes without use.",
  }),
  ADMIN_EMAIL: z
    .email()
    .transform((email) => email.toLowerCase())
    .optional()
    .meta({ group: 'access', unset: '`admin@ghostline.example`', description: 'The first admin.' }),
  ADMIN_PASSWORD: z
    .string()
    .min(ADMIN_PASSWORD_MIN, `at least ${ADMIN_PASSWORD_MIN} characters`)
    .refine((password) => !isCommonPassword(password), 'one of the most used passwords')
    .optional()
    .meta({
      group: 'access',
      unset: 'made up, printed at the first start and on terminals unless others reach the shop, kept in `DATA_DIR`',
      description: `Their password, of at least ${ADMIN_PASSWORD_MIN} characters.`,
    }),
});
export type Config = z.output<typeof Config>;

export const requiresFactorOfAdmins = ({ ADMIN_SECOND_FACTOR, NODE_ENV }: Pick<Config, 'ADMIN_SECOND_FACTOR' | 'NODE_ENV'>) =>
  (ADMIN_SECOND_FACTOR ?? (NODE_ENV === 'production' ? 'required' : 'optional')) === 'required';
