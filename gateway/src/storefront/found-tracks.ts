import { searchRoutes } from '@shop/contracts/routes';
import { answerEncoded, encoded, type Encoded } from '@shop/http';
import type { RequestHandler } from 'express';
import type { CatalogAnswer, CatalogAnswers } from './catalog-answers';

/** The longest address whose answers are kept. */
const LONGEST = 500;
/** An answer is small, and another choice has another. */
const EFFORT = { level: 6, quality: 4 };
const PATHS = Object.values(searchRoutes).map(({ path }) => new RegExp(`^${path.replace(':id', '[0-9]+')}(\\?|$)`));

/** Answers the search and similar tracks from what is kept of them (docs/product/catalogue.md#search). */
export function answerFoundTracks(answers: CatalogAnswers): RequestHandler {
  const bodies = new WeakMap<CatalogAnswer, Encoded>();

  const bodyOf = (found: CatalogAnswer) => {
    const body = bodies.get(found) ?? encoded(found.body, { ...EFFORT, etag: found.version });
    bodies.set(found, body);
    return body;
  };

  return async (req, res, next) => {
    const url = req.originalUrl;
    if (!isKept(url) || !['GET', 'HEAD'].includes(req.method) || req.headers.authorization !== undefined) return next();
    const found = await answers.to(url);
    // catalog says itself why it refuses, or that it is away
    if (found?.status !== 200) return next();
    const { status, headers, body } = await answerEncoded(req.headers, bodyOf(found), ['Authorization']);
    res.status(status).set({ ...headers, 'cache-control': 'no-cache' });
    if (body) res.set('content-type', 'application/json; charset=utf-8');
    return void res.end(req.method === 'HEAD' ? undefined : body);
  };
}

const isKept = (url: string) => url.length <= LONGEST && PATHS.some((path) => path.test(url));
