import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { searchRoutes } from '@shop/contracts/routes';
import type { RequestHandler } from 'express';
import type { CatalogAnswer, CatalogAnswers } from './catalog-answers';
import { namesTag, pickEncoding, tagIn, type Encoded } from './encodings';

/** The longest address whose answers are kept. */
const LONGEST = 500;
/** An answer is small, and another choice has another. */
const EFFORT = { level: 6, quality: 4 };
const PATHS = Object.values(searchRoutes).map(({ path }) => new RegExp(`^${path.replace(':id', '[0-9]+')}(\\?|$)`));

/** Answers the search and similar tracks from what is kept of them (docs/product/catalogue.md#search). */
export function answerFoundTracks(answers: CatalogAnswers): RequestHandler {
  const bodies = new WeakMap<CatalogAnswer, Partial<Record<keyof Encoded, Promise<Buffer>>>>();

  const bodyOf = (found: CatalogAnswer, encoding: keyof Encoded) => {
    const known = bodies.get(found) ?? {};
    bodies.set(found, known);
    return (known[encoding] ??= compressed(encoding, found.body));
  };

  return async (req, res, next) => {
    const url = req.originalUrl;
    if (!isKept(url) || !['GET', 'HEAD'].includes(req.method) || req.headers.authorization !== undefined) return next();
    const found = await answers.to(url);
    // catalog says itself why it refuses, or that it is away
    if (found?.status !== 200) return next();
    const encoding = pickEncoding(req.headers['accept-encoding']);
    const etag = tagIn(found.version, encoding);
    res.set({ etag, vary: 'Accept-Encoding, Authorization', 'cache-control': 'no-cache' });
    if (namesTag(req.headers['if-none-match'], etag)) return void res.status(304).end();
    const body = await bodyOf(found, encoding);
    res.set({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    });
    return void res.end(req.method === 'HEAD' ? undefined : body);
  };
}

const isKept = (url: string) => url.length <= LONGEST && PATHS.some((path) => path.test(url));

function compressed(encoding: keyof Encoded, body: Buffer): Promise<Buffer> {
  if (encoding === 'br') {
    const params = { [constants.BROTLI_PARAM_QUALITY]: EFFORT.quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    return promisify(brotliCompress)(body, { params });
  }
  return encoding === 'gzip' ? promisify(gzip)(body, { level: EFFORT.level }) : Promise.resolve(body);
}
