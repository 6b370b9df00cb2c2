import type { PackageRole } from '@shop/contracts/constants';
import type { PackageForm } from '@shop/contracts/forms';
import { api } from '#lib/calls/api.ts';
import { call } from '#lib/calls/call.ts';

/** How often the progress of a check is asked for. */
export const CHECK_POLL_MS = 1500;

type OneFile = { id: number; fileId: number };

export const {
  useCreatePackageMutation,
  usePackageQuery,
  useCancelPackageUploadMutation,
  useCompletePackageMutation,
  useChangePackageFileMutation,
  useDeletePackageFileMutation,
  endpoints: packageEndpoints,
} = api.injectEndpoints({
  endpoints: (build) => ({
    createPackage: build.mutation({ query: (body: PackageForm) => call('POST /api/packages', { body }) }),
    package: build.query({
      query: (id: number) => call('GET /api/packages/:id', { params: { id } }),
      providesTags: ['Packages'],
    }),
    beginPackageUpload: build.mutation({
      query: ({ id, ...body }: { id: number; path: string; sizeBytes: number }) =>
        call('POST /api/packages/:id/uploads', { params: { id }, body }),
    }),
    cancelPackageUpload: build.mutation({
      query: (params: { id: number; uploadId: string }) => ({
        ...call('DELETE /api/packages/:id/uploads/:uploadId', { params }),
        headers: { 'tus-resumable': '1.0.0' },
      }),
      invalidatesTags: ['Packages'],
    }),
    completePackage: build.mutation({
      query: ({ id, ...body }: { id: number } & PackageForm) => call('POST /api/packages/:id/complete', { params: { id }, body }),
      invalidatesTags: ['Packages'],
    }),
    changePackageFile: build.mutation({
      query: ({ role, ...params }: OneFile & { role: PackageRole }) =>
        call('PUT /api/packages/:id/files/:fileId', { params, body: { role } }),
      invalidatesTags: ['Packages'],
    }),
    deletePackageFile: build.mutation({
      query: (params: OneFile) => call('DELETE /api/packages/:id/files/:fileId', { params }),
      invalidatesTags: ['Packages'],
    }),
  }),
});
