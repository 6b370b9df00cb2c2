import { z } from 'zod';
import { botCheckConfig, serviceConfig } from '@shop/kit';

export const Config = z.object({
  ...serviceConfig,
  ...botCheckConfig,
  PUBLIC_URL: z.url(),
  ADMIN_EMAIL: z
    .email()
    .transform((email) => email.toLowerCase())
    .optional(),
  ADMIN_PASSWORD: z.string().min(12, 'at least 12 characters').optional(),
});
export type Config = z.output<typeof Config>;
