import type { MessageView } from '@shop/contracts/views';
import { api } from '../../lib/api';

export const { useSubscribeMutation, useUnsubscribeMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    subscribe: build.mutation<MessageView, { email: string }>({
      query: (body) => ({ url: 'subscribe/subscribe', method: 'POST', body }),
    }),
    unsubscribe: build.mutation<{ success: boolean; error?: string; message?: string }, string>({
      query: (token) => ({ url: `subscribe/unsubscribe/${encodeURIComponent(token)}`, method: 'POST' }),
    }),
  }),
});
