import type { SubscriberStatus } from '@shop/contracts/constants';
import type { Page, SubscriberView } from '@shop/contracts/views';
import { adminApi } from '../../../lib/calls/admin-api';
import { call, type Answer } from '../../../lib/calls/call';

export const { useSubscribersQuery, useDeleteSubscriberMutation, useDeleteSubscribersOfMutation } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, status, q and sort as a query string. */
    subscribers: build.query<Pick<Page<SubscriberView>, 'data' | 'pagination'>, string>({
      query: (query) => call('GET /api/mdghost-panel-secur/subscribers', { query }),
      transformResponse: ({ subscribers: data, pagination }: Answer<'GET /api/mdghost-panel-secur/subscribers'>) => ({
        data,
        pagination,
      }),
      providesTags: ['Subscribers'],
    }),
    deleteSubscriber: build.mutation<Answer<'DELETE /api/mdghost-panel-secur/subscribers/:id'>, number>({
      query: (id) => call('DELETE /api/mdghost-panel-secur/subscribers/:id', { params: { id } }),
      invalidatesTags: ['Subscribers', 'Dashboard'],
    }),
    deleteSubscribersOf: build.mutation<Answer<'DELETE /api/mdghost-panel-secur/subscribers/status/:status'>, SubscriberStatus>({
      query: (status) => call('DELETE /api/mdghost-panel-secur/subscribers/status/:status', { params: { status } }),
      invalidatesTags: ['Subscribers', 'Dashboard'],
    }),
  }),
});
