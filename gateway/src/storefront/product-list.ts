import type { IncomingMessage, ServerResponse } from 'node:http';
import { catalogRoutes } from '@shop/contracts/routes';
import { encoded, prepareAnswers, type CheckHeard, type Encoded, type PreparedAnswer } from '@shop/http';
import type { Log } from '@shop/runtime';
import type { Config } from '../config';
import { headersOfEveryAnswer } from '../guard/security-headers';
import type { Replicas } from '../upstream/replicas';
import { askAsVisitor } from '../upstream/internal-call';
import { isInOutage, type KeptOfCatalog } from './catalog-answers';

const FRESH_MS = 1000;
const PATH = catalogRoutes.listProducts.path;
const JSON_TYPE = 'application/json; charset=utf-8';
/** With thousands of tracks, a higher quality of brotli takes seconds. */
const EFFORT = { level: 9, quality: 6 };

type PreparedList = KeptOfCatalog & { list: Encoded; answerTo: ReturnType<typeof prepareAnswers> };

/**
 * Answers the public product list from memory, before Express (docs/product/catalogue.md#the-public-list). It asks catalog at most
 * once a second, and all waiting requests share the question. `check` compares each answer with the declared call; 500 replaces one
 * that does not fit.
 */
export function createProductList(config: Config, catalog: Replicas, log: Log, check: CheckHeard = () => []) {
  const always = headersOfEveryAnswer(config);
  const headers = { ...always, 'cache-control': 'no-cache', 'content-type': JSON_TYPE };
  let cacheEntry: PreparedList | null = null;
  let until = 0;
  let asking: Promise<PreparedList | null> | null = null;

  const ask = async (): Promise<PreparedList | null> => {
    const response = await askAsVisitor(catalog, PATH, config.INTERNAL_JWT_PRIVATE_KEY, {
      'accept-encoding': 'identity',
      ...(cacheEntry ? { 'if-none-match': cacheEntry.list.etag } : {}),
    });
    if (response.status === 304 && cacheEntry) return { ...cacheEntry, staleAt: null };
    if (!response.ok) throw new Error(`catalog answered ${response.status}`);
    const etag = response.headers.get('etag') ?? undefined;
    const list = encoded(Buffer.from(await response.arrayBuffer()), { ...EFFORT, ...(etag && { etag }) });
    const link = response.headers.get('link');
    const answerTo = prepareAnswers(list, ['Authorization'], { ...headers, ...(link && { link }) });
    return { list, answerTo, staleAt: null };
  };

  const current = async (): Promise<PreparedList | null> => {
    if (cacheEntry && performance.now() < until) return cacheEntry;
    asking ??= ask()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'the product list could not be checked');
        return cacheEntry && { ...cacheEntry, staleAt: performance.now() };
      })
      .then((next) => {
        until = performance.now() + FRESH_MS;
        return (cacheEntry = next);
      })
      .finally(() => (asking = null));
    return cacheEntry && isInOutage(cacheEntry) ? cacheEntry : asking;
  };

  const send = (req: IncomingMessage, res: ServerResponse, list: Encoded, { status, headers: raw, body }: PreparedAnswer) => {
    const answer = body ? { status, type: JSON_TYPE, body: list.identity } : { status };
    if (check(catalogRoutes.listProducts, answer).length > 0) {
      res.writeHead(500, always).end();
      return;
    }
    res.writeHead(status, raw);
    res.end(req.method === 'HEAD' ? undefined : body);
  };

  const answerList = async (req: IncomingMessage, res: ServerResponse, admit: () => Promise<void>) => {
    const entry = cacheEntry && performance.now() < until ? cacheEntry : await current();
    if (!entry) return false;
    const preparedAnswer = entry.answerTo(req.headers);
    const answer = preparedAnswer instanceof Promise ? await preparedAnswer : preparedAnswer;
    if (answer.body) await admit();
    send(req, res, entry.list, answer);
    return true;
  };

  return {
    /**
     * Answers a request once `admit` lets it in; an answer 304 costs nothing and needs no `admit`.
     * @returns false when the request is not for the public list, or no list is known yet
     * @throws the error of `admit`, before anything is answered
     */
    answer(req: IncomingMessage, res: ServerResponse, admit: () => Promise<void>): false | Promise<boolean> {
      return isForTheList(req) && answerList(req, res, admit);
    },
  };
}

const isForTheList = ({ url, method, headers }: IncomingMessage) =>
  url === PATH && (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;
