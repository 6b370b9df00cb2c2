import type { SellerPaymentInput } from '@shop/contracts/forms';
import type { SellerTrackView, SellerView } from '@shop/contracts/views';
import { api } from '../../lib/api';

type Answer = { data: SellerView };

export const { useMyStoreQuery, useMyTracksQuery, useAcceptOfferMutation, useSavePaymentMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    /** The store of who is logged in; null while there is none. */
    myStore: build.query<SellerView | null, number>({
      query: (userId) => `sellers/user/${userId}`,
      transformResponse: ({ data }: { data: SellerView | { status: string } }) => ('id' in data ? data : null),
      providesTags: ['Seller'],
    }),
    myTracks: build.query<SellerTrackView[], number>({
      query: (sellerId) => `sellers/${sellerId}/tracks`,
      transformResponse: (answer: { data: SellerTrackView[] }) => answer.data,
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
