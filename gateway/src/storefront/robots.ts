import { ADMIN_PREFIX } from '@shop/contracts/constants';
import { HEADS, type PageHead } from '@shop/contracts/heads';
import { placeOf } from '@shop/contracts/page-at';
import { PAGE_NAMES, PAGES } from '@shop/contracts/pages';
import { Router } from 'express';
import type { Config } from '../config';

/** The addresses of pages without parameters, by what search engines may do with them. */
export const placesThatAre = (search: PageHead['search']) =>
  PAGE_NAMES.filter((name) => HEADS[name].search === search && !PAGES[name].includes(':')).map(placeOf);

/** Answers robots.txt, and keeps the admin's screens out of every index (docs/product/screens.md#search-engines-and-previews). */
export function forCrawlers({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): Router {
  const router = Router();

  router.get('/robots.txt', (_req, res) => {
    const rules = [
      'User-agent: *',
      ...placesThatAre('closed').map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${new URL('/sitemap.xml', PUBLIC_URL).href}`,
    ];
    res
      .set('cache-control', 'no-cache')
      .type('text/plain')
      .send(`${rules.join('\n')}\n`);
  });
  router.use(ADMIN_PREFIX, (_req, res, next) => {
    res.set('x-robots-tag', 'noindex, nofollow');
    next();
  });
  return router;
}
