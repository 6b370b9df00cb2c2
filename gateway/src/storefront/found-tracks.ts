import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { searchRoutes } from '@shop/contracts/routes';
import type { Log } from '@shop/runtime';
import type { RequestHandler } from 'express';
import type { Replicas } from '../upstream/replicas';
import { askAsVisitor } from '../upstream/visitor-call';
import { pickEncoding, type Encoded } from './encodings';

const FRESH_MS = 1000;
/** The most addresses whose answers are kept, and the longest of them. */
const MOST_KEPT = 300;
const LONGEST = 500;
/** An answer is small, and another choice has another. */
const EFFORT = { level: 6, quality: 4 };
const PATHS = Object.values(searchRoutes).map(({ path }) => new RegExp(`^${path.replace(':id', '[0-9]+')}(\\?|$)`));

type Kept = {
  etag: string;
  bodies: Partial<Record<keyof Encoded, Promise<Buffer>>> & { identity: Promise<Buffer> };
  checkedAt: number;
  stale: boolean;
};

/**
 * The answers of the search and of similar tracks, kept by their address and never staler than a second
 * (docs/product/catalogue.md#search). All who ask the same at the same time share one question; while catalog is away, the last known answer
 * holds.
 */
export function createFoundTracks(catalog: Replicas, privateKey: string, log: Log) {
  const answers = new Map<string, Kept>();
  const asking = new Map<string, Promise<Kept | null>>();

  /** → null when catalog refuses, which is for the caller to hear from catalog itself. */
  async function ask(url: string): Promise<Kept | null> {
    const kept = answers.get(url);
    try {
      const response = await askAsVisitor(catalog, url, privateKey, {
        'accept-encoding': 'identity',
        ...(kept && { 'if-none-match': kept.etag }),
      });
      if (response.status === 304 && kept) return { ...kept, checkedAt: Date.now(), stale: false };
      const etag = response.headers.get('etag');
      if (response.ok && etag !== null) {
        const body = Buffer.from(await response.arrayBuffer());
        return { etag, bodies: { identity: Promise.resolve(body) }, checkedAt: Date.now(), stale: false };
      }
      if (response.status < 500) return null;
      throw new Error(`catalog answered ${response.status}`);
    } catch (error) {
      log.warn({ err: error }, 'a search could not be checked');
      return kept ? { ...kept, checkedAt: Date.now(), stale: true } : null;
    }
  }

  /** The answer to an address of these calls, as JSON; null when catalog refuses it, or is away before it was ever answered. */
  async function current(url: string): Promise<Kept | null> {
    const kept = answers.get(url);
    if (kept && Date.now() - kept.checkedAt < FRESH_MS) return kept;
    const asked =
      asking.get(url) ??
      ask(url)
        .then((found) => {
          answers.delete(url);
          if (found) answers.set(url, found);
          for (const oldest of answers.keys()) if (answers.size > MOST_KEPT) answers.delete(oldest);
          return found;
        })
        .finally(() => asking.delete(url));
    asking.set(url, asked);
    // in an outage one request has waited already; the others get the last known answer at once
    return kept?.stale ? kept : asked;
  }

  const answer: RequestHandler = async (req, res, next) => {
    const url = req.originalUrl;
    if (!isKept(url) || !['GET', 'HEAD'].includes(req.method) || req.headers.authorization !== undefined) return next();
    const found = await current(url);
    if (!found) return next();
    const encoding = pickEncoding(req.headers['accept-encoding']);
    const etag = encoding === 'identity' ? found.etag : found.etag.replace(/"$/, `-${encoding}"`);
    res.set({ etag, vary: 'Accept-Encoding, Authorization', 'cache-control': 'no-cache' });
    if (names(req.headers['if-none-match'], etag)) return void res.status(304).end();
    const body = await (found.bodies[encoding] ??= compressed(encoding, await found.bodies.identity));
    res.set({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    });
    return void res.end(req.method === 'HEAD' ? undefined : body);
  };

  return {
    answer,
    /** The JSON of an address of these calls, at most a second old; null when there is none. `version` names it. */
    async json(url: string): Promise<{ version: string; body: Buffer } | null> {
      const found = await current(url);
      return found && { version: found.etag, body: await found.bodies.identity };
    },
  };
}

const isKept = (url: string) => url.length <= LONGEST && PATHS.some((path) => path.test(url));

function compressed(encoding: keyof Encoded, body: Buffer): Promise<Buffer> {
  if (encoding === 'br') {
    const params = { [constants.BROTLI_PARAM_QUALITY]: EFFORT.quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    return promisify(brotliCompress)(body, { params });
  }
  return encoding === 'gzip' ? promisify(gzip)(body, { level: EFFORT.level }) : Promise.resolve(body);
}

const names = (header: string | undefined, tag: string) =>
  header?.split(',').some((one) => [tag, `W/${tag}`, '*'].includes(one.trim())) ?? false;
