import type { MessageView } from '@shop/contracts/views';
import { api } from '../../lib/api';

export const { useSubscribeMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    subscribe: build.mutation<MessageView, { email: string }>({
      query: (body) => ({ url: 'subscribe/subscribe', method: 'POST', body }),
    }),
  }),
});
