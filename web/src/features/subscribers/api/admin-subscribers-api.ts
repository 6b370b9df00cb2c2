import type { SubscriberStatus } from '@shop/contracts/constants';
import { adminApi } from '#lib/calls/admin-api.ts';
import { call } from '#lib/calls/call.ts';

export const { useSubscribersQuery, useDeleteSubscriberMutation, useDeleteSubscribersOfMutation } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, status, q and sort as a query string. */
    subscribers: build.query({
      query: (query: string) => call('GET /api/mdghost-panel-secur/subscribers', { query }),
      transformResponse: ({ subscribers: data, pagination }) => ({
        data,
        pagination,
      }),
      providesTags: ['Subscribers'],
    }),
    deleteSubscriber: build.mutation({
      query: (id: number) => call('DELETE /api/mdghost-panel-secur/subscribers/:id', { params: { id } }),
      invalidatesTags: ['Subscribers', 'Dashboard'],
    }),
    deleteSubscribersOf: build.mutation({
      query: (status: SubscriberStatus) =>
        call('DELETE /api/mdghost-panel-secur/subscribers/status/:status', { params: { status } }),
      invalidatesTags: ['Subscribers', 'Dashboard'],
    }),
  }),
});
