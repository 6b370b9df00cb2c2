import { encoded, type Encoded, type Reply } from '@shop/http';
import type { Log } from '@shop/runtime';
import type { Request } from 'express';
import type { DataSource } from 'typeorm';
import { productsForSale } from './product-queries';
import { replyEncoded } from './reply-encoded';

const CHECK_MS = 1000;
/** A higher quality of brotli takes seconds of CPU time with thousands of tracks, and saves a few percent. */
const EFFORT = { level: 9, quality: 6 };

type Built = Encoded & { version: string };

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
    if (built?.version !== version) built = build(version, await productsForSale(source, siteName), built);
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
      return replyEncoded(req, await current());
    },
    recheck() {
      checkedAt = 0;
    },
  };
}

function build(version: string, products: unknown[], previous: Built | null): Built {
  const identity = Buffer.from(JSON.stringify(products));
  const list = encoded(identity, EFFORT);
  return { ...(previous?.etag === list.etag ? previous : list), version };
}
