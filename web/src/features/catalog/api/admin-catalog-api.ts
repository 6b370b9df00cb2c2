import { adminApi } from '#lib/calls/admin-api.ts';
import { call, type Answer, type TypedRequest } from '#lib/calls/call.ts';
import type { AskOnce } from '#lib/calls/endpoints.ts';

/**
 * Makes a call that the server also answers to visitors. Only an admin's answer has the field `mark`. Without it, the server did
 * not know the admin: a call for admins alone then gets the refusal, which may end their session here.
 */
async function askAsAdmin<A extends object, Mark extends string>(ask: AskOnce, request: TypedRequest<A>, mark: Mark) {
  const { data, error } = await ask(request);
  if (error) return { error };
  if (mark in data) return { data: data as Extract<A, Record<Mark, unknown>> };
  const storesAnswer = await ask(call('GET /api/stores'));
  return { error: storesAnswer.error ?? { status: 503 as const, message: '' } };
}

/** The call answers a page when it is asked for one. */
type DemoPage = Extract<Answer<'GET /api/demos'>, { pagination: unknown }>;

const adminCatalogApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, sort, status, category and store as a query string. */
    adminProducts: build.query<Extract<Answer<'GET /api/products'>, { pagination: unknown }>, string>({
      queryFn: (query, _store, _extra, ask) => askAsAdmin(ask, call('GET /api/products', { query }), 'pagination'),
      providesTags: ['AdminProducts'],
    }),
    adminProduct: build.query<Extract<Answer<'GET /api/products/:id'>, { store_active: unknown }>, number>({
      queryFn: (id, _store, _extra, ask) => askAsAdmin(ask, call('GET /api/products/:id', { params: { id } }), 'store_active'),
      keepUnusedDataFor: 0,
    }),
    removeProduct: build.mutation({
      query: (id: number) => call('DELETE /api/products/:id', { params: { id } }),
      invalidatesTags: ['AdminProducts', 'Products', 'Searches'],
    }),
    /** The unpaid order that holds a track; null when there is none. */
    holderOf: build.query({
      query: (id: number) => call('GET /api/orders', { query: { holds: id, limit: 1 } }),
      transformResponse: ({ data }) => data[0] ?? null,
      keepUnusedDataFor: 0,
    }),
    /** Ends the hold on a track, unless by now another order holds it than the one that was shown. */
    releaseHoldOf: build.mutation({
      query: ({ id, shownOrderId }: { id: number; shownOrderId: number }) =>
        call('POST /api/orders/holds/:productId/release', { params: { productId: id }, body: { shownOrderId } }),
      invalidatesTags: ['AdminProducts', 'AdminOrders', 'AuditLog'],
    }),
    storeChoices: build.query({ query: () => call('GET /api/stores') }),
    submittedTrack: build.query({
      query: (id: number) => call('GET /api/track-submissions/:id', { params: { id } }),
      transformResponse: ({ data }) => data,
      keepUnusedDataFor: 0,
    }),
    adminDemos: build.query({
      query: (query: string) => call('GET /api/demos', { query }) as TypedRequest<DemoPage>,
      providesTags: ['AdminDemos'],
    }),
    adminDemo: build.query({
      query: (id: number) => call('GET /api/demos/:id', { params: { id } }),
      keepUnusedDataFor: 0,
    }),
    deleteDemo: build.mutation({
      query: (id: number) => call('DELETE /api/demos/:id', { params: { id } }),
      invalidatesTags: ['AdminDemos'],
    }),
    /** The progress of the server, which decodes, encodes and stores the files of an upload. */
    uploadStep: build.query({
      query: (id: string) => call('GET /api/uploads/:id', { params: { id } }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useAdminProductsQuery,
  useAdminProductQuery,
  useRemoveProductMutation,
  useLazyHolderOfQuery,
  useReleaseHoldOfMutation,
  useStoreChoicesQuery,
  useSubmittedTrackQuery,
  useAdminDemosQuery,
  useAdminDemoQuery,
  useDeleteDemoMutation,
  useUploadStepQuery,
} = adminCatalogApi;
