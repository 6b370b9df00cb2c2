import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { notFound, STREAMED } from '@shop/http';
import type { Request, Response } from 'express';

type ObjectFacts = { size: number; contentType: string };
export type StoredObject = { key: string; size: number };

/** Stores objects under keys like `public/ab12.webp`. Two implementations: MinIO (any S3), and files on one machine. */
export type ObjectStorage = {
  put: (key: string, body: Buffer | Readable, facts: ObjectFacts) => Promise<void>;
  stat: (key: string) => Promise<ObjectFacts | null>;
  /** Reads an object, or a part of it in bytes; `end` is inclusive. */
  read: (key: string, range?: { start: number; end: number }) => Promise<Readable>;
  remove: (key: string) => Promise<void>;
  /** The objects directly below a folder such as `private/originals`, in the order of the bytes of their keys; sizes in bytes. */
  list: (folder: string) => AsyncIterable<StoredObject>;
  /** Removes the remains of uploads that were killed an hour ago or earlier. Services run it as a task. */
  removeAbandoned: () => Promise<void>;
};

const KEY = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9._-]*)+$/i;

/** The key itself. @throws Error for a key that could leave the storage; keys come from hashes, never from file names. */
export function checkedKey(key: string): string {
  if (!KEY.test(key) || key.includes('..')) throw new Error('Not an object key');
  return key;
}

/** Streams an object that never changes, with ranges. @throws Refusal 404 when there is none */
export async function sendObject(req: Request, res: Response, storage: ObjectStorage, key: string): Promise<typeof STREAMED> {
  const facts = await storage.stat(key);
  if (!facts) throw notFound('file');
  const etag = `"${key.slice(key.lastIndexOf('/') + 1)}"`;
  res.set({
    'content-type': facts.contentType,
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    etag,
    'content-security-policy': "sandbox; default-src 'none'",
  });
  if (req.headers['if-none-match'] === etag) {
    res.status(304).end();
    return STREAMED;
  }
  const same = (req.headers['if-range'] ?? etag) === etag;
  const range = same ? rangeOf(req.headers.range, facts.size) : null;
  if (range === 'unsatisfiable') {
    res.status(416).set('content-range', `bytes */${facts.size}`).end();
    return STREAMED;
  }
  const { start, end } = range ?? { start: 0, end: facts.size - 1 };
  if (range) res.status(206).set('content-range', `bytes ${start}-${end}/${facts.size}`);
  res.set('content-length', String(end - start + 1));
  if (req.method === 'HEAD') {
    res.end();
    return STREAMED;
  }
  const body = await storage.read(key, range ?? undefined);
  // A client may end the stream early, which is no error.
  await pipeline(body, res).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
  return STREAMED;
}

/** The requested range in bytes. Several ranges, or a malformed header, get the whole object, as the standard allows. */
export function rangeOf(header: string | undefined, size: number): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  // A reversed range is ignored; an object of size zero has no range.
  if (match[1] !== '' && match[2] !== '' && Number(match[2]) < start) return null;
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
