import type { ProductStatus, ProductView } from '@shop/contracts/views';
import { api } from '../../../lib/calls/api';
import { call } from '../../../lib/calls/call';
import { productsOrThrow, readAsProducts } from '../../../lib/calls/products-in';

export const catalogApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Everything that is for sale. */
    products: build.query<ProductView[], void>({
      query: () => call('GET /api/products'),
      extraOptions: readAsProducts,
      transformResponse: productsOrThrow,
      providesTags: ['Products'],
    }),

    /**
     * One track. A sold one is an error with code `sold` (docs/product/catalogue.md#a-sold-track), but its seller and admins get it with
     * its status.
     */
    track: build.query<ProductView & { status?: ProductStatus }, number>({
      query: (id) => call('GET /api/products/:id', { params: { id } }),
      providesTags: ['Products'],
    }),
  }),
});

export const { useProductsQuery, useTrackQuery } = catalogApi;
