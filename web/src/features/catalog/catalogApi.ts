import type { ProductStatus, ProductView } from '@shop/contracts/views';
import { api } from '../../lib/api';

const BY_IDS_TIMEOUT_MS = 5000;
const BY_IDS_LIMIT = 100; // in one call; a wishlist may be longer

const areProducts = (answer: unknown): answer is ProductView[] =>
  Array.isArray(answer) &&
  answer.every((one: Partial<ProductView> | null) => typeof one?.id === 'number' && typeof one.price === 'number');

export const catalogApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Everything that is for sale. */
    products: build.query<ProductView[], void>({ query: () => 'products', providesTags: ['Products'] }),

    /** One track; sold ones are an error with code `sold` (decision 63), but its seller and admins get it with its status. */
    track: build.query<ProductView & { status?: ProductStatus }, number>({
      query: (id) => `products/${id}`,
      providesTags: ['Products'],
    }),

    /** Products of a cart or wishlist as they are now; what is no longer for sale is not in the answer (spec 2 §7, decision 63). */
    productsByIds: build.query<ProductView[], readonly number[]>({
      queryFn: async (ids, _store, _extra, send) => {
        const found: ProductView[] = [];
        for (let from = 0; from < ids.length; from += BY_IDS_LIMIT) {
          const body = { ids: ids.slice(from, from + BY_IDS_LIMIT) };
          const { data, error } = await send({ url: 'products/by-ids', method: 'POST', body, timeout: BY_IDS_TIMEOUT_MS });
          if (error) return { error };
          if (!areProducts(data)) return { error: { status: 500, message: 'Invalid response format' } };
          found.push(...data);
        }
        return { data: found };
      },
      providesTags: ['Products'],
    }),
  }),
});

export const { useProductsQuery, useTrackQuery, useProductsByIdsQuery, useLazyProductsByIdsQuery } = catalogApi;
