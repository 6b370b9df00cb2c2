import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUCKET } from '@shop/contracts/constants';
import { serviceConfig, webAddress } from '@shop/runtime';
import { storageConfig } from '@shop/storage';
import { z } from 'zod';

export const Config = z.object({
  ...serviceConfig,
  ...storageConfig(BUCKET),
  /** The store name of tracks that belong to no seller (docs/product/catalogue.md#whose-a-track-is). */
  SITE_NAME: z.string().default('Ghostline'),
  /** Where uploads lie while they are judged. Each user of the machine has a folder, which the others cannot write into. */
  UPLOAD_DIR: z.string().default(join(tmpdir(), `shop-catalog-uploads-${process.getuid?.() ?? 'shop'}`)),
  /** The OpenSearch that finds tracks, with its account if it asks for one; without it, each replica searches in its memory. */
  OPENSEARCH_URL: webAddress.optional(),
});
export type Config = z.output<typeof Config>;
