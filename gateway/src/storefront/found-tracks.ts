import { LIMITS, searchRoutes } from '@shop/contracts/routes';
import { answerEncoded, encoded, type Encoded } from '@shop/http';
import type { RequestHandler } from 'express';
import { countCalls } from '../guard/flood';
import type { CatalogAnswer, CatalogAnswers } from './catalog-answers';

/** The longest address whose answers are kept. */
const LONGEST = 500;
/** An answer is small, and another choice has another. */
const EFFORT = { level: 6, quality: 4 };
/**
 * Catalog knows its addresses in any case and with a slash at their end as well. An id holds nothing that `fetch` reads as a way to another
 * address.
 */
const PATHS = Object.values(searchRoutes).map(({ path }) => new RegExp(`^${path.replace(':id', '[^/?#\\\\]+')}/?(\\?|$)`, 'i'));

/**
 * Answers the search and similar tracks from what is kept of them (docs/product/catalogue.md#search). Each question that is not kept costs catalog
 * a look at every track, so an address has a number of these. @throws Refusal 429
 */
export function answerFoundTracks(answers: CatalogAnswers, rateScale: number): RequestHandler {
  const bodies = new WeakMap<CatalogAnswer, Encoded>();
  const countNew = countCalls(rateScale, LIMITS.questions);

  const bodyOf = (found: CatalogAnswer) => {
    const body = bodies.get(found) ?? encoded(found.body, { ...EFFORT, etag: found.version });
    bodies.set(found, body);
    return body;
  };

  return async (req, res, next) => {
    // a target may also be written with scheme and host, as proxies do
    const url = req.originalUrl.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
    if (!PATHS.some((path) => path.test(url)) || !['GET', 'HEAD'].includes(req.method)) return next();
    const isKept = url.length <= LONGEST && req.headers.authorization === undefined;
    if (!isKept || !answers.isKnown(url)) await countNew(req);
    if (!isKept) return next();
    const found = await answers.to(url);
    // catalog says itself why it refuses, or that it is away
    if (found?.status !== 200) return next();
    const { status, headers, body } = await answerEncoded(req.headers, bodyOf(found), ['Authorization']);
    res.status(status).set({ ...headers, 'cache-control': 'no-cache' });
    if (body) res.set('content-type', 'application/json; charset=utf-8');
    return void res.end(req.method === 'HEAD' ? undefined : body);
  };
}
