import type { ProductView } from '@shop/contracts/views';
import { api } from '#lib/calls/api.ts';
import { call } from '#lib/calls/call.ts';
import { productsIn, readAsProducts } from '#lib/calls/products-in.ts';

const MOST_IDS = 100;
const TIMEOUT_MS = 5_000;

const inParts = (ids: readonly number[]) =>
  Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, i) => ids.slice(i * MOST_IDS, (i + 1) * MOST_IDS));

export const listedProductsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listedProducts: build.query<ProductView[], readonly number[]>({
      queryFn: async (ids, _store, _extra, ask) => {
        const products: ProductView[] = [];
        for (const part of inParts(ids)) {
          const answer = await ask(call('POST /api/products/by-ids', { body: { ids: part }, timeout: TIMEOUT_MS }));
          if (answer.error) return { error: answer.error };
          const partProducts = productsIn(answer.data);
          if (!partProducts) return { error: { status: 500, message: 'Invalid response format' } };
          products.push(...partProducts);
        }
        return { data: products };
      },
      extraOptions: readAsProducts,
      providesTags: ['Products'],
    }),
  }),
});

/**
 * The tracks of a list of ids, in its order and at their present prices. `gone` are the ids of tracks that are no longer for
 * sale. The earlier result stays while a changed list is loading, and when loading fails.
 */
export function useListedProducts(ids: readonly number[]) {
  const { data, currentData, error, isFetching, refetch } = listedProductsApi.useListedProductsQuery(ids, {
    skip: ids.length === 0,
  });
  const productsById = new Map(data?.map((product) => [product.id, product]));
  return {
    products: ids.flatMap((id) => productsById.get(id) ?? []),
    gone: currentData ? ids.filter((id) => !productsById.has(id)) : [],
    ready: ids.length === 0 || data !== undefined,
    error: ids.length === 0 ? undefined : error,
    isFetching,
    refetch,
  };
}
