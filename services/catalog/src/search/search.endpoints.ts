import type { searchRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { DataSource } from 'typeorm';
import { soundOf } from '../products/product-queries';
import type { ProductSearch } from './product-search';

type SearchParts = { source: DataSource; siteName: string; search: ProductSearch };

export function searchHandlers({ source, siteName, search }: SearchParts): Handlers<typeof searchRoutes> {
  return {
    searchProducts: ({ req, query }) => search.find(req, query),
    async similarProducts({ req, params, query }) {
      return search.similar(req, await soundOf(source, siteName, params.id), query.limit);
    },
  };
}
