import { api } from '#lib/calls/api.ts';
import { call, type Answer, type TypedRequest, type Body } from '#lib/calls/call.ts';

/** A refusal that comes as an ordinary answer (docs/product/newsletter.md#unsubscribing). */
type NotDone = { success: false; error?: string };

export const { useSubscribeMutation, useUnsubscribeMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    subscribe: build.mutation({
      query: (body: Body<'POST /api/subscribe/subscribe'>) => call('POST /api/subscribe/subscribe', { body }),
    }),
    unsubscribe: build.mutation({
      query: (token: string): TypedRequest<Answer<'POST /api/subscribe/unsubscribe/:token'> | NotDone> =>
        call('POST /api/subscribe/unsubscribe/:token', { params: { token } }),
    }),
  }),
});
