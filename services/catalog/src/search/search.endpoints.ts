import type { searchRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { ServiceContext } from '../context';
import { soundOf } from '../products/product-queries';

export function searchHandlers({ source, siteName, search }: ServiceContext): Handlers<typeof searchRoutes> {
  return {
    searchProducts: ({ req, query }) => search.find(req, query),
    async similarProducts({ req, params, query }) {
      return search.similar(req, await soundOf(source, siteName, params.id), query.limit);
    },
  };
}
