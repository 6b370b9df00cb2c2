import { createHash } from 'node:crypto';
import type { ObjectStorage, StoredObject } from './storage';

const NAMED_BY_HASH = /\/([0-9a-f]{64})\.(?:webp|mp3)$/;
/** Bytes of a WebP beside those that its header counts. */
const RIFF_HEADER = 8;
const END_OF_JPEG = Buffer.from([0xff, 0xd9]);
const END_OF_LIST = Buffer.from(']');

/**
 * Reads each object of a folder and yields those that are not what was stored: their bytes differ from the SHA-256 in their name,
 * or they are a picture or a waveform that was cut off. Of an object with another name and form only the size is known, so it is not yielded.
 */
export async function* damagedIn(storage: ObjectStorage, folder: string): AsyncGenerator<{ key: string }> {
  for await (const object of storage.list(folder)) if (!(await isWhole(storage, object))) yield { key: object.key };
}

async function isWhole(storage: ObjectStorage, { key, size }: StoredObject): Promise<boolean> {
  const hash = NAMED_BY_HASH.exec(key)?.[1];
  if (hash) return hasHash(storage, key, hash);
  if (key.endsWith('.webp')) {
    if (size < RIFF_HEADER) return false;
    return (await bytes(storage, key, 0, RIFF_HEADER - 1)).readUInt32LE(4) + RIFF_HEADER === size;
  }
  // A preview and a waveform have the name of their cover and their recording, so only their ends tell whether they are whole.
  if (key.endsWith('.jpg')) return (await lastBytes(storage, key, size, 2)).equals(END_OF_JPEG);
  if (key.endsWith('.json')) return (await lastBytes(storage, key, size, 1)).equals(END_OF_LIST);
  return true;
}

/** Whether an object is there with other bytes than those of a SHA-256, which reads all of it. */
export async function hasOtherHash(storage: ObjectStorage, key: string, sha256: string): Promise<boolean> {
  try {
    return !(await hasHash(storage, key, sha256));
  } catch (error) {
    // It may have been removed since its row was read.
    if (await storage.stat(key)) throw error;
    return false;
  }
}

const hasHash = async (storage: ObjectStorage, key: string, sha256: string) => (await hashOf(storage, key)) === sha256;

const lastBytes = (storage: ObjectStorage, key: string, size: number, count: number) =>
  size < count ? Promise.resolve(Buffer.alloc(0)) : bytes(storage, key, size - count, size - 1);

async function hashOf(storage: ObjectStorage, key: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await storage.read(key)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function bytes(storage: ObjectStorage, key: string, start: number, end: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await storage.read(key, { start, end })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
