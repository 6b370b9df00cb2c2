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
  /** The name of the shop in authenticator apps and passkeys. No store may have it. */
  SITE_NAME: z.string().default('Ghostline'),
  FACTOR_KEY: keyRing,
  /** Whether admins must have a second factor. Unset, they must in production only. */
  ADMIN_SECOND_FACTOR: z.enum(['required', 'optional']).optional(),
  /** An admin's session ends after this many minutes without use. */
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

export const requiresFactorOfAdmins = ({ ADMIN_SECOND_FACTOR, NODE_ENV }: Pick<Config, 'ADMIN_SECOND_FACTOR' | 'NODE_ENV'>) =>
  (ADMIN_SECOND_FACTOR ?? (NODE_ENV === 'production' ? 'required' : 'optional')) === 'required';
