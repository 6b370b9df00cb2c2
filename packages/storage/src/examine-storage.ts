import { within } from '@shop/http';
import { examineDisk, examineWriting, guessable } from '@shop/runtime';
import type { StorageConfig } from './create-storage';
import { createStorage, NO_STORE } from './create-storage';
import { createFileStorage } from './storage-files';

const NEVER_THERE = 'doctor/nothing';
const PATIENCE_MS = 8000;

/**
 * Examines the configured storage: the S3, or the disk of the files.
 * @returns the problems, in sentences
 */
export async function examineStorage(config: StorageConfig): Promise<string[]> {
  const { S3_ENDPOINT, S3_PUBLIC_ENDPOINT, S3_SECRET_KEY, STORAGE_DIR } = config;
  const findings = S3_ENDPOINT
    ? [examineS3(S3_ENDPOINT, config)]
    : [examineDisk('STORAGE_DIR', STORAGE_DIR), examineWriting('STORAGE_DIR', STORAGE_DIR)];
  const withoutStore = S3_PUBLIC_ENDPOINT && !S3_ENDPOINT ? [NO_STORE] : [];
  return [...guessable({ S3_SECRET_KEY }), ...withoutStore, ...(await Promise.all(findings)).flat()];
}

async function examineS3(endpoint: string, config: StorageConfig): Promise<string[]> {
  const { S3_ACCESS_KEY, S3_SECRET_KEY } = config;
  if (!S3_ACCESS_KEY || !S3_SECRET_KEY) return ['S3_ENDPOINT needs S3_ACCESS_KEY and S3_SECRET_KEY. Set both.'];
  try {
    const check = createStorage(config).then((storage) => storage.stat(NEVER_THERE));
    await within(PATIENCE_MS, check, 'no answer');
    return [];
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const { host } = new URL(endpoint);
    if (/AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch/.test(`${code} ${message}`))
      return [
        `S3_ACCESS_KEY: the storage ${host} does not let it at the bucket ${config.S3_BUCKET}. Correct the key, or its rights.`,
      ];
    if (/AuthorizationHeaderMalformed|PermanentRedirect|IllegalLocationConstraint/.test(`${code} ${message}`))
      return [`S3_REGION: the bucket ${config.S3_BUCKET} at ${host} is not in ${config.S3_REGION}. Name its region.`];
    return [`S3_ENDPOINT: the storage ${host} does not answer (${code ?? message}). Start it, or correct the address.`];
  }
}

/**
 * Looks whether the storage has these objects, which the database names: where each replica has a storage of its own, some are missing.
 * @param label the objects, for the sentence
 * @returns a sentence when some are missing; nothing when the storage cannot be asked, which `examineStorage` tells
 */
export async function examineObjects(config: StorageConfig, label: string, keys: readonly string[]): Promise<string[]> {
  const findAll = async () => {
    const storage = config.S3_ENDPOINT ? await createStorage(config) : createFileStorage(config.STORAGE_DIR);
    return Promise.all(keys.map((key) => storage.stat(key)));
  };
  const foundKeys = await within(PATIENCE_MS, findAll(), 'no answer').catch(() => null);
  const missing = foundKeys?.filter((facts) => facts === null).length ?? 0;
  if (missing === 0) return [];
  const place = config.S3_ENDPOINT ? `S3_BUCKET: ${config.S3_BUCKET}` : 'STORAGE_DIR: the folder';
  return [
    `${place} lacks ${missing} of the ${keys.length} ${label} that the database names. All replicas need the same storage: one shared folder, or an S3. If they have it, look with \`npm run ops -- check\`.`,
  ];
}
