import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { create } from 'content-disposition';
import { Client } from 'minio';
import { checkedKey, LostUpload, type MinioOptions, type ObjectLinks, type ObjectStorage, type ObjectUploads } from './storage';

/** MinIO's own default. */
export const DEFAULT_REGION = 'us-east-1';

/**
 * Stores objects in any S3 that MinIO's client can speak to. Each request is signed for `region`, and other regions refuse it. A
 * missing bucket is created, and nothing in it is public.
 */
export async function createMinioStorage(options: MinioOptions): Promise<ObjectStorage> {
  const { endpoint, accessKey, secretKey, bucket, region = DEFAULT_REGION, answerWithinMs = 20_000 } = options;
  const client = clientOf({ endpoint, accessKey, secretKey, region, answerWithinMs });
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
    uploads: uploadsIn(client, bucket),
    place: { endpoint, accessKey, secretKey, bucket, region, answerWithinMs },
    // MinIO does that by itself, other stores by a rule of the bucket (docs/operating.md#the-key-of-an-object-store).
    removeAbandoned: () => Promise.resolve(),
  };
}

/** For how many seconds a link works (docs/product/delivery.md#from-the-object-store). */
const LINK_SECONDS = 300;

/**
 * Signs links to the objects of a store. They are signed for the host of `endpoint`, so it is the one that browsers reach; with the
 * region known, nothing is asked of the store.
 */
export function createMinioLinks({
  endpoint,
  accessKey,
  secretKey,
  bucket,
  region = DEFAULT_REGION,
}: Omit<MinioOptions, 'answerWithinMs'>): ObjectLinks {
  const client = clientOf({ endpoint, accessKey, secretKey, region });
  return async (key, { name, contentType }) =>
    client.presignedGetObject(bucket, checkedKey(key), LINK_SECONDS, {
      // Its own fallback has ASCII alone: stores differ in what they make of other letters.
      'response-content-disposition': create(name),
      'response-content-type': contentType,
      'response-cache-control': 'private, no-store',
    });
}

type ClientOptions = Required<Pick<MinioOptions, 'endpoint' | 'accessKey' | 'secretKey' | 'region'>> & {
  answerWithinMs?: number;
};

function clientOf({ endpoint, accessKey, secretKey, region, answerWithinMs }: ClientOptions): Client {
  const { hostname, port, protocol } = new URL(endpoint);
  const useSSL = protocol === 'https:';
  return new Client({
    endPoint: hostname,
    port: Number(port) || (useSSL ? 443 : 80),
    useSSL,
    accessKey,
    secretKey,
    region,
    ...(answerWithinMs !== undefined && { transport: impatient(useSSL ? https : http, answerWithinMs) as typeof http }),
  });
}

/** S3 takes parts of 5 MB to 5 GB, at most 10,000 of an object, and only the last may be smaller. */
const PART_BYTES = 16 * 1024 * 1024;
const LEAST_PART_BYTES = 5 * 1024 * 1024;

/** Uploads in parts. What the store itself lists is never asked for, because it may show a later part without an earlier one. */
const uploadsIn = (client: Client, bucket: string): ObjectUploads => ({
  partBytes: PART_BYTES,
  leastPartBytes: LEAST_PART_BYTES,
  begin: (key, contentType) => client.initiateNewMultipartUpload(bucket, checkedKey(key), { 'content-type': contentType }),
  async writePart({ key, upload }, parts, body) {
    const place = {
      bucketName: bucket,
      objectName: checkedKey(key),
      uploadID: upload,
      partNumber: parts.length + 1,
      headers: {},
    };
    const { etag } = await client.uploadPart(place, body).catch((error: unknown) => {
      throw isUnknownUpload(error) ? new LostUpload() : error;
    });
    return { etag, size: body.length };
  },
  async finish({ key, upload }, parts) {
    const etags = parts.map(({ etag }, index) => ({ part: index + 1, etag }));
    await client.completeMultipartUpload(bucket, checkedKey(key), upload, etags).catch(async (error: unknown) => {
      if ((error as { code?: string }).code === 'InvalidPart') throw new LostUpload();
      // An answer that was lost: the store no longer knows the upload, and has the object.
      if (!isUnknownUpload(error)) throw error;
      const stats = await client.statObject(bucket, key).catch((absent: { code?: string }) => {
        if (['NotFound', 'NoSuchKey'].includes(absent.code ?? '')) return null;
        throw absent;
      });
      if (stats?.size !== parts.reduce((sum, { size }) => sum + size, 0)) throw new LostUpload();
    });
  },
  async abort({ key, upload }) {
    await client.abortMultipartUpload(bucket, checkedKey(key), upload).catch((error: unknown) => {
      if (!isUnknownUpload(error)) throw error;
    });
  },
  async *unfinished(folder) {
    // The client's own list asks for the parts of each upload too.
    let after = '';
    while (true) {
      const page = await client.listIncompleteUploadsQuery(bucket, `${folder}/`, after, '', '');
      for (const { key, uploadId } of page.uploads) yield { key, upload: uploadId };
      if (!page.isTruncated) return;
      after = page.nextKeyMarker;
    }
  },
});

const isUnknownUpload = (error: unknown) => (error as { code?: string }).code === 'NoSuchUpload';

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
