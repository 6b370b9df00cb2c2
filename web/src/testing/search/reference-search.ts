import { mixesWith } from '@shop/contracts/finding';
import type { ProductView } from '@shop/contracts/views';
import { extrasOf, matches, optionsOf } from './facets';
import { search, searchIndex, sorted } from './finding';
import type { Facet, Filters } from '#features/catalog/public/filters/filters.ts';

/** A list of tracks, prepared for `referenceSearch`. */
export const preparedList = (products: readonly ProductView[]) => {
  const newestFirst = [...products].sort((a, b) => b.id - a.id);
  return { newestFirst, index: searchIndex(newestFirst) };
};

/**
 * The tracks of the list that fit the filters: what the server's search must find, written as simply as can be. `mixed` is the track
 * that the others must mix with; when it is no longer for sale, it filters nothing.
 */
export function referenceSearch({ newestFirst, index }: ReturnType<typeof preparedList>, filters: Filters) {
  const mixed = newestFirst.find(({ id }) => id === filters.mixes);
  const narrowed = search(index, filters.search).filter((product) => !mixed || mixesWith(mixed, product, filters.within));
  const ids = new Set(narrowed.map(({ id }) => id));
  const options = (facet: Exclude<Facet, 'extras'>) => optionsOf(facet, newestFirst, filters, ({ id }) => ids.has(id));
  const tracks = sorted(
    narrowed.filter((product) => matches(product, filters)),
    filters.sort,
  );
  return {
    tracks,
    total: tracks.length,
    listed: newestFirst.length,
    mixed,
    options: {
      categories: options('categories'),
      keys: options('keys'),
      types: options('types'),
      extras: extrasOf(newestFirst, filters, ({ id }) => ids.has(id)),
    },
  };
}
