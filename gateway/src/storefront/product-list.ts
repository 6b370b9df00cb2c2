import type { IncomingMessage, ServerResponse } from 'node:http';
import { catalogRoutes } from '@shop/contracts/routes';
import { answerEncoded, encoded, type CheckHeard, type Encoded } from '@shop/http';
import type { Log } from '@shop/runtime';
import type { Config } from '../config';
import { headersOfEveryAnswer } from '../guard/security-headers';
import type { Replicas } from '../upstream/replicas';
import { askAsVisitor } from '../upstream/visitor-call';
import { isInOutage, type KeptOfCatalog } from './catalog-answers';

const FRESH_MS = 1000;
const PATH = catalogRoutes.listProducts.path;
const JSON_TYPE = 'application/json; charset=utf-8';
/** With thousands of tracks, a higher quality of brotli takes seconds. */
const EFFORT = { level: 9, quality: 6 };

type Kept = KeptOfCatalog & { list: Encoded };

/**
 * Answers the public product list from memory, before Express (docs/product/catalogue.md#the-public-list). It asks catalog at most
 * once a second, and all waiting requests share the question. `check` compares each answer with the declared call; 500 replaces one
 * that does not fit.
 */
export function createProductList(config: Config, catalog: Replicas, log: Log, check: CheckHeard = () => []) {
  const always = headersOfEveryAnswer(config);
  let kept: Kept | null = null;
  let until = 0;
  let asking: Promise<Kept | null> | null = null;

  const ask = async (): Promise<Kept | null> => {
    const response = await askAsVisitor(catalog, PATH, config.INTERNAL_JWT_PRIVATE_KEY, {
      'accept-encoding': 'identity',
      ...(kept ? { 'if-none-match': kept.list.etag } : {}),
    });
    if (response.status === 304 && kept) return { ...kept, staleAt: null };
    if (!response.ok) throw new Error(`catalog answered ${response.status}`);
    const etag = response.headers.get('etag') ?? undefined;
    const list = encoded(Buffer.from(await response.arrayBuffer()), { ...EFFORT, ...(etag && { etag }) });
    return { list, staleAt: null };
  };

  const current = async (): Promise<Kept | null> => {
    if (kept && performance.now() < until) return kept;
    asking ??= ask()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'the product list could not be checked');
        return kept && { ...kept, staleAt: performance.now() };
      })
      .then((next) => {
        until = performance.now() + FRESH_MS;
        return (kept = next);
      })
      .finally(() => (asking = null));
    return kept && isInOutage(kept) ? kept : asking;
  };

  const send = async (req: IncomingMessage, res: ServerResponse, list: Encoded, admit: () => Promise<void>) => {
    const { status, headers, body } = await answerEncoded(req.headers, list, ['Authorization']);
    if (body) await admit();
    const answer = body ? { status, type: JSON_TYPE, body: list.identity } : { status };
    if (check(catalogRoutes.listProducts, answer).length > 0) {
      res.writeHead(500, always).end();
      return;
    }
    const type = body && { 'content-type': JSON_TYPE };
    res.writeHead(status, { ...always, ...headers, 'cache-control': 'no-cache', ...type });
    res.end(req.method === 'HEAD' ? undefined : body);
  };

  return {
    /**
     * Answers a request once `admit` lets it in; an answer 304 costs nothing and needs no `admit`. → false when the request is not
     * for the public list, or no list is known yet @throws the error of `admit`, before anything is answered
     */
    async answer(req: IncomingMessage, res: ServerResponse, admit: () => Promise<void>): Promise<boolean> {
      if (!isForTheList(req)) return false;
      const known = await current();
      if (!known) return false;
      await send(req, res, known.list, admit);
      return true;
    },
  };
}

const isForTheList = ({ url, method, headers }: IncomingMessage) =>
  url === PATH && (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;
