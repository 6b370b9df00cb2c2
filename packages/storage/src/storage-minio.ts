import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { Client } from 'minio';
import { checkedKey, type ObjectStorage } from './storage';

type MinioOptions = {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  bucket: string;
  region?: string;
  /** For how many milliseconds the store may send nothing while it owes an answer (20,000). */
  answerWithinMs?: number;
};

/** MinIO's own default. */
export const DEFAULT_REGION = 'us-east-1';

/**
 * Stores objects in any S3 that MinIO's client can speak to. Each request is signed for `region`, and other regions refuse it. A
 * missing bucket is created, and nothing in it is public.
 */
export async function createMinioStorage({
  endpoint,
  accessKey,
  secretKey,
  bucket,
  region = DEFAULT_REGION,
  answerWithinMs = 20_000,
}: MinioOptions): Promise<ObjectStorage> {
  const { hostname, port, protocol } = new URL(endpoint);
  const useSSL = protocol === 'https:';
  const client = new Client({
    endPoint: hostname,
    port: Number(port) || (useSSL ? 443 : 80),
    useSSL,
    accessKey,
    secretKey,
    region,
    transport: impatient(useSSL ? https : http, answerWithinMs) as typeof http,
  });
  if (!(await client.bucketExists(bucket))) {
    await client.makeBucket(bucket, region).catch((error: { code?: string }) => {
      // Another replica created it first.
      if (error.code !== 'BucketAlreadyOwnedByYou' && error.code !== 'BucketAlreadyExists') throw error;
    });
  }
  return {
    async put(key, body, { size, contentType }) {
      await client.putObject(bucket, checkedKey(key), body, size, { 'content-type': contentType });
    },
    async stat(key) {
      try {
        const stats = await client.statObject(bucket, checkedKey(key));
        const meta = stats.metaData as Record<string, string>;
        return { size: stats.size, contentType: meta['content-type'] ?? 'application/octet-stream' };
      } catch (error) {
        if (['NotFound', 'NoSuchKey'].includes((error as { code?: string }).code ?? '')) return null;
        throw error;
      }
    },
    read: (key, range) =>
      range
        ? client.getPartialObject(bucket, checkedKey(key), range.start, range.end - range.start + 1)
        : client.getObject(bucket, checkedKey(key)),
    async remove(key) {
      await client.removeObject(bucket, checkedKey(key));
    },
    async *list(folder) {
      const objects = client.listObjectsV2(bucket, `${folder}/`, false) as AsyncIterable<{ name?: string; size: number }>;
      // An entry without a name is a folder.
      for await (const { name, size } of objects) if (name !== undefined) yield { key: name, size };
    },
    // MinIO does that by itself, other stores by a rule of the bucket (docs/operating.md#the-key-of-an-object-store).
    removeAbandoned: () => Promise.resolve(),
  };
}

/**
 * Requests that fail with ETIMEDOUT when the store has sent nothing for `ms`. The limit does not run while the reader has yet to
 * take the data that has arrived, so that a listener may pause for any time.
 */
const impatient = ({ request }: typeof http | typeof https, ms: number) => ({
  request(options: RequestOptions, onAnswer: (answer: IncomingMessage) => void) {
    let answer: IncomingMessage | undefined;
    const clientRequest = request({ ...options, timeout: ms }, (response) => onAnswer((answer = response)));
    return clientRequest.on('timeout', () => {
      if (answer && answer.readableLength > 0) return void clientRequest.setTimeout(ms);
      const error = new Error(`The store has sent nothing for ${ms / 1000} s`);
      (answer ?? clientRequest).destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    });
  },
});
