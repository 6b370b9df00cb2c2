import { within } from '@shop/http';
import { examineDisk, guessable } from '@shop/runtime';
import type { StorageConfig } from './create-storage';
import { createStorage } from './create-storage';

const NEVER_THERE = 'doctor/nothing';
const PATIENCE_MS = 8000;

/**
 * Examines the configured storage: the S3, or the disk of the files.
 * @returns the problems, in sentences
 */
export async function examineStorage(config: StorageConfig): Promise<string[]> {
  const { S3_ENDPOINT, S3_SECRET_KEY, STORAGE_DIR } = config;
  const findings = S3_ENDPOINT ? await examineS3(S3_ENDPOINT, config) : await examineDisk('STORAGE_DIR', STORAGE_DIR);
  return [...guessable({ S3_SECRET_KEY }), ...findings];
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
