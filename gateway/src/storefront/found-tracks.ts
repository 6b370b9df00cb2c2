import { LIMITS, searchRoutes, type Route } from '@shop/contracts/routes';
import { answerEncoded, encode, type EncodedBody } from '@shop/http';
import type { RequestHandler } from 'express';
import { countCalls } from '../guard/flood';
import { callOf } from '../routes';
import type { CatalogAnswer, CatalogAnswers } from './catalog-answers';

const LONGEST = 500;
/** An answer is small, and each choice of filters has its own. */
const EFFORT = { level: 6, quality: 4 };
const QUESTIONS = new Set<Route | undefined>(Object.values(searchRoutes));

/**
 * Answers the search and similar tracks from the kept answers (docs/product/catalogue.md#search). Each new question costs catalog a
 * look at every track, so it counts against an address's limit. @throws Refusal 429
 */
export function answerFoundTracks(answers: CatalogAnswers, rateScale: number): RequestHandler {
  const bodies = new WeakMap<CatalogAnswer, EncodedBody>();
  const countNew = countCalls(rateScale, LIMITS.questions);

  const bodyOf = (answer: CatalogAnswer) => {
    const body = bodies.get(answer) ?? encode(answer.body, { ...EFFORT, etag: answer.version });
    bodies.set(answer, body);
    return body;
  };

  return async (req, res, next) => {
    if (!QUESTIONS.has(callOf(req))) return next();
    const url = req.originalUrl;
    const isKept = url.length <= LONGEST && req.headers.authorization === undefined;
    if (!isKept || !answers.isKnown(url)) countNew(req);
    if (!isKept) return next();
    const answer = await answers.to(url);
    // Catalog itself answers refusals and outages.
    if (answer?.status !== 200) return next();
    const { status, headers, body } = await answerEncoded(req.headers, bodyOf(answer), ['Authorization']);
    res.status(status).set({ ...headers, 'cache-control': 'no-cache' });
    if (body) res.set('content-type', 'application/json; charset=utf-8');
    return void res.end(req.method === 'HEAD' ? undefined : body);
  };
}
