import { api } from '../../../lib/calls/api';
import { call, type Answer, type Body } from '../../../lib/calls/call';

export const { useSendFeedbackMutation, useConfirmContactMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    sendFeedback: build.mutation<Answer<'POST /api/feedback/send-feedback'>, Body<'POST /api/feedback/send-feedback'>>({
      query: (body) => call('POST /api/feedback/send-feedback', { body }),
    }),
    confirmContact: build.mutation<Answer<'POST /api/contact/confirm/:token'>, string>({
      query: (token) => call('POST /api/contact/confirm/:token', { params: { token } }),
    }),
  }),
});
