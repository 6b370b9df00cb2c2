import { pathOf, productRoutes } from '@shop/contracts/routes';
import type { ErrorView, ProductView } from '@shop/contracts/views';
import { contentOf, type CatalogAnswer, type CatalogAnswers } from '../catalog-answers';

/** The facts of a sold track that its page still shows. */
export type SoldTrack = Pick<ProductView, 'id' | 'name' | 'img' | 'store_name'>;
export type TrackAnswer =
  | { is: 'for-sale'; track: ProductView }
  | { is: 'sold'; track: SoldTrack }
  | { is: 'unknown' }
  /** Catalog did not answer, so it is unknown whether the track exists. */
  | { is: 'unclear' };

/** Looks a track up in catalog as a visitor. */
export const createTrackLookup =
  (answers: CatalogAnswers) =>
  async (id: number, withinMs?: number): Promise<TrackAnswer> => {
    const answer = await answers.to(pathOf(productRoutes.readProduct, { id }), withinMs);
    return answer ? trackIn(answer) : { is: 'unclear' };
  };

function trackIn(answer: CatalogAnswer): TrackAnswer {
  const { status } = answer;
  const content = contentOf(answer);
  if (status === 200 && isNamed(content) && 'price' in content) return { is: 'for-sale', track: content as ProductView };
  const { code, details } = (content ?? {}) as Partial<ErrorView>;
  if (status === 404 && code === 'sold' && isNamed(details)) return { is: 'sold', track: details as SoldTrack };
  return status === 404 || status === 400 ? { is: 'unknown' } : { is: 'unclear' };
}

const isNamed = (value: unknown): value is { name: string } =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
