import { hashOf, within } from '@shop/http';
import type { Log } from '@shop/runtime';
import { LRUCache } from 'lru-cache';
import type { Replicas } from '../upstream/replicas';
import { askAsVisitor } from '../upstream/visitor-call';

const FRESH_MS = 1000;
/** For this long after catalog could not be asked, nobody waits for it. The next question is given up sooner than that. */
const OUTAGE_MS = 5000;
const MOST_KEPT = 500;
const MOST_BYTES = 50_000_000;
/** A body, what is parsed of it, which is about twice as large, and its encodings together. */
const TIMES_LARGER = 4;

/** Something that is kept of catalog; `staleAt` is when catalog could last not be asked whether it has changed. */
export type KeptOfCatalog = { staleAt: number | null };
/** An answer of catalog to a visitor; `version` is its ETag. */
export type CatalogAnswer = KeptOfCatalog & { status: number; version: string; body: Buffer };

/** Whether nobody waits for a newer one: in an outage one request has waited already, and the others get the last known at once. */
export const isInOutage = ({ staleAt }: KeptOfCatalog) => staleAt !== null && performance.now() - staleAt < OUTAGE_MS;

/** The version of a refusal, which has none of its own: it names its request, another one each time. */
const versionOf = (refusal: Buffer) => hashOf(refusal.toString().replace(/"requestId":"[^"]*"/, ''));

/**
 * What catalog answers a visitor, kept by address and never staler than a second. All who ask the same at the same time share one question;
 * while catalog is away, the last known answer holds.
 */
export function createCatalogAnswers(catalog: Replicas, privateKey: string, log: Log) {
  const ask = async (path: string, known: CatalogAnswer | undefined): Promise<CatalogAnswer> => {
    const headers = { 'accept-encoding': 'identity', ...(known && { 'if-none-match': known.version }) };
    const response = await askAsVisitor(catalog, path, privateKey, headers);
    if (response.status === 304 && known) return known.staleAt === null ? known : { ...known, staleAt: null };
    if (response.status >= 500) throw new Error(`catalog answered ${response.status}`);
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, version: response.headers.get('etag') ?? `"${versionOf(body)}"`, body, staleAt: null };
  };

  const answers = new LRUCache<string, CatalogAnswer>({
    max: MOST_KEPT,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ body }) => TIMES_LARGER * body.length + 1,
    // with many questions at once some lose their place while they are under way; who asked gets the answer all the same
    ignoreFetchAbort: true,
    ttl: FRESH_MS,
    ttlResolution: 0,
    fetchMethod: (path, known) =>
      ask(path, known).catch((error: unknown) => {
        log.warn({ err: error, path }, 'catalog could not be asked');
        if (known) return { ...known, staleAt: performance.now() };
        throw error;
      }),
  });
  return {
    /** Whether an answer to a call is kept, however old. */
    isKnown: (path: string) => answers.peek(path, { allowStale: true }) !== undefined,
    /** The answer to a call, at most a second old; after `withinMs` the last known one; null while nobody knows. */
    to(path: string, withinMs?: number): Promise<CatalogAnswer | null> {
      const known = answers.peek(path, { allowStale: true });
      const asked = answers.fetch(path).then(
        (answer) => answer ?? null,
        () => null,
      );
      if (known && isInOutage(known)) return Promise.resolve(known);
      return withinMs === undefined ? asked : within(withinMs, asked).catch(() => known ?? null);
    },
    /** The last known answer to a call, without waiting. Asks for a newer one meanwhile. */
    lastKnown(path: string): CatalogAnswer | undefined {
      answers.fetch(path).catch(() => undefined);
      return answers.peek(path, { allowStale: true });
    },
  };
}

export type CatalogAnswers = ReturnType<typeof createCatalogAnswers>;

const contents = new WeakMap<CatalogAnswer, unknown>();

/** What an answer holds, read once; undefined when it is not JSON. */
export function contentOf(answer: CatalogAnswer): unknown {
  if (!contents.has(answer)) contents.set(answer, parsed(answer.body.toString()));
  return contents.get(answer);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
