import type { TrackSubmissionForm } from '@shop/contracts/forms';
import type { MessageView } from '@shop/contracts/views';
import { api } from '../../lib/api';

/** As it travels: the price in dollars. */
export type SentTrack = Omit<TrackSubmissionForm, 'price'> & { price: number };

export const { useSubmitTrackMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    submitTrack: build.mutation<MessageView, SentTrack>({
      query: (body) => ({ url: 'track-submissions', method: 'POST', body }),
      invalidatesTags: (answer) => (answer ? ['SellerTracks'] : []),
    }),
  }),
});
