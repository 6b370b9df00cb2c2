import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { reply, type Reply } from '@shop/http';
import type { Log } from '@shop/runtime';
import type { Request } from 'express';
import type { DataSource } from 'typeorm';
import { productsForSale } from './product-queries';

const CHECK_MS = 1000;
/** A higher quality takes seconds of CPU time with thousands of tracks, and saves a few percent. */
const BROTLI_QUALITY = 6;

type Encoding = 'identity' | 'gzip' | 'br';
type Built = { version: string; hash: string; bodies: Record<Encoding, Buffer> };

export type PublicList = {
  /** Answers the list, or 304 when the caller has it already. */
  answer: (req: Request) => Promise<Reply<200, Buffer> | Reply<304, null>>;
  /** Has the next answer read the version at once, because this replica has just changed something. */
  recheck: () => void;
};

/**
 * `GET /api/products` for the public, built once per data version (docs/product/catalogue.md#the-public-list). The version lies in the
 * database, and each replica reads it at most once a second. While the database does not answer, the last list is served.
 */
export function createPublicList(source: DataSource, siteName: string, log: Log): PublicList {
  let built: Built | null = null;
  let checkedAt = 0;
  let running: Promise<Built> | null = null;

  async function refresh(): Promise<Built> {
    const startedAt = Date.now();
    const [{ version }] = await source.query<[{ version: string }]>('SELECT version FROM product_list');
    if (built?.version !== version) built = await build(version, await productsForSale(source, siteName), built);
    checkedAt = startedAt;
    return built;
  }

  async function current(): Promise<Built> {
    if (built && Date.now() - checkedAt < CHECK_MS) return built;
    running ??= refresh().finally(() => (running = null));
    try {
      return await running;
    } catch (error) {
      if (!built) throw error;
      log.warn({ err: error }, 'the version of the list cannot be read; the last list is served');
      checkedAt = Date.now();
      return built;
    }
  }

  return {
    async answer(req) {
      const { hash, bodies } = await current();
      const encoding = encodingFor(req);
      const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;
      const headers = { etag, vary: 'Accept-Encoding, Authorization', 'cache-control': 'no-cache' };
      if (knows(req.headers['if-none-match'], etag)) return reply(304, null, headers);
      return reply(200, bodies[encoding], {
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      });
    },
    recheck() {
      checkedAt = 0;
    },
  };
}

async function build(version: string, products: unknown[], previous: Built | null): Promise<Built> {
  const identity = Buffer.from(JSON.stringify(products));
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 27);
  if (previous?.hash === hash) return { ...previous, version };
  const [gzipped, brotli] = await Promise.all([
    promisify(gzip)(identity, { level: 9 }),
    promisify(brotliCompress)(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
  ]);
  return { version, hash, bodies: { identity, gzip: gzipped, br: brotli } };
}

const encodingFor = (req: Request): Encoding => {
  if (!req.headers['accept-encoding']) return 'identity';
  if (req.acceptsEncodings('br')) return 'br';
  return req.acceptsEncodings('gzip') ? 'gzip' : 'identity';
};

const knows = (header: string | undefined, etag: string) =>
  header?.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, ''))) ?? false;
