import { FIRST_TRACKS } from '@shop/contracts/constants';
import type { ProductSearchView, ProductView } from '@shop/contracts/views';
import { readFilters } from '#features/catalog/public/filters/filter-params.ts';
import { preparedList, referenceSearch } from './reference-search';

/** `products` are all that a search found, on one page, unless `more` says otherwise. */
export const aSearch = (products: readonly ProductView[], more: Partial<ProductSearchView> = {}): ProductSearchView => ({
  products: [...products],
  total: products.length,
  listed: products.length,
  from: 0,
  next: null,
  previous: null,
  mixed: null,
  facets: null,
  ...more,
});

/** A page of the search in these tracks, with the counts that belong to a first page. A cursor is the place of a track. */
function searched(tracks: readonly ProductView[], path: string): ProductSearchView {
  const { searchParams } = new URL(path, 'http://shop.example');
  const limit = Number(searchParams.get('limit') ?? FIRST_TRACKS);
  if (searchParams.get('sort') === 'hottest') {
    const hot = (track: ProductView) => Number(track.is_hot);
    return aSearch([...tracks].sort((a, b) => hot(b) - hot(a) || b.id - a.id).slice(0, limit), { listed: tracks.length });
  }
  const result = referenceSearch(preparedList(tracks), readFilters(searchParams));
  const from = Number(searchParams.get('after') ?? 0);
  const { categories: genre, keys: key, types: type, extras } = result.options;
  return aSearch(result.tracks.slice(from, from + limit), {
    total: result.total,
    listed: result.listed,
    from,
    next: from + limit < result.total ? String(from + limit) : null,
    mixed: result.mixed ? { id: result.mixed.id, name: result.mixed.name } : null,
    facets: from === 0 ? { genre, key, type, with: extras } : null,
  });
}

/** The calls of a shop that has these tracks for sale. */
export const listing = (tracks: () => readonly ProductView[]) => ({
  'GET /api/products/search': ({ path }: { path: string }) => ({ body: searched(tracks(), path) }),
});
