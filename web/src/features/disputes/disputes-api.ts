import type { DisputeAction, EvidencePaper } from '@shop/contracts/constants';
import type { DisputeActForm } from '@shop/contracts/forms';
import { adminApi } from '#lib/calls/admin-api.ts';
import { asNamedFile } from '#lib/calls/as-object-url.ts';
import { call } from '#lib/calls/call.ts';

export const { useDisputesQuery, useDisputeQuery, useEvidenceMutation, useActOnDisputeMutation } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q and open as a query string. */
    disputes: build.query({
      query: (query: string) => call('GET /api/disputes', { query }),
      providesTags: ['Disputes'],
    }),
    dispute: build.query({
      query: (disputeId: string) => call('GET /api/disputes/:disputeId', { params: { disputeId } }),
      transformResponse: ({ data }) => data,
      providesTags: ['Disputes'],
    }),
    evidence: build.mutation({
      query: ({ productId, ...params }: { disputeId: string; paper: EvidencePaper; productId: number | null }) => ({
        ...call('GET /api/disputes/:disputeId/evidence/:paper.pdf', {
          params,
          ...(productId !== null && { query: `productId=${productId}` }),
        }),
        responseHandler: asNamedFile,
      }),
    }),
    actOnDispute: build.mutation({
      query: ({ disputeId, action, ...body }: DisputeActForm & { disputeId: string; action: DisputeAction }) =>
        call('POST /api/disputes/:disputeId/:action', { params: { disputeId, action }, body }),
      invalidatesTags: ['Disputes', 'AdminOrders', 'AuditLog'],
    }),
  }),
});
