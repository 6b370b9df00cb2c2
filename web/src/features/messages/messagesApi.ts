import type { FeedbackForm } from '@shop/contracts/forms';
import type { MessageView } from '@shop/contracts/views';
import { api } from '../../lib/api';

export const { useSendFeedbackMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    sendFeedback: build.mutation<MessageView, FeedbackForm>({
      query: (body) => ({ url: 'feedback/send-feedback', method: 'POST', body }),
    }),
  }),
});
