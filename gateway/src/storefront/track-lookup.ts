import type { ErrorView, ProductView } from '@shop/contracts/views';
import type { Log } from '@shop/runtime';
import type { Replicas } from '../upstream/replicas';
import { askAsVisitor } from '../upstream/visitor-call';

const FRESH_MS = 5000;
const MOST_KEPT = 500;

/** The facts of a sold track that its page still shows. */
export type SoldTrack = Pick<ProductView, 'id' | 'name' | 'img' | 'store_name'>;
export type TrackAnswer =
  | { is: 'for-sale'; track: ProductView }
  | { is: 'sold'; track: SoldTrack }
  | { is: 'unknown' }
  /** Catalog did not answer, so nobody knows. */
  | { is: 'unclear' };

type Kept = { answer: Promise<TrackAnswer>; until: number };

/** Looks tracks up in catalog as a visitor, each at most once in five seconds. The oldest answers are forgotten first. */
export function createTrackLookup(catalog: Replicas, privateKey: string, log: Log) {
  const kept = new Map<number, Kept>();

  const ask = async (id: number): Promise<TrackAnswer> => {
    try {
      const response = await askAsVisitor(catalog, `/api/products/${id}`, privateKey);
      return answerOf(response.status, (await response.json()) as unknown);
    } catch (error) {
      log.warn({ err: error, id }, 'a track could not be looked up');
      return { is: 'unclear' };
    }
  };

  return (id: number): Promise<TrackAnswer> => {
    const known = kept.get(id);
    if (known && known.until > Date.now()) return known.answer;
    kept.delete(id);
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    const answer = ask(id);
    kept.set(id, { answer, until: Date.now() + FRESH_MS });
    return answer;
  };
}

function answerOf(status: number, body: unknown): TrackAnswer {
  const named = (one: unknown): one is { name: string } =>
    typeof one === 'object' && one !== null && 'name' in one && typeof one.name === 'string';
  if (status === 200 && named(body) && 'price' in body) return { is: 'for-sale', track: body as ProductView };
  const { code, details } = body as Partial<ErrorView>;
  if (status === 404 && code === 'sold' && named(details)) return { is: 'sold', track: details as SoldTrack };
  return status === 404 || status === 400 ? { is: 'unknown' } : { is: 'unclear' };
}
