import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fresh from 'fresh';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

type Encoding = 'br' | 'gzip' | 'identity';
/** The effort of compression: `level` of gzip (1 to 9) and `quality` of brotli (0 to 11). */
type Effort = { level: number; quality: number };
/** A body that is sent often. Each encoding is made on first use, off the event loop, and kept. */
export type EncodedBody = { etag: string; identity: Buffer; bodyIn: (encoding: Encoding) => Promise<Buffer> };

const COMPRESSED = ['br', 'gzip'] as const;

/** A short name of content, the same for the same bytes. */
export const hashOf = (content: Buffer | string) => createHash('sha256').update(content).digest('base64url').slice(0, 22);

/** Prepares a body for any encoding. `etag` names its content; `br` is the body as a build has compressed it. */
export function encode(
  identity: Buffer,
  { etag = `"${hashOf(identity)}"`, br, ...effort }: Effort & { etag?: string; br?: Buffer },
): EncodedBody {
  const bodies = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(identity)]]);
  if (br) bodies.set('br', Promise.resolve(br));
  return {
    etag,
    identity,
    bodyIn(encoding) {
      const cachedBody = bodies.get(encoding);
      if (cachedBody) return cachedBody;
      const body = compress(identity, encoding, effort);
      bodies.set(encoding, body);
      // Tries again after a failure, such as a lack of memory.
      body.catch(() => bodies.delete(encoding));
      return body;
    },
  };
}

/**
 * Answers a body in the best encoding that the request's headers accept, or 304 when the caller has it. Each encoding has its own
 * bytes, and so its own ETag.
 * @returns status, headers (`vary` has `varies` beside the encoding) and body
 */
export async function answerEncoded(requestHeaders: IncomingHttpHeaders, body: EncodedBody, varies: readonly string[] = []) {
  const encoding = encodingFor(requestHeaders['accept-encoding']);
  const headers = { etag: etagIn(body, encoding), vary: ['Accept-Encoding', ...varies].join(', ') };
  if (isUnchanged(requestHeaders, headers.etag)) return { status: 304, headers, body: null } as const;
  const bytes = await body.bodyIn(encoding);
  return { status: 200, headers: { ...headers, ...headersOfBody(bytes, encoding) }, body: bytes } as const;
}

/** An answer with a body that is sent often. `headers` are names and values in turns, as `writeHead` takes them. */
export type PreparedAnswer = { status: 200; headers: string[]; body: Buffer } | { status: 304; headers: string[]; body: null };

/**
 * Answers like `answerEncoded`, for a body that is sent thousands of times a second: what two answers in one encoding have in common
 * is made once. `always` are headers of each answer.
 * @returns a function from a request's headers to its answer, or to a promise of it while an encoding is made for the first time
 */
export function prepareAnswers(body: EncodedBody, varies: readonly string[], always: Readonly<Record<string, string>>) {
  const common = { ...always, vary: ['Accept-Encoding', ...varies].join(', ') };
  const answers = new Map<Encoding, PreparedAnswers>();

  const prepare = async (encoding: Encoding): Promise<PreparedAnswers> => {
    const bytes = await body.bodyIn(encoding);
    const etag = etagIn(body, encoding);
    const answer: PreparedAnswers = {
      etag,
      found: { status: 200, headers: inTurns({ ...common, etag, ...headersOfBody(bytes, encoding) }), body: bytes },
      unchanged: { status: 304, headers: inTurns({ ...common, etag }), body: null },
    };
    answers.set(encoding, answer);
    return answer;
  };

  return (requestHeaders: IncomingHttpHeaders): PreparedAnswer | Promise<PreparedAnswer> => {
    const encoding = encodingFor(requestHeaders['accept-encoding']);
    const choose = ({ etag, found, unchanged }: PreparedAnswers) => (isUnchanged(requestHeaders, etag) ? unchanged : found);
    const answer = answers.get(encoding);
    return answer ? choose(answer) : prepare(encoding).then(choose);
  };
}

type PreparedAnswers = { etag: string; found: PreparedAnswer; unchanged: PreparedAnswer };

const inTurns = (headers: Readonly<Record<string, string>>) => Object.entries(headers).flat();

const etagIn = ({ etag }: EncodedBody, encoding: Encoding) =>
  encoding === 'identity' ? etag : etag.replace(/"$/, `-${encoding}"`);

const headersOfBody = (bytes: Buffer, encoding: Encoding) => ({
  'content-length': String(bytes.length),
  ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
});

/** Whether the caller has the body already, even when they ask with `no-cache`, because fetch sends it with every ETag. */
const isUnchanged = ({ 'if-none-match': knownEtag }: IncomingHttpHeaders, etag: string) =>
  knownEtag !== undefined && fresh({ 'if-none-match': knownEtag }, { etag });

/** Browsers send few different headers; clients that make them up push out only each other's. */
const encodingByHeader = new LRUCache<string, Encoding>({ max: 200 });
const LONGEST_CACHED = 200;

/** The best encoding that an Accept-Encoding header allows. */
export function encodingFor(acceptEncoding: string | string[] | undefined): Encoding {
  if (!acceptEncoding) return 'identity';
  const header = String(acceptEncoding);
  const cachedEncoding = encodingByHeader.get(header);
  if (cachedEncoding) return cachedEncoding;
  const acceptedEncodings = new Negotiator({ headers: { 'accept-encoding': header } }).encodings([...COMPRESSED]);
  const best = COMPRESSED.find((encoding) => acceptedEncodings.includes(encoding)) ?? 'identity';
  if (header.length <= LONGEST_CACHED) encodingByHeader.set(header, best);
  return best;
}

function compress(identity: Buffer, encoding: Encoding, { level, quality }: Effort): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(identity, { level });
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length };
  return promisify(brotliCompress)(identity, { params });
}
