import type { SubscriberStatus } from '@shop/contracts/constants';
import type { Page, SubscriberView } from '@shop/contracts/views';
import { asAdmin } from '../../../lib/calls/admin-session';
import { adminApi } from '../../../lib/calls/admin-api';
import { call, type Answer } from '../../../lib/calls/call';

type Subscribers = Answer<'GET /api/mdghost-panel-secur/subscribers'>;
type Deleted = Answer<'DELETE /api/mdghost-panel-secur/subscribers/:id'>;

export const { useSubscribersQuery, useDeleteSubscriberMutation, useDeleteSubscribersOfMutation } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, status, q and sort as a query string. */
    subscribers: build.query<Pick<Page<SubscriberView>, 'data' | 'pagination'>, string>({
      query: (query) => call('GET /api/mdghost-panel-secur/subscribers', { query }),
      transformResponse: ({ subscribers, pagination }: Subscribers) => ({ data: subscribers, pagination }),
      extraOptions: asAdmin,
      providesTags: ['Subscribers'],
    }),
    deleteSubscriber: build.mutation<Deleted, number>({
      query: (id) => call('DELETE /api/mdghost-panel-secur/subscribers/:id', { params: { id } }),
      extraOptions: asAdmin,
      // also after a refusal: somebody else may have changed it first
      invalidatesTags: ['Subscribers', 'Dashboard'],
    }),
    deleteSubscribersOf: build.mutation<Deleted, SubscriberStatus>({
      query: (status) => call('DELETE /api/mdghost-panel-secur/subscribers/status/:status', { params: { status } }),
      extraOptions: asAdmin,
      invalidatesTags: ['Subscribers', 'Dashboard'],
    }),
  }),
});
