import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceConfig } from '@shop/runtime';
import { z } from 'zod';

export const Config = z.object({
  ...serviceConfig,
  /** Whose a track is that belongs to no seller (docs/product/catalogue.md#whose-a-track-is). */
  SITE_NAME: z.string().default('Ghostline'),
  /** Where uploads lie while they are judged. */
  /** One for each user of the machine: they cannot write into each other's. */
  UPLOAD_DIR: z.string().default(join(tmpdir(), `shop-catalog-uploads-${process.getuid?.() ?? 'shop'}`)),
});
export type Config = z.output<typeof Config>;
