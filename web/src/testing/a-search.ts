import type { ProductSearchView, ProductView } from '@shop/contracts/views';

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

/**
 * The calls of a shop that has these tracks for sale: its whole list, and its sorted but unfiltered first page. If a test sees
 * filtered tracks, the browser has filtered them.
 */
export function listing(tracks: () => readonly ProductView[]) {
  const found = (path: string) => {
    const { searchParams } = new URL(path, 'http://shop.example');
    const hot = (track: ProductView) => Number(searchParams.get('sort') === 'hottest' && track.is_hot);
    const sorted = [...tracks()].sort((a, b) => hot(b) - hot(a) || b.id - a.id);
    return aSearch(sorted.slice(0, Number(searchParams.get('limit'))), { total: sorted.length, listed: sorted.length });
  };
  return {
    'GET /api/products': () => ({ body: [...tracks()] }),
    'GET /api/products/search': ({ path }: { path: string }) => ({ body: found(path) }),
  };
}
