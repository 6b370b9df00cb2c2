import type { TrackSubmissionForm } from '@shop/contracts/forms';
import type { MessageView, SellerSubmissionView, SellerTrackView } from '@shop/contracts/views';
import { api } from '../../lib/api';

/** As it travels: the price in dollars. */
export type SentTrack = Omit<TrackSubmissionForm, 'price'> & { price: number };

export const { useSubmitTrackMutation, useMySubmissionsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    submitTrack: build.mutation<MessageView, SentTrack>({
      query: (body) => ({ url: 'track-submissions', method: 'POST', body }),
      invalidatesTags: (answer) => (answer ? ['SellerTracks'] : []),
    }),
    /** What a seller sent for review stands beside his tracks. */
    mySubmissions: build.query<SellerSubmissionView[], number>({
      query: (sellerId) => `sellers/${sellerId}/tracks`,
      transformResponse: (answer: { data: SellerTrackView[]; submissions: SellerSubmissionView[] }) => answer.submissions,
      providesTags: ['SellerTracks'],
    }),
  }),
});
