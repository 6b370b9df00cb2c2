import type { IncomingMessage, ServerResponse } from 'node:http';
import { catalogRoutes } from '@shop/contracts/routes';
import { encode, prepareAnswers, type CheckHeard, type EncodedBody, type PreparedAnswer } from '@shop/http';
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

/** `admit` lets a request in or throws; `hold` counts a request whose answer is on its way. */
type Door = { admit: (req: IncomingMessage) => void; hold: (req: IncomingMessage, res: ServerResponse) => void };
type PreparedList = KeptOfCatalog & { list: EncodedBody; answerTo: ReturnType<typeof prepareAnswers> };

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
    const list = encode(Buffer.from(await response.arrayBuffer()), { ...EFFORT, ...(etag && { etag }) });
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

  const send = (req: IncomingMessage, res: ServerResponse, list: EncodedBody, { status, headers: raw, body }: PreparedAnswer) => {
    const answer = body ? { status, type: JSON_TYPE, body: list.identity } : { status };
    if (check(catalogRoutes.listProducts, answer).length > 0) {
      res.writeHead(500, always).end();
      return;
    }
    res.writeHead(status, raw);
    res.end(req.method === 'HEAD' ? undefined : body);
  };

  const answerWith = (req: IncomingMessage, res: ServerResponse, list: EncodedBody, answer: PreparedAnswer, door: Door): true => {
    if (answer.body) door.admit(req);
    send(req, res, list, answer);
    if (answer.body) door.hold(req, res);
    return true;
  };

  /** Waits only for an encoding that is made for the first time. */
  const answerFrom = (req: IncomingMessage, res: ServerResponse, { list, answerTo }: PreparedList, door: Door) => {
    const answer = answerTo(req.headers);
    if (!(answer instanceof Promise)) return answerWith(req, res, list, answer, door);
    return answer.then((preparedAnswer) => answerWith(req, res, list, preparedAnswer, door));
  };

  return {
    /**
     * Answers a request once the door lets it in; an answer 304 costs nothing and needs no door. While the list is fresh, nothing
     * waits.
     * @returns false when the request is not for the public list, or no list is known yet
     * @throws the error of the door, before anything is answered; the promise rejects with it too
     */
    answer(req: IncomingMessage, res: ServerResponse, door: Door): boolean | Promise<boolean> {
      if (!isForTheList(req)) return false;
      if (cacheEntry && performance.now() < until) return answerFrom(req, res, cacheEntry, door);
      return current().then((entry) => entry !== null && answerFrom(req, res, entry, door));
    },
  };
}

const isForTheList = ({ url, method, headers }: IncomingMessage) =>
  url === PATH && (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;
