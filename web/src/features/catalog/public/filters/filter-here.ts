import { mixesWith } from '@shop/contracts/finding';
import type { ProductView } from '@shop/contracts/views';
import { matches, optionsOf } from './facets';
import { search, searchIndex, sorted } from './finding';
import type { Facet, Filters } from './filters';

/** The whole list of a small shop, prepared for `filterHere`. */
export const wholeList = (products: readonly ProductView[]) => {
  const newestFirst = [...products].sort((a, b) => b.id - a.id);
  return { newestFirst, index: searchIndex(newestFirst) };
};

/**
 * The tracks of the whole list that fit the filters, found in the browser alone. `mixed` is the track that the others must mix
 * with; when it is no longer for sale, it filters nothing.
 */
export function filterHere({ newestFirst, index }: ReturnType<typeof wholeList>, filters: Filters) {
  const mixed = newestFirst.find(({ id }) => id === filters.mixes);
  const narrowed = search(index, filters.search).filter((product) => !mixed || mixesWith(mixed, product, filters.within));
  const ids = new Set(narrowed.map(({ id }) => id));
  const options = (facet: Facet) => optionsOf(facet, newestFirst, filters, ({ id }) => ids.has(id));
  const tracks = sorted(
    narrowed.filter((product) => matches(product, filters)),
    filters.sort,
  );
  return {
    tracks,
    total: tracks.length,
    listed: newestFirst.length,
    mixed,
    options: { categories: options('categories'), keys: options('keys'), types: options('types') },
  };
}
