import { pageAddress } from '@shop/contracts/pages';
import { forSaleRoutes } from '@shop/contracts/routes';
import { answerEncoded, encode, notFound, unavailable, type EncodedBody } from '@shop/http';
import type { Log } from '@shop/runtime';
import type { RequestHandler } from 'express';
import type { Config } from '../config';
import { callInternal } from '../upstream/internal-call';
import type { Replicas } from '../upstream/replicas';
import { placesThatAre } from './robots';

const FRESH_MS = 60_000;
/** How long catalog is not asked again after it did not answer. */
const AGAIN_MS = 5000;
/** The tracks of one part. The protocol allows 50,000 addresses; a smaller part is written without delaying other requests. */
const PER_PART = 10_000;
/** Similar addresses compress well with little effort. */
const EFFORT = { level: 6, quality: 4 };

/** The addresses of the sitemap: `/sitemap.xml` and its parts, whose number is the parameter. */
export const SITEMAP = /^\/sitemap(?:-([1-9]\d{0,5}))?\.xml$/;

/** The answers of `/sitemap.xml` and its parts. Each text is written on its first request, and kept. */
type Sitemap = { front: () => EncodedBody; parts: (() => EncodedBody)[] };

/**
 * Answers the sitemap (docs/product/screens.md#search-engines-and-previews); with several parts, `/sitemap.xml` is an index.
 * Catalog is asked at most once a minute; while it is away, the last sitemap is used, or the public pages only.
 * @throws Refusal 404 for a missing part, 503 for any part before catalog's first answer
 */
export function answerSitemap(config: Config, catalog: Replicas, log: Log): RequestHandler {
  const { origin } = new URL(config.PUBLIC_URL);
  const pagesAlone = sitemapOf(origin, [[]]);
  let sitemap: Sitemap | null = null;
  let until = 0;
  let asking: Promise<void> | null = null;

  const ask = async () => {
    try {
      sitemap = sitemapOf(origin, await tracksForSale(catalog, config.INTERNAL_JWT_PRIVATE_KEY));
      until = performance.now() + FRESH_MS;
    } catch (error) {
      log.warn({ err: error }, 'the sitemap could not learn what is for sale');
      until = performance.now() + AGAIN_MS;
    }
  };
  const current = async () => {
    if (until < performance.now()) await (asking ??= ask().finally(() => (asking = null)));
    return sitemap;
  };

  return async (req, res) => {
    const text = textOf(await current(), pagesAlone, req.params[0]);
    const { status, headers, body } = await answerEncoded(req.headers, text);
    res.status(status).set({ ...headers, 'cache-control': 'no-cache' });
    if (body) res.set('content-type', 'application/xml; charset=utf-8');
    res.end(req.method === 'HEAD' ? undefined : body);
  };
}

function textOf(sitemap: Sitemap | null, pagesAlone: Sitemap, part: string | undefined): EncodedBody {
  if (part === undefined) return (sitemap ?? pagesAlone).front();
  // A 404 would make crawlers forget an existing part.
  if (!sitemap) throw unavailable('The sitemap is being prepared. Please try again in a moment.');
  const text = sitemap.parts[Number(part) - 1];
  if (!text) throw notFound('address');
  return text();
}

/** The ids of all tracks for sale, part by part. @throws Error when catalog does not answer as declared */
async function tracksForSale(catalog: Replicas, privateKey: string): Promise<number[][]> {
  const parts: number[][] = [];
  for (let after = 0; ;) {
    const query = { after, limit: PER_PART };
    const { ids, next } = await callInternal(catalog, forSaleRoutes.tracksForSale, privateKey, { query });
    parts.push(ids);
    if (next === null) return parts;
    if (next <= after) throw new Error('catalog told the same tracks again');
    after = next;
  }
}

/** The first part also has the public pages. It always exists, because a crawler may know its address from before. */
function sitemapOf(origin: string, tracks: number[][]): Sitemap {
  const parts = tracks.map((ids, at) =>
    once(() =>
      listOf('urlset', 'url', origin, [
        ...(at === 0 ? placesThatAre('listed') : []),
        ...ids.map((id) => pageAddress('track', { id })),
      ]),
    ),
  );
  const index = once(() =>
    listOf(
      'sitemapindex',
      'sitemap',
      origin,
      parts.map((_part, at) => `/sitemap-${at + 1}.xml`),
    ),
  );
  return { front: (parts.length === 1 && parts[0]) || index, parts };
}

function listOf(name: string, item: string, origin: string, paths: string[]): EncodedBody {
  const lines = paths.map((path) => `  <${item}><loc>${xml(origin + path)}</loc></${item}>`);
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</${name}>\n`;
  return encode(Buffer.from(text), EFFORT);
}

const xml = (text: string) => text.replace(/[&<>'"]/g, (char) => `&#${char.charCodeAt(0)};`);

function once<Value>(make: () => Value): () => Value {
  let result: Value | undefined;
  return () => (result ??= make());
}
