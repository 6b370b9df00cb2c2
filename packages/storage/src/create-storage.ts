import { webAddress, whenThere, type Log } from '@shop/runtime';
import { z } from 'zod';
import type { ObjectLinks, ObjectStorage } from './storage';
import { createFileStorage } from './storage-files';
import { createMinioLinks, createMinioStorage, DEFAULT_REGION } from './storage-minio';

/** The variables of a service's storage: S3 when its endpoint is set, by default in this bucket, else files below `STORAGE_DIR`. */
export const storageConfig = (bucket: string) => ({
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'Must begin with http:// or https://' })
    .optional()
    .meta({
      group: 'servers',
      unset: 'files in `STORAGE_DIR`',
      description: 'MinIO or S3, with both keys.',
    }),
  S3_ACCESS_KEY: z.string().optional().meta({ group: 'servers', description: 'Its access key.' }),
  S3_SECRET_KEY: z.string().optional().meta({ group: 'servers', description: 'Its secret key.' }),
  S3_BUCKET: z.string().default(bucket).meta({ group: 'servers', description: 'The bucket.' }),
  S3_REGION: z.string().default(DEFAULT_REGION).meta({
    group: 'servers',
    description: 'The region of the bucket.',
  }),
  STORAGE_DIR: z.string().default('.data/objects').meta({
    group: 'processes',
    unset: 'below `DATA_DIR`',
    description: 'Objects without S3.',
  }),
});

/** The variable of a service that hands private files out to browsers. */
export const linksConfig = {
  S3_PUBLIC_ENDPOINT: webAddress.optional().meta({
    group: 'servers',
    unset: 'every file is sent by the service itself',
    description:
      'The address at which browsers reach that store: [single files of packages](operating.md#files-from-the-object-store) then come from there.',
  }),
};

export type StorageConfig = {
  S3_ENDPOINT?: string;
  S3_PUBLIC_ENDPOINT?: string;
  S3_ACCESS_KEY?: string;
  S3_SECRET_KEY?: string;
  S3_BUCKET: string;
  S3_REGION: string;
  STORAGE_DIR: string;
};

/** Opens the storage: S3 when its endpoint is set, else files. @throws Error when the endpoint has no keys. */
export async function createStorage(config: StorageConfig): Promise<ObjectStorage> {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = config;
  if (!endpoint) {
    const storage = createFileStorage(config.STORAGE_DIR);
    await storage.removeAbandoned();
    return storage;
  }
  if (!accessKey || !secretKey) throw new Error('S3_ENDPOINT needs S3_ACCESS_KEY and S3_SECRET_KEY');
  return createMinioStorage({ endpoint, accessKey, secretKey, bucket: config.S3_BUCKET, region: config.S3_REGION });
}

/** What is wrong when there is a public address of an object store, and no store behind it. */
export const NO_STORE = 'S3_PUBLIC_ENDPOINT needs S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY. Set them, or leave it out.';

/** Signs links to the object store; null unless browsers reach it. @throws Error when there is no store with keys */
export function createObjectLinks(config: StorageConfig): ObjectLinks | null {
  const { S3_ENDPOINT, S3_PUBLIC_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = config;
  if (!endpoint) return null;
  if (!S3_ENDPOINT || !accessKey || !secretKey) throw new Error(NO_STORE);
  return createMinioLinks({ endpoint, accessKey, secretKey, bucket: config.S3_BUCKET, region: config.S3_REGION });
}

/** Opens the storage of a service that starts, and waits while the S3 is away. */
export const openStorage = (config: StorageConfig, log: Log): Promise<ObjectStorage> =>
  whenThere(() => createStorage(config), { what: 'the object store', log });
