import { z } from 'zod';
import { botCheckConfig, serviceConfig } from '@shop/kit';
import { isCommonPassword } from './passwords/common-passwords';
import { ADMIN_PASSWORD_MIN } from './passwords/new-password';

export const Config = z.object({
  ...serviceConfig,
  ...botCheckConfig,
  PUBLIC_URL: z.url(),
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
