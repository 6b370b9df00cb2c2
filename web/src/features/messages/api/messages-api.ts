import { api } from '#lib/calls/api.ts';
import { call, type Body } from '#lib/calls/call.ts';

export const { useSendFeedbackMutation, useConfirmContactMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    sendFeedback: build.mutation({
      query: (body: Body<'POST /api/feedback/send-feedback'>) => call('POST /api/feedback/send-feedback', { body }),
    }),
    confirmContact: build.mutation({
      query: (token: string) => call('POST /api/contact/confirm/:token', { params: { token } }),
    }),
  }),
});
