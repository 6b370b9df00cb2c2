import { serviceConfig, webAddress } from '@shop/runtime';
import { botCheckConfig, keyRing } from '@shop/shared';
import { z } from 'zod';
import { isCommonPassword } from './credentials/common-passwords';
import { ADMIN_PASSWORD_MIN } from './credentials/new-password';

export const Config = z.object({
  ...serviceConfig,
  ...botCheckConfig,
  NODE_ENV: z.string().default('development'),
  PUBLIC_URL: webAddress,
  /** The name of the shop in authenticator apps and passkeys, which no store may have. */
  SITE_NAME: z.string().default('Ghostline'),
  /** Encrypts the secrets of authenticator apps. */
  FACTOR_KEY: keyRing,
  /** Whether admins must have a second factor. When it is not set, they must in production and nowhere else. */
  ADMIN_SECOND_FACTOR: z.enum(['required', 'optional']).optional(),
  /** After so many minutes without use, an admin's session ends. */
  ADMIN_IDLE_MINUTES: z.coerce.number().int().min(1).default(30),
  ADMIN_EMAIL: z
    .email()
    .transform((email) => email.toLowerCase())
    .optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(ADMIN_PASSWORD_MIN, `at least ${ADMIN_PASSWORD_MIN} characters`)
    .refine((password) => !isCommonPassword(password), 'one of the most used passwords')
    .optional(),
});
export type Config = z.output<typeof Config>;

/** Whether admins must have a second factor: as configured, and in production unless the configuration says otherwise. */
export const requiresFactorOfAdmins = ({ ADMIN_SECOND_FACTOR, NODE_ENV }: Pick<Config, 'ADMIN_SECOND_FACTOR' | 'NODE_ENV'>) =>
  (ADMIN_SECOND_FACTOR ?? (NODE_ENV === 'production' ? 'required' : 'optional')) === 'required';
