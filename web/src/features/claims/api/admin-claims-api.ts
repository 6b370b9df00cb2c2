import type { ClaimDecisionForm } from '@shop/contracts/forms';
import { adminApi } from '#lib/calls/admin-api.ts';
import { asObjectUrl } from '#lib/calls/as-object-url.ts';
import { call } from '#lib/calls/call.ts';

export const { useAdminClaimsQuery, useAdminClaimQuery, useAdminClaimFileQuery, useDecideClaimMutation } =
  adminApi.injectEndpoints({
    endpoints: (build) => ({
      /** `query` is page, limit, q, state and open as a query string. */
      adminClaims: build.query({
        query: (query: string) => call('GET /api/claims', { query }),
        providesTags: ['AdminClaims'],
      }),
      adminClaim: build.query({
        query: (id: number) => call('GET /api/claims/:id', { params: { id } }),
        transformResponse: ({ data }) => data,
        providesTags: ['AdminClaims'],
      }),
      /** The address of a file in the browser's memory: an address of the server would lack the admin's token. Whoever asks revokes it. */
      adminClaimFile: build.query({
        query: (params: { id: number; fileId: number }) => ({
          ...call('GET /api/claims/:id/files/:fileId', { params }),
          responseHandler: asObjectUrl,
        }),
        keepUnusedDataFor: 0,
      }),
      decideClaim: build.mutation({
        query: ({ id, ...body }: ClaimDecisionForm & { id: number }) =>
          call('POST /api/claims/:id/decision', { params: { id }, body }),
        invalidatesTags: ['AdminClaims', 'AdminOrders', 'AuditLog'],
      }),
    }),
  });
