import type { TrackSubmissionForm } from '@shop/contracts/forms';
import { api } from '#lib/calls/api.ts';
import { call } from '#lib/calls/call.ts';

/** A submission as it is sent, with the price in dollars. */
type SentTrack = Omit<TrackSubmissionForm, 'price'> & { price: number };

export const { useSubmitTrackMutation, useCorrectSubmissionMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    submitTrack: build.mutation({
      query: (body: SentTrack) => call('POST /api/track-submissions', { body }),
      invalidatesTags: (answer) => (answer ? ['SellerTracks'] : []),
    }),
    correctSubmission: build.mutation({
      query: ({ id, ...body }: SentTrack & { id: number }) => call('PUT /api/track-submissions/:id', { params: { id }, body }),
      invalidatesTags: (answer) => (answer ? ['SellerTracks', 'Packages'] : []),
    }),
  }),
});
