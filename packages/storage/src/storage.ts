import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { notFound, STREAMED } from '@shop/http';
import type { Request, Response } from 'express';

type ObjectFacts = { size: number; contentType: string };
export type StoredObject = { key: string; size: number };

/** A part that the storage has, with the mark that an S3 gave it. The caller keeps the parts of an upload in their order. */
export type StoredPart = { etag: string; size: number };
/** An object that is not whole yet, by its key and the storage's name of the upload. */
export type GrowingObject = { key: string; upload: string };

/**
 * Stores an object in parts, one after the other, over days and by several processes. The caller keeps the key, the storage's name
 * of the upload and the list of parts, and lets only one process at a time write. No part is in the list before `writePart` has
 * ended, so that a broken one is written anew in its place.
 */
export type ObjectUploads = {
  /** The bytes of a part, and the fewest of one that is not the last. */
  partBytes: number;
  leastPartBytes: number;
  /** @returns the storage's name of the upload */
  begin: (key: string, contentType: string) => Promise<string>;
  /**
   * Writes the part after those in `parts`. @returns the part for the list, once it is safe from a power cut
   * @throws LostUpload
   */
  writePart: (object: GrowingObject, parts: readonly StoredPart[], body: Buffer) => Promise<StoredPart>;
  /** Makes the object of all its parts, at least one; a second time has no effect. @throws LostUpload */
  finish: (object: GrowingObject, parts: readonly StoredPart[]) => Promise<void>;
  /** Removes what is there of an upload; one that is over or unknown has nothing. */
  abort: (object: GrowingObject) => Promise<void>;
  /** The uploads under a folder that are neither finished nor aborted. */
  unfinished: (folder: string) => AsyncIterable<GrowingObject>;
};

/** How an S3 is reached. */
export type MinioOptions = {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  bucket: string;
  region?: string;
  /** For how many milliseconds the store may send nothing while it owes an answer (20,000). */
  answerWithinMs?: number;
};
export type StoragePlace = { folder: string } | MinioOptions;

/** Stores objects under keys like `public/ab12.webp`. Two implementations: MinIO (any S3), and files on one machine. */
export type ObjectStorage = {
  put: (key: string, body: Buffer | Readable, facts: ObjectFacts) => Promise<void>;
  stat: (key: string) => Promise<ObjectFacts | null>;
  /** Reads an object, or a part of it in bytes; `end` is inclusive. */
  read: (key: string, range?: { start: number; end: number }) => Promise<Readable>;
  remove: (key: string) => Promise<void>;
  /** The objects directly below a folder such as `private/originals`, in the order of the bytes of their keys; sizes in bytes. */
  list: (folder: string) => AsyncIterable<StoredObject>;
  uploads: ObjectUploads;
  /** Where the objects lie, for a thread that opens the same storage. */
  place: StoragePlace;
  /**
   * Removes the remains of objects whose writing was killed an hour ago or earlier, and of uploads in parts that have rested for
   * three days. Services run it as a task.
   */
  removeAbandoned: () => Promise<void>;
};

/** The storage has lost bytes of an upload in parts, or knows nothing of it: it must begin anew. */
export class LostUpload extends Error {
  constructor() {
    super('The storage has lost an upload, or a part of it');
  }
}

const KEY = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9._-]*)+$/i;

/** The key itself. @throws Error for a key that could leave the storage; keys come from hashes, never from file names. */
export function checkedKey(key: string): string {
  if (!KEY.test(key) || key.includes('..')) throw new Error('Not an object key');
  return key;
}

/** A private file that is sent to be saved under its name; `etag` is the hash of its content, `size` what it must have. */
type Attachment = { name: string; etag: string; size?: number };

/** Bytes that never change, of a known length. With `name` they are private, and saved under it. */
type Content = {
  size: number;
  contentType: string;
  etag: string;
  name?: string;
  lastModified?: Date;
  /** Reads all of them, or a range; `end` is inclusive. */
  read: (range?: { start: number; end: number }) => Promise<Readable>;
};

/**
 * Gives the address at which the store itself hands a private object out for five minutes, saved under this name and with this media
 * type. Nobody can take it back.
 */
export type ObjectLinks = (key: string, file: { name: string; contentType: string }) => Promise<string>;

const TYPES_BY_ENDING: Record<string, string> = {
  '.wav': 'audio/wav',
  '.flac': 'audio/flac',
  '.mp3': 'audio/mpeg',
  '.aif': 'audio/aiff',
  '.aiff': 'audio/aiff',
  '.mid': 'audio/midi',
  '.midi': 'audio/midi',
  '.ogg': 'audio/ogg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
};

/**
 * Streams an object that never changes, with ranges. A private one is an `attachment`: no cache of others keeps it, and no browser
 * opens it as a page. @throws Refusal 404 when there is none; Error when it was cut off
 */
export async function sendObject(
  req: Request,
  res: Response,
  storage: ObjectStorage,
  key: string,
  attachment?: Attachment,
): Promise<typeof STREAMED> {
  const facts = await wholeObject(storage, key, attachment?.size);
  return sendContent(req, res, {
    size: facts.size,
    contentType: attachment ? typeOf(attachment.name) : facts.contentType,
    etag: attachment?.etag ?? key.slice(key.lastIndexOf('/') + 1),
    name: attachment?.name,
    read: (range) => storage.read(key, range),
  });
}

/** The link to a private object, once it is sure that the store has all of it. @throws Refusal, Error like `sendObject` */
export async function linkToObject(
  storage: ObjectStorage,
  links: ObjectLinks,
  key: string,
  attachment: Attachment,
): Promise<string> {
  await wholeObject(storage, key, attachment.size);
  return links(key, { name: attachment.name, contentType: typeOf(attachment.name) });
}

/** @throws Refusal 404 when there is none; Error when it has another size than it must have */
async function wholeObject(storage: ObjectStorage, key: string, size: number | undefined): Promise<ObjectFacts> {
  const facts = await storage.stat(key);
  if (!facts) throw notFound('file');
  if (size !== undefined && size !== facts.size) throw new Error(`The object ${key} was cut off`);
  return facts;
}

/** Streams what is not one object, as `sendObject` does, with ranges. */
export async function sendContent(req: Request, res: Response, content: Content): Promise<typeof STREAMED> {
  const { size, contentType, name, lastModified, read } = content;
  const etag = `"${content.etag}"`;
  if (name !== undefined) res.attachment(name);
  if (lastModified) res.set('last-modified', lastModified.toUTCString());
  res.set({
    'content-type': contentType,
    'cache-control': name !== undefined ? 'private, no-cache' : 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    etag,
    'content-security-policy': "sandbox; default-src 'none'",
  });
  if (req.headers['if-none-match'] === etag) {
    res.status(304).end();
    return STREAMED;
  }
  const ifRange = req.headers['if-range'];
  const same = ifRange === undefined || ifRange === etag || ifRange === lastModified?.toUTCString();
  const range = same ? requestedRange(req.headers.range, size) : null;
  if (range === 'unsatisfiable') {
    res.status(416).set('content-range', `bytes */${size}`).end();
    return STREAMED;
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) res.status(206).set('content-range', `bytes ${start}-${end}/${size}`);
  res.set('content-length', String(end - start + 1));
  if (req.method === 'HEAD') {
    res.end();
    return STREAMED;
  }
  const body = await read(range ?? undefined);
  // A client may end the stream early, which is no error.
  await pipeline(body, res).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
  return STREAMED;
}

const endingOf = (name: string) => /\.\w+$/.exec(name)?.[0].toLowerCase() ?? '';
const typeOf = (name: string) => TYPES_BY_ENDING[endingOf(name)] ?? 'application/octet-stream';

/** The requested range in bytes. Several ranges, or a malformed header, get the whole object, as the standard allows. */
export function requestedRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  // A reversed range is ignored; an object of size zero has no range.
  if (match[1] !== '' && match[2] !== '' && Number(match[2]) < start) return null;
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
