import { api } from '../../../lib/calls/api';
import { call, type Answer, type Body } from '../../../lib/calls/call';

/** A refusal that comes as an ordinary answer (docs/product/newsletter.md#unsubscribing). */
type NotDone = { success: false; error?: string };

export const { useSubscribeMutation, useUnsubscribeMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    subscribe: build.mutation<Answer<'POST /api/subscribe/subscribe'>, Body<'POST /api/subscribe/subscribe'>>({
      query: (body) => call('POST /api/subscribe/subscribe', { body }),
    }),
    unsubscribe: build.mutation<Answer<'POST /api/subscribe/unsubscribe/:token'> | NotDone, string>({
      query: (token) => call('POST /api/subscribe/unsubscribe/:token', { params: { token } }),
    }),
  }),
});
