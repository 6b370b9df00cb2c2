import type { OverruleForm } from '@shop/contracts/forms';
import { adminApi } from '#lib/calls/admin-api.ts';
import { asObjectUrl } from '#lib/calls/as-object-url.ts';
import { call } from '#lib/calls/call.ts';

type Overruling = OverruleForm & { id: number };

export const { useReviewedPackageQuery, useLazyPackageSoundQuery, useOverruleFindingMutation } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    reviewedPackage: build.query({
      query: (id: number) => call('GET /api/packages/:id', { params: { id } }),
      providesTags: ['Packages'],
    }),
    overruleFinding: build.mutation({
      query: ({ id, ...body }: Overruling) => call('PUT /api/packages/:id/overruled', { params: { id }, body }),
      invalidatesTags: ['Packages'],
    }),
    /** An object URL of a file; whoever asks revokes it. */
    packageSound: build.query({
      query: (params: { id: number; fileId: number }) => ({
        ...call('GET /api/packages/:id/files/:fileId', { params }),
        responseHandler: asObjectUrl,
      }),
      keepUnusedDataFor: 0,
    }),
  }),
});
