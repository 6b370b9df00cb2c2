import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fresh from 'fresh';
import Negotiator from 'negotiator';

type Encoding = 'br' | 'gzip' | 'identity';
/** The effort of compression: `level` of gzip (1 to 9) and `quality` of brotli (0 to 11). */
type Effort = { level: number; quality: number };
/** A body that is sent often. Each encoding is made on first use, off the event loop, and kept. */
export type Encoded = { etag: string; identity: Buffer; bodyIn: (encoding: Encoding) => Promise<Buffer> };

const COMPRESSED = ['br', 'gzip'] as const;

/** A short name of content, the same for the same bytes. */
export const hashOf = (content: Buffer | string) => createHash('sha256').update(content).digest('base64url').slice(0, 22);

/** Prepares a body for any encoding. `etag` names its content; `br` is the body as a build has compressed it. */
export function encoded(
  identity: Buffer,
  { etag = `"${hashOf(identity)}"`, br, ...effort }: Effort & { etag?: string; br?: Buffer },
): Encoded {
  const bodies = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(identity)]]);
  if (br) bodies.set('br', Promise.resolve(br));
  return {
    etag,
    identity,
    bodyIn(encoding) {
      const known = bodies.get(encoding);
      if (known) return known;
      const body = compressed(identity, encoding, effort);
      bodies.set(encoding, body);
      // Tries again after a failure, such as a lack of memory.
      body.catch(() => bodies.delete(encoding));
      return body;
    },
  };
}

/**
 * Answers a body in the best encoding that the request's headers accept, or 304 when the caller has it. Each encoding has its own
 * bytes, and so its own ETag. → status, headers (`vary` has `varies` beside the encoding) and body
 */
export async function answerEncoded(asked: IncomingHttpHeaders, body: Encoded, varies: readonly string[] = []) {
  const encoding = encodingFor(asked['accept-encoding']);
  const etag = encoding === 'identity' ? body.etag : body.etag.replace(/"$/, `-${encoding}"`);
  const headers = { etag, vary: ['Accept-Encoding', ...varies].join(', ') };
  // Answers 304 even to `no-cache`, because fetch sends it with every request that names a tag.
  if (fresh({ 'if-none-match': asked['if-none-match'] }, { etag })) return { status: 304, headers, body: null } as const;
  const bytes = await body.bodyIn(encoding);
  const length = { 'content-length': String(bytes.length) };
  return {
    status: 200,
    headers: { ...headers, ...length, ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }) },
    body: bytes,
  } as const;
}

/** The best encoding that an Accept-Encoding header allows. */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  if (!accepted) return 'identity';
  const taken = new Negotiator({ headers: { 'accept-encoding': String(accepted) } }).encodings([...COMPRESSED]);
  return COMPRESSED.find((one) => taken.includes(one)) ?? 'identity';
}

function compressed(identity: Buffer, encoding: Encoding, { level, quality }: Effort): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(identity, { level });
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length };
  return promisify(brotliCompress)(identity, { params });
}
