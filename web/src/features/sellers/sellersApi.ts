import type { SellerPaymentInput } from '@shop/contracts/forms';
import type { SellerSubmissionView, SellerTrackView, SellerView } from '@shop/contracts/views';
import { api } from '../../lib/api';

type Answer = { data: SellerView };
type MyTracks = { data: SellerTrackView[]; submissions: SellerSubmissionView[] };

export const { useMyStoreQuery, useMyTracksQuery, useAcceptOfferMutation, useSavePaymentMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    /** The store of who is logged in; null while there is none. */
    myStore: build.query<SellerView | null, number>({
      query: (userId) => `sellers/user/${userId}`,
      transformResponse: ({ data }: { data: SellerView | { status: string } }) => ('id' in data ? data : null),
      providesTags: ['Seller'],
    }),
    /** A seller's tracks, and beside them what he sent for review. */
    myTracks: build.query<MyTracks, number>({
      query: (sellerId) => `sellers/${sellerId}/tracks`,
      providesTags: ['SellerTracks'],
    }),
    acceptOffer: build.mutation<Answer, number>({
      query: (sellerId) => ({ url: `sellers/${sellerId}/accept-offer`, method: 'PUT', body: {} }),
      invalidatesTags: ['Seller'],
    }),
    savePayment: build.mutation<Answer, { sellerId: number; form: SellerPaymentInput }>({
      query: ({ sellerId, form }) => ({ url: `sellers/${sellerId}/payment`, method: 'PUT', body: form }),
      invalidatesTags: (answer) => (answer ? ['Seller'] : []),
    }),
  }),
});
