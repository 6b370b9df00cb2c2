import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { reply, type Reply } from '@shop/http';
import type { Request } from 'express';

type Encoding = 'identity' | 'gzip' | 'br';
/** JSON with the hash that its ETags are made of. Each form is compressed when it is first asked for, off the event loop. */
export type Encoded = { hash: string; bodyIn: (encoding: Encoding) => Promise<Buffer> };
/** `level` of gzip and `quality` of brotli. */
type Effort = { level: number; quality: number };

export const hashOf = (identity: Buffer) => createHash('sha256').update(identity).digest('base64url').slice(0, 27);

export function encode(identity: Buffer, effort: Effort, hash = hashOf(identity)): Encoded {
  const bodies = new Map<Encoding, Promise<Buffer>>();
  return {
    hash,
    bodyIn(encoding) {
      const body = bodies.get(encoding) ?? compressed(identity, encoding, effort);
      bodies.set(encoding, body);
      return body;
    },
  };
}

async function compressed(identity: Buffer, encoding: Encoding, { level, quality }: Effort): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(identity, { level });
  if (encoding === 'identity') return identity;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length };
  return promisify(brotliCompress)(identity, { params });
}

/** The form that a request takes, with a strong ETag of its own; or 304 when the caller has it already. */
export async function replyEncoded(req: Request, { hash, bodyIn }: Encoded): Promise<Reply<200, Buffer> | Reply<304, null>> {
  const encoding = encodingFor(req);
  const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;
  const headers = { etag, vary: 'Accept-Encoding, Authorization', 'cache-control': 'no-cache' };
  if (knows(req.headers['if-none-match'], etag)) return reply(304, null, headers);
  return reply(200, await bodyIn(encoding), {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  });
}

const encodingFor = (req: Request): Encoding => {
  if (!req.headers['accept-encoding']) return 'identity';
  if (req.acceptsEncodings('br')) return 'br';
  return req.acceptsEncodings('gzip') ? 'gzip' : 'identity';
};

const knows = (header: string | undefined, etag: string) =>
  header?.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, ''))) ?? false;
