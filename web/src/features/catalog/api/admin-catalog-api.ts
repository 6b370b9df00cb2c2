import type { AdminProductView, DemoView, Page, SubmissionView } from '@shop/contracts/views';
import { asAdmin } from '../../../lib/calls/admin-session';
import { adminApi } from '../../../lib/calls/admin-api';
import { call, type Answer } from '../../../lib/calls/call';

const adminCatalogApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, sort, status, category and store as a query string. */
    adminProducts: build.query<Page<AdminProductView>, string>({
      query: (query) => call('GET /api/products', { query }),
      extraOptions: asAdmin,
      providesTags: ['AdminProducts'],
    }),
    adminProduct: build.query<AdminProductView, number>({
      query: (id) => call('GET /api/products/:id', { params: { id } }),
      extraOptions: asAdmin,
      keepUnusedDataFor: 0,
    }),
    removeProduct: build.mutation<Answer<'DELETE /api/products/:id'>, number>({
      query: (id) => call('DELETE /api/products/:id', { params: { id } }),
      extraOptions: asAdmin,
      // also after a refusal: somebody may just have bought the track
      invalidatesTags: ['AdminProducts', 'Products'],
    }),
    /** Ends the unpaid order that holds a track. */
    releaseHoldOf: build.mutation<unknown, number>({
      query: (id) => call('POST /api/orders/holds/:productId/release', { params: { productId: id } }),
      extraOptions: asAdmin,
      invalidatesTags: ['AdminProducts', 'AdminOrders', 'AuditLog'],
    }),
    /** The stores that a track can belong to, by name. */
    storeChoices: build.query<Answer<'GET /api/stores'>, void>({ query: () => call('GET /api/stores'), extraOptions: asAdmin }),
    /** The submission that a track will be made from. */
    submittedTrack: build.query<SubmissionView, number>({
      query: (id) => call('GET /api/track-submissions/:id', { params: { id } }),
      transformResponse: ({ data }: Answer<'GET /api/track-submissions/:id'>) => data,
      extraOptions: asAdmin,
      keepUnusedDataFor: 0,
    }),
    adminDemos: build.query<Page<DemoView>, string>({
      query: (query) => call('GET /api/demos', { query }),
      extraOptions: asAdmin,
      providesTags: ['AdminDemos'],
    }),
    adminDemo: build.query<Answer<'GET /api/demos/:id'>, number>({
      query: (id) => call('GET /api/demos/:id', { params: { id } }),
      extraOptions: asAdmin,
      keepUnusedDataFor: 0,
    }),
    deleteDemo: build.mutation<Answer<'DELETE /api/demos/:id'>, number>({
      query: (id) => call('DELETE /api/demos/:id', { params: { id } }),
      extraOptions: asAdmin,
      invalidatesTags: ['AdminDemos'],
    }),
    /** The server's progress with an upload: it decodes, encodes and stores the files it has received. */
    uploadStep: build.query<Answer<'GET /api/uploads/:id'>, string>({
      query: (id) => call('GET /api/uploads/:id', { params: { id } }),
      extraOptions: asAdmin,
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useAdminProductsQuery,
  useAdminProductQuery,
  useRemoveProductMutation,
  useReleaseHoldOfMutation,
  useStoreChoicesQuery,
  useSubmittedTrackQuery,
  useAdminDemosQuery,
  useAdminDemoQuery,
  useDeleteDemoMutation,
  useUploadStepQuery,
} = adminCatalogApi;
