import { LIST_PART } from '@shop/contracts/constants';
import { productRoutes } from '@shop/contracts/routes';
import type { ProductView } from '@shop/contracts/views';
import { encode, hashOf, reply, answerEncoded, type EncodedBody, type Reply } from '@shop/http';
import type { Log } from '@shop/runtime';
import type { Request } from 'express';
import type { DataSource } from 'typeorm';
import { NEWEST, partForSale } from '../products/product-queries';
import { cachedRead } from './cached-read';

/** A higher quality of brotli takes seconds of CPU time with thousands of tracks, and saves a few percent. */
const EFFORT = { level: 9, quality: 6 };

/** The first part of the list, and the header that leads to the next one. */
type FirstPart = EncodedBody & { version: string; link: Link };
type Link = { link?: string };

export type PublicList = {
  /** Answers the list, or 304 when the caller has it already. */
  answer: (req: Request) => Promise<Reply<200, Buffer> | Reply<304, null>>;
  /** Answers the tracks below an id, read from the database for this request. */
  answerAfter: (id: number) => Promise<Reply<200, ProductView[]>>;
  /** Lets the next answer read the version at once, because this replica has just changed something. */
  recheck: () => void;
};

/**
 * `GET /api/products` for the public: its first part, built once per data version (docs/product/catalogue.md#the-public-list). The version is in
 * the database, and each replica reads it at most once a second. While the database does not answer, the last list is served.
 */
export function createPublicList(source: DataSource, siteName: string, log: Log): PublicList {
  const list = cachedRead<FirstPart>(
    async (previous) => {
      const [{ version }] = await source.query<[{ version: string }]>('SELECT version FROM product_list');
      return previous?.version === version
        ? previous
        : build(version, await partForSale(source, siteName, NEWEST, LIST_PART), previous);
    },
    (error) => log.warn({ err: error }, 'the version of the list cannot be read; the last list is served'),
  );
  return {
    async answer(req) {
      const part = await list.current();
      return replyEncoded(req, part, part.link);
    },
    async answerAfter(id) {
      const { products, next } = await partForSale(source, siteName, id, LIST_PART);
      return reply(200, products, { vary: 'Accept-Encoding, Authorization', 'cache-control': 'no-cache', ...linkTo(next) });
    },
    recheck: list.recheck,
  };
}

function build(
  version: string,
  { products, next }: Awaited<ReturnType<typeof partForSale>>,
  previous: FirstPart | null,
): FirstPart {
  const identity = Buffer.from(JSON.stringify(products));
  const link = linkTo(next);
  // The same tracks with another link are another answer.
  const list = encode(identity, { ...EFFORT, ...(link.link && { etag: `"${hashOf(link.link + hashOf(identity))}"` }) });
  return { ...(previous?.etag === list.etag ? previous : list), version, link };
}

const linkTo = (next: number | null): Link =>
  next === null ? {} : { link: `<${productRoutes.listProducts.path}?after=${next}>; rel="next"` };

/**
 * Answers JSON in an encoding that the request accepts, or 304 when the caller has it. Admins see another list. `extraHeaders`
 * are further headers.
 */
export async function replyEncoded(
  req: Request,
  json: EncodedBody,
  extraHeaders: Readonly<Record<string, string>> = {},
): Promise<Reply<200, Buffer> | Reply<304, null>> {
  const { headers, body } = await answerEncoded(req.headers, json, ['Authorization']);
  const commonHeaders = { ...headers, ...extraHeaders, 'cache-control': 'no-cache' };
  if (body === null) return reply(304, null, commonHeaders);
  return reply(200, body, { ...commonHeaders, 'content-type': 'application/json; charset=utf-8' });
}
