import { ADMIN_PREFIX, type SubscriberStatus } from '@shop/contracts/constants';
import type { MessageView, Page, SubscribersView, SubscriberView } from '@shop/contracts/views';
import { asAdmin } from '../../lib/admin-session';
import { api } from '../../lib/api';

const PATH = `${ADMIN_PREFIX.slice(1)}/subscribers`;

export const { useSubscribersQuery, useDeleteSubscriberMutation, useDeleteSubscribersOfMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, status, q and sort as a query string. */
    subscribers: build.query<Pick<Page<SubscriberView>, 'data' | 'pagination'>, string>({
      query: (query) => `${PATH}?${query}`,
      transformResponse: ({ subscribers, pagination }: SubscribersView) => ({ data: subscribers, pagination }),
      extraOptions: asAdmin,
      providesTags: ['Subscribers'],
    }),
    deleteSubscriber: build.mutation<MessageView, number>({
      query: (id) => ({ url: `${PATH}/${id}`, method: 'DELETE' }),
      extraOptions: asAdmin,
      // also after a refusal: somebody else may have been faster
      invalidatesTags: ['Subscribers', 'Dashboard'],
    }),
    deleteSubscribersOf: build.mutation<MessageView, SubscriberStatus>({
      query: (status) => ({ url: `${PATH}/status/${status}`, method: 'DELETE' }),
      extraOptions: asAdmin,
      invalidatesTags: ['Subscribers', 'Dashboard'],
    }),
  }),
});
