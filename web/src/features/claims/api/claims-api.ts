import type { ClaimForm } from '@shop/contracts/forms';
import { api } from '#lib/calls/api.ts';
import { call } from '#lib/calls/call.ts';

/** The request that sends a message with its files. */
export function messageRequest(id: number, text: string, files: readonly File[]) {
  const body = new FormData();
  body.append('text', text);
  for (const file of files) body.append('files', file);
  return call('POST /api/claims/:id/messages', { params: { id }, body });
}

export const { useClaimsQuery, useClaimQuery, useOpenClaimMutation, useWithdrawClaimMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    /** The newest hundred claims in which the account has a part. */
    claims: build.query({
      query: () => call('GET /api/claims', { query: { mine: 'true', limit: 100 } }),
      transformResponse: ({ data }) => data,
      providesTags: ['Claims'],
    }),
    claim: build.query({
      query: (id: number) => call('GET /api/claims/:id', { params: { id } }),
      transformResponse: ({ data }) => data,
      providesTags: ['Claims'],
    }),
    openClaim: build.mutation({
      query: ({ orderId, ...body }: ClaimForm & { orderId: number }) =>
        call('POST /api/orders/:orderId/claims', { params: { orderId }, body }),
      transformResponse: ({ data }) => data,
      invalidatesTags: ['Claims', 'Orders'],
    }),
    withdrawClaim: build.mutation({
      query: (id: number) => call('POST /api/claims/:id/withdrawal', { params: { id } }),
      invalidatesTags: ['Claims', 'Orders'],
    }),
  }),
});
