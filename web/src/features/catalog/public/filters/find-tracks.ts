import type { ProductView } from '@shop/contracts/views';
import { useDeferredValue, useMemo } from 'react';
import { matches, newestFirst, type Filters } from './filters';
import { search, searchIndex, sorted } from './finding';
import { mixesWith } from './mixing';

/**
 * The loaded products that fit the filters, in the chosen order. `mixed` is the track that the others must mix with; when it is no longer
 * for sale, it filters nothing. `also` says whether search and mix alone find a product.
 */
export function useFoundTracks(products: readonly ProductView[], filters: Filters) {
  const applied = useDeferredValue(filters); // deferred, so that a slider stays smooth while a long list is redrawn
  const index = useMemo(() => searchIndex(newestFirst(products)), [products]);
  const mixed = useMemo(() => products.find(({ id }) => id === applied.mixes), [products, applied.mixes]);
  const narrowed = useMemo(
    () => search(index, applied.search).filter((product) => !mixed || mixesWith(mixed, product)),
    [index, applied.search, mixed],
  );
  const also = useMemo(() => {
    const ids = new Set(narrowed.map(({ id }) => id));
    return ({ id }: ProductView) => ids.has(id);
  }, [narrowed]);
  const found = useMemo(
    () =>
      sorted(
        narrowed.filter((product) => matches(product, applied)),
        applied.sort,
      ),
    [narrowed, applied],
  );
  return { found, mixed, also };
}
