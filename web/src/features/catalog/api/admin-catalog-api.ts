import type { FetchArgs, QueryReturnValue } from '@reduxjs/toolkit/query/react';
import type { OrderView, SubmissionView } from '@shop/contracts/views';
import { adminApi } from '../../../lib/calls/admin-api';
import type { ApiError } from '../../../lib/calls/api';
import { call, type Answer } from '../../../lib/calls/call';

type Asked = QueryReturnValue<unknown, ApiError, object>;
type Ask = (args: FetchArgs) => Asked | PromiseLike<Asked>;

/**
 * Makes a call that the server also answers to visitors. Only an admin's answer has the field `mark`. Without it, the server did
 * not know the admin: a call for admins alone then gets the refusal, which may end their session here.
 */
async function askAsAdmin<Answer extends object>(ask: Ask, args: FetchArgs, mark: keyof Answer) {
  const { data, error } = await ask(args);
  if (error) return { error };
  if (mark in (data as object)) return { data: data as Answer };
  const refused = await ask(call('GET /api/stores'));
  return { error: refused.error ?? { status: 503 as const, message: '' } };
}

const adminCatalogApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, sort, status, category and store as a query string. */
    adminProducts: build.query<Extract<Answer<'GET /api/products'>, { pagination: unknown }>, string>({
      queryFn: (query, _store, _extra, ask) => askAsAdmin(ask, call('GET /api/products', { query }), 'pagination'),
      providesTags: ['AdminProducts'],
    }),
    adminProduct: build.query<Extract<Answer<'GET /api/products/:id'>, { store_active: unknown }>, number>({
      queryFn: (id, _store, _extra, ask) => askAsAdmin(ask, call('GET /api/products/:id', { params: { id } }), 'status'),
      keepUnusedDataFor: 0,
    }),
    removeProduct: build.mutation<Answer<'DELETE /api/products/:id'>, number>({
      query: (id) => call('DELETE /api/products/:id', { params: { id } }),
      invalidatesTags: ['AdminProducts', 'Products', 'Searches'],
    }),
    /** The unpaid order that holds a track; null when there is none. */
    holderOf: build.query<OrderView | null, number>({
      query: (id) => call('GET /api/orders', { query: { holds: id, limit: 1 } }),
      transformResponse: ({ data }: Answer<'GET /api/orders'>) => data[0] ?? null,
      keepUnusedDataFor: 0,
    }),
    /** Ends the hold on a track, unless by now another order holds it than the one that was shown. */
    releaseHoldOf: build.mutation<Answer<'POST /api/orders/holds/:productId/release'>, { id: number; shownOrderId: number }>({
      query: ({ id, shownOrderId }) =>
        call('POST /api/orders/holds/:productId/release', { params: { productId: id }, body: { shownOrderId } }),
      invalidatesTags: ['AdminProducts', 'AdminOrders', 'AuditLog'],
    }),
    storeChoices: build.query<Answer<'GET /api/stores'>, void>({ query: () => call('GET /api/stores') }),
    submittedTrack: build.query<SubmissionView, number>({
      query: (id) => call('GET /api/track-submissions/:id', { params: { id } }),
      transformResponse: ({ data }: Answer<'GET /api/track-submissions/:id'>) => data,
      keepUnusedDataFor: 0,
    }),
    adminDemos: build.query<Extract<Answer<'GET /api/demos'>, { pagination: unknown }>, string>({
      query: (query) => call('GET /api/demos', { query }),
      providesTags: ['AdminDemos'],
    }),
    adminDemo: build.query<Answer<'GET /api/demos/:id'>, number>({
      query: (id) => call('GET /api/demos/:id', { params: { id } }),
      keepUnusedDataFor: 0,
    }),
    deleteDemo: build.mutation<Answer<'DELETE /api/demos/:id'>, number>({
      query: (id) => call('DELETE /api/demos/:id', { params: { id } }),
      invalidatesTags: ['AdminDemos'],
    }),
    /** The progress of the server, which decodes, encodes and stores the files of an upload. */
    uploadStep: build.query<Answer<'GET /api/uploads/:id'>, string>({
      query: (id) => call('GET /api/uploads/:id', { params: { id } }),
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
