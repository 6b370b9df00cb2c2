import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { catalogRoutes } from '@shop/contracts/routes';
import type { CheckHeard } from '@shop/http';
import type { Log } from '@shop/runtime';
import type { Config } from '../config';
import { headersOfEveryAnswer } from '../guard/security-headers';
import type { Replicas } from '../upstream/replicas';
import { askAsVisitor } from '../upstream/visitor-call';
import { encode, namesTag, pickEncoding, tagIn, type Encoded } from './encodings';

const FRESH_MS = 1000;
const PATH = catalogRoutes.listProducts.path;
const JSON_TYPE = 'application/json; charset=utf-8';

type Kept = { etag: string; bodies: Encoded; checkedAt: number; stale: boolean };

/**
 * Answers the public product list from memory, ahead of Express. It asks catalog at most once a second, and all waiting requests share
 * the question. While catalog is away it serves the last known list (docs/product/catalogue.md#the-public-list). `check` compares each answer
 * with the declared call; one that does not fit goes out as 500.
 */
export function createProductList(config: Config, catalog: Replicas, log: Log, check: CheckHeard = () => []) {
  const always = headersOfEveryAnswer(config);
  let kept: Kept | null = null;
  let asking: Promise<Kept | null> | null = null;

  const ask = async (): Promise<Kept | null> => {
    const response = await askAsVisitor(catalog, PATH, config.INTERNAL_JWT_PRIVATE_KEY, {
      'accept-encoding': 'identity',
      ...(kept ? { 'if-none-match': kept.etag } : {}),
    });
    if (response.status === 304 && kept) return { ...kept, checkedAt: Date.now(), stale: false };
    if (!response.ok) throw new Error(`catalog answered ${response.status}`);
    const bodies = await encode(Buffer.from(await response.arrayBuffer()));
    return { etag: response.headers.get('etag') ?? `"${randomUUID()}"`, bodies, checkedAt: Date.now(), stale: false };
  };

  const current = async (): Promise<Kept | null> => {
    if (kept && Date.now() - kept.checkedAt < FRESH_MS) return kept;
    asking ??= ask()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'the product list could not be checked');
        return kept && { ...kept, checkedAt: Date.now(), stale: true };
      })
      .then((next) => (kept = next))
      .finally(() => (asking = null));
    // in an outage one request has waited already; the others get the last known list at once
    return kept?.stale ? kept : asking;
  };

  const send = (req: IncomingMessage, res: ServerResponse, { etag, bodies }: Kept) => {
    const encoding = pickEncoding(req.headers['accept-encoding']);
    const tag = tagIn(etag, encoding);
    const headers = {
      ...always,
      etag: tag,
      vary: 'Accept-Encoding, Authorization',
      'cache-control': 'no-cache',
    };
    const known = namesTag(req.headers['if-none-match'], tag);
    const answer = known ? { status: 304 } : { status: 200, type: JSON_TYPE, body: bodies.identity };
    if (check(catalogRoutes.listProducts, answer).length > 0) {
      res.writeHead(500, always).end();
      return;
    }
    if (known) {
      res.writeHead(304, headers).end();
      return;
    }
    const body = bodies[encoding];
    res.writeHead(200, {
      ...headers,
      'content-type': JSON_TYPE,
      'content-length': body.length,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    });
    res.end(req.method === 'HEAD' ? undefined : body);
  };

  return {
    /** → false when the request is not for the public list, or no list is known yet. */
    answer(req: IncomingMessage, res: ServerResponse): boolean | Promise<boolean> {
      if (req.url !== PATH || (req.method !== 'GET' && req.method !== 'HEAD') || req.headers.authorization !== undefined)
        return false;
      if (kept && Date.now() - kept.checkedAt < FRESH_MS) {
        send(req, res, kept);
        return true;
      }
      return current().then((list) => {
        if (list) send(req, res, list);
        return list !== null;
      });
    },
  };
}
