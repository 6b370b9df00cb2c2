import { LIMITS, searchRoutes } from '@shop/contracts/routes';
import { answerEncoded, encoded, type Encoded } from '@shop/http';
import type { RequestHandler } from 'express';
import { countCalls } from '../guard/flood';
import type { CatalogAnswer, CatalogAnswers } from './catalog-answers';

const LONGEST = 500;
/** An answer is small, and each choice of filters has its own. */
const EFFORT = { level: 6, quality: 4 };
/** Catalog accepts addresses in any case and with a slash at the end. An id must not lead `fetch` to another address. */
const PATHS = Object.values(searchRoutes).map(({ path }) => new RegExp(`^${path.replace(':id', '[^/?#\\\\]+')}/?(\\?|$)`, 'i'));

/**
 * Answers the search and similar tracks from the kept answers (docs/product/catalogue.md#search). Each new question costs catalog a
 * look at every track, so it counts against an address's limit. @throws Refusal 429
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
    // A target may have scheme and host, as proxies send it.
    const url = req.originalUrl.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
    if (!PATHS.some((path) => path.test(url)) || !['GET', 'HEAD'].includes(req.method)) return next();
    const isKept = url.length <= LONGEST && req.headers.authorization === undefined;
    if (!isKept || !answers.isKnown(url)) await countNew(req);
    if (!isKept) return next();
    const found = await answers.to(url);
    // Catalog itself answers refusals and outages.
    if (found?.status !== 200) return next();
    const { status, headers, body } = await answerEncoded(req.headers, bodyOf(found), ['Authorization']);
    res.status(status).set({ ...headers, 'cache-control': 'no-cache' });
    if (body) res.set('content-type', 'application/json; charset=utf-8');
    return void res.end(req.method === 'HEAD' ? undefined : body);
  };
}
