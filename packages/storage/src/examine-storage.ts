import type { StorageConfig } from './create-storage';
import { createStorage } from './create-storage';

const NEVER_THERE = 'doctor/nothing';
const PATIENCE_MS = 8000;

/** What is wrong with the S3 of the configuration; files need no question. → sentences */
export async function examineStorage(config: StorageConfig): Promise<string[]> {
  const { S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY } = config;
  if (!S3_ENDPOINT) return [];
  if (!S3_ACCESS_KEY || !S3_SECRET_KEY) return ['S3_ENDPOINT needs S3_ACCESS_KEY and S3_SECRET_KEY. Set both.'];
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), PATIENCE_MS);
  });
  try {
    await Promise.race([createStorage(config).then((storage) => storage.stat(NEVER_THERE)), late]);
    return [];
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const { host } = new URL(S3_ENDPOINT);
    if (/AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch/.test(`${code} ${message}`))
      return [
        `S3_ACCESS_KEY: the storage ${host} does not let it at the bucket ${config.S3_BUCKET}. Correct the key, or its rights.`,
      ];
    if (/AuthorizationHeaderMalformed|PermanentRedirect|IllegalLocationConstraint/.test(`${code} ${message}`))
      return [`S3_REGION: the bucket ${config.S3_BUCKET} at ${host} is not in ${config.S3_REGION}. Name its region.`];
    return [`S3_ENDPOINT: the storage ${host} does not answer (${code ?? message}). Start it, or correct the address.`];
  } finally {
    clearTimeout(timer);
  }
}
