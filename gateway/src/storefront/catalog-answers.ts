import { hashOf, within } from '@shop/http';
import type { Log } from '@shop/runtime';
import { LRUCache } from 'lru-cache';
import type { Replicas } from '../upstream/replicas';
import { askAsVisitor } from '../upstream/internal-call';

const FRESH_MS = 1000;
/** How long nobody waits for catalog after a failed question. The next question is given up sooner than that. */
const OUTAGE_MS = 5000;
const MOST_KEPT = 500;
const MOST_BYTES = 50_000_000;
/** A body, its parsed content, which is about twice as large, and its encodings together. */
const TIMES_LARGER = 4;

/** A cached answer of catalog; `staleAt` is the time of the last failed question about changes. */
export type KeptOfCatalog = { staleAt: number | null };
/** An answer of catalog to a visitor; `version` is its ETag. */
export type CatalogAnswer = KeptOfCatalog & { status: number; version: string; body: Buffer };

/** Whether nobody waits for a newer answer: in an outage, only one request waits, and the others get the last known answer. */
export const isInOutage = ({ staleAt }: KeptOfCatalog) => staleAt !== null && performance.now() - staleAt < OUTAGE_MS;

/** The version of a refusal: a hash without its request id, which differs each time. */
const versionOf = (refusal: Buffer) => hashOf(refusal.toString().replace(/"requestId":"[^"]*"/, ''));

/**
 * The answers of catalog to visitors, kept by address and never staler than a second. Simultaneous requests for the same address
 * share one question; while catalog is away, the last known answer is used.
 */
export function createCatalogAnswers(catalog: Replicas, privateKey: string, log: Log) {
  const ask = async (path: string, lastAnswer: CatalogAnswer | undefined): Promise<CatalogAnswer> => {
    const headers = { 'accept-encoding': 'identity', ...(lastAnswer && { 'if-none-match': lastAnswer.version }) };
    const response = await askAsVisitor(catalog, path, privateKey, headers);
    if (response.status === 304 && lastAnswer) return lastAnswer.staleAt === null ? lastAnswer : { ...lastAnswer, staleAt: null };
    if (response.status >= 500) throw new Error(`catalog answered ${response.status}`);
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, version: response.headers.get('etag') ?? `"${versionOf(body)}"`, body, staleAt: null };
  };

  const answers = new LRUCache<string, CatalogAnswer>({
    max: MOST_KEPT,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ body }) => TIMES_LARGER * body.length + 1,
    // With many questions at once, some lose their place in the cache while they are under way; their callers get the answer all
    // the same.
    ignoreFetchAbort: true,
    ttl: FRESH_MS,
    ttlResolution: 0,
    fetchMethod: (path, lastAnswer) =>
      ask(path, lastAnswer).catch((error: unknown) => {
        log.warn({ err: error, path }, 'catalog could not be asked');
        if (lastAnswer) return { ...lastAnswer, staleAt: performance.now() };
        throw error;
      }),
  });
  return {
    /** Whether an answer to a call is kept, however old. */
    isKnown: (path: string) => answers.peek(path, { allowStale: true }) !== undefined,
    /** The answer to a call, at most a second old; after `withinMs` the last known one; null without one. */
    to(path: string, withinMs?: number): Promise<CatalogAnswer | null> {
      const lastAnswer = answers.peek(path, { allowStale: true });
      const freshAnswer = answers.fetch(path).then(
        (answer) => answer ?? null,
        () => null,
      );
      if (lastAnswer && isInOutage(lastAnswer)) return Promise.resolve(lastAnswer);
      return withinMs === undefined ? freshAnswer : within(withinMs, freshAnswer).catch(() => lastAnswer ?? null);
    },
    /** The last known answer to a call, without waiting. It asks for a newer one meanwhile. */
    lastKnown(path: string): CatalogAnswer | undefined {
      answers.fetch(path).catch(() => undefined);
      return answers.peek(path, { allowStale: true });
    },
  };
}

export type CatalogAnswers = ReturnType<typeof createCatalogAnswers>;

const contents = new WeakMap<CatalogAnswer, unknown>();

/** The parsed content of an answer, read once; undefined when it is not JSON. */
export function contentOf(answer: CatalogAnswer): unknown {
  if (!contents.has(answer)) contents.set(answer, parseJson(answer.body.toString()));
  return contents.get(answer);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
