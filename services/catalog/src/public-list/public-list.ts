import { encoded, type Encoded, type Reply } from '@shop/http';
import type { Log } from '@shop/runtime';
import type { Request } from 'express';
import type { DataSource } from 'typeorm';
import { keepFresh } from './keep-fresh';
import { productsForSale } from '../products/product-queries';
import { replyEncoded } from './reply-encoded';

/** A higher quality of brotli takes seconds of CPU time with thousands of tracks, and saves a few percent. */
const EFFORT = { level: 9, quality: 6 };

type Built = Encoded & { version: string };

export type PublicList = {
  /** Answers the list, or 304 when the caller has it already. */
  answer: (req: Request) => Promise<Reply<200, Buffer> | Reply<304, null>>;
  /** Lets the next answer read the version at once, because this replica has just changed something. */
  recheck: () => void;
};

/**
 * `GET /api/products` for the public, built once per data version (docs/product/catalogue.md#the-public-list). The version is in
 * the database, and each replica reads it at most once a second. While the database does not answer, the last list is served.
 */
export function createPublicList(source: DataSource, siteName: string, log: Log): PublicList {
  const list = keepFresh<Built>(
    async (built) => {
      const [{ version }] = await source.query<[{ version: string }]>('SELECT version FROM product_list');
      return built?.version === version ? built : build(version, await productsForSale(source, siteName), built);
    },
    (error) => log.warn({ err: error }, 'the version of the list cannot be read; the last list is served'),
  );
  return {
    async answer(req) {
      return replyEncoded(req, await list.current());
    },
    recheck: list.recheck,
  };
}

function build(version: string, products: unknown[], previous: Built | null): Built {
  const identity = Buffer.from(JSON.stringify(products));
  const list = encoded(identity, EFFORT);
  return { ...(previous?.etag === list.etag ? previous : list), version };
}
