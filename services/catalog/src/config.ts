import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUCKET } from '@shop/contracts/constants';
import { serviceConfig, webAddress } from '@shop/runtime';
import { deliveryConfig } from '@shop/shared';
import { linksConfig, storageConfig } from '@shop/storage';
import { z } from 'zod';

export const Config = z.object({
  ...serviceConfig,
  ...storageConfig(BUCKET),
  ...linksConfig,
  ...deliveryConfig,
  /** The store name of tracks that belong to no seller (docs/product/catalogue.md#whose-a-track-is). */
  SITE_NAME: z.string().default('Ghostline'),
  /** Each user of the machine has a folder, which the others cannot write into. */
  UPLOAD_DIR: z
    .string()
    .default(join(tmpdir(), `shop-catalog-uploads-${process.getuid?.() ?? 'shop'}`))
    .meta({
      group: 'processes',
      unset: "below `DATA_DIR`; a single catalog: the system's temporary folder",
      description: 'Uploads while they are checked.',
    }),
  PACKAGE_QUOTA_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(100 * 1024 ** 3)
    .meta({ group: 'shop', description: 'What all [packages](product/packages.md#limits) of one store may hold, in bytes.' }),
  OPENSEARCH_URL: webAddress.optional().meta({
    group: 'servers',
    unset: 'each replica of catalog searches in its memory',
    description:
      '[An OpenSearch that finds tracks](operating.md#an-engine-for-the-search), `https://user:password@host:9200`, for shops beyond some hundred thousand.',
  }),
});
export type Config = z.output<typeof Config>;
