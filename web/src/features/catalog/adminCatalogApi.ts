import type { AdminProductView, DemoView, Page, StoreChoice, SubmissionView } from '@shop/contracts/views';
import { asAdmin } from '../../lib/admin-session';
import { api } from '../../lib/api';

/** How far the server is with an upload: it decodes, encodes and stores what it has received. */
export type UploadStep = { stage: string; percent: number };

export const adminCatalogApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, sort, status, category and store as a query string (decision 62). */
    adminProducts: build.query<Page<AdminProductView>, string>({
      query: (query) => `products?${query}`,
      extraOptions: asAdmin,
      providesTags: ['AdminProducts'],
    }),
    adminProduct: build.query<AdminProductView, number>({
      query: (id) => `products/${id}`,
      extraOptions: asAdmin,
      keepUnusedDataFor: 0,
    }),
    removeProduct: build.mutation<void, number>({
      query: (id) => ({ url: `products/${id}`, method: 'DELETE' }),
      extraOptions: asAdmin,
      // also after a refusal: somebody may just have bought it
      invalidatesTags: ['AdminProducts', 'Products'],
    }),
    /** Ends the unpaid order that holds a track. */
    releaseHoldOf: build.mutation<unknown, number>({
      query: (id) => ({ url: `orders/holds/${id}/release`, method: 'POST' }),
      extraOptions: asAdmin,
      invalidatesTags: ['AdminProducts', 'AdminOrders', 'AuditLog'],
    }),
    /** The stores that a track can belong to, by name. */
    storeChoices: build.query<Page<StoreChoice>, void>({ query: () => 'stores', extraOptions: asAdmin }),
    /** The submission that is to become a track. */
    submittedTrack: build.query<SubmissionView, number>({
      query: (id) => `track-submissions/${id}`,
      transformResponse: ({ data }: { data: SubmissionView }) => data,
      extraOptions: asAdmin,
      keepUnusedDataFor: 0,
    }),
    adminDemos: build.query<Page<DemoView>, string>({
      query: (query) => `demos?${query}`,
      extraOptions: asAdmin,
      providesTags: ['AdminDemos'],
    }),
    adminDemo: build.query<DemoView, number>({
      query: (id) => `demos/${id}`,
      extraOptions: asAdmin,
      keepUnusedDataFor: 0,
    }),
    deleteDemo: build.mutation<void, number>({
      query: (id) => ({ url: `demos/${id}`, method: 'DELETE' }),
      extraOptions: asAdmin,
      invalidatesTags: ['AdminDemos'],
    }),
    uploadStep: build.query<UploadStep, string>({
      query: (id) => `uploads/${id}`,
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
