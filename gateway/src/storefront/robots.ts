import { ADMIN_PREFIX } from '@shop/contracts/constants';
import { HEADS, type PageHead } from '@shop/contracts/heads';
import { PAGE_NAMES, PAGES } from '@shop/contracts/pages';
import type { ProductView } from '@shop/contracts/views';
import type { Log } from '@shop/runtime';
import { Router } from 'express';
import type { Config } from '../config';
import type { Replicas } from '../upstream/replicas';
import { askAsVisitor } from '../upstream/visitor-call';
import { placeOf } from './page-at';

const FRESH_MS = 60_000;
/** The most addresses that the sitemap protocol allows in one file. */
const MOST_ADDRESSES = 50_000;
/** The addresses of pages without parameters, by what search engines may do with them. */
const placesThatAre = (search: PageHead['search']) =>
  PAGE_NAMES.filter((name) => HEADS[name].search === search && !PAGES[name].includes(':')).map(placeOf);

/**
 * Answers what crawlers ask for: robots.txt, sitemap.xml, and a header that keeps the admin's screens out of every index
 * (docs/product/screens.md#search-engines-and-previews).
 */
export function forCrawlers(config: Config, catalog: Replicas, log: Log): Router {
  const address = (path: string) => new URL(path, config.PUBLIC_URL).href;
  const forSale = createForSale(catalog, config.INTERNAL_JWT_PRIVATE_KEY, log);
  const router = Router();

  router.get('/robots.txt', (_req, res) => {
    const rules = [
      'User-agent: *',
      ...placesThatAre('closed').map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${address('/sitemap.xml')}`,
    ];
    res
      .set('cache-control', 'no-cache')
      .type('text/plain')
      .send(`${rules.join('\n')}\n`);
  });
  router.get('/sitemap.xml', async (_req, res) => {
    const tracks = (await forSale()).map((id) => `/track/${id}`);
    const urls = [...placesThatAre('listed'), ...tracks]
      .slice(0, MOST_ADDRESSES)
      .map((path) => `  <url><loc>${xml(address(path))}</loc></url>`);
    res
      .set('cache-control', 'no-cache')
      .type('application/xml')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
      );
  });
  router.use(ADMIN_PREFIX, (_req, res, next) => {
    res.set('x-robots-tag', 'noindex, nofollow');
    next();
  });
  return router;
}

const xml = (text: string) => text.replace(/[&<>'"]/g, (char) => `&#${char.charCodeAt(0)};`);

/** Ids of the tracks that are for sale. Catalog is asked at most once a minute; while it is away, the last known ids hold. */
function createForSale(catalog: Replicas, privateKey: string, log: Log) {
  let ids: number[] = [];
  let until = 0;
  let asking: Promise<void> | null = null;
  const ask = async () => {
    try {
      const response = await askAsVisitor(catalog, '/api/products', privateKey);
      if (!response.ok) throw new Error(`catalog answered ${response.status}`);
      ids = ((await response.json()) as ProductView[]).map(({ id }) => id);
      until = Date.now() + FRESH_MS;
    } catch (error) {
      log.warn({ err: error }, 'the sitemap could not learn what is for sale');
    }
  };
  return async (): Promise<number[]> => {
    if (until < Date.now()) await (asking ??= ask().finally(() => (asking = null)));
    return ids;
  };
}
