import { OFFER_VERSION } from '@shop/contracts/constants';
import type { SellerPaymentInput } from '@shop/contracts/forms';
import { api } from '#lib/calls/api.ts';
import { call } from '#lib/calls/call.ts';

export const sellersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The store of the logged-in user; null while there is none. */
    myStore: build.query({
      query: (userId: number) => call('GET /api/sellers/user/:userId', { params: { userId } }),
      transformResponse: ({ data }) => ('id' in data ? data : null),
      providesTags: ['Seller'],
    }),
    myTracks: build.query({
      query: (id: number) => call('GET /api/sellers/:id/tracks', { params: { id } }),
      providesTags: ['SellerTracks'],
    }),
    /** Accepts the version that this page shows. */
    acceptOffer: build.mutation({
      query: (id: number) =>
        call('PUT /api/sellers/:id/accept-offer', { params: { id }, body: { offer_version: OFFER_VERSION } }),
      invalidatesTags: ['Seller'],
    }),
    savePayment: build.mutation({
      query: ({ sellerId: id, form: body }: { sellerId: number; form: SellerPaymentInput }) =>
        call('PUT /api/sellers/:id/payment', { params: { id }, body }),
      invalidatesTags: (answer) => (answer ? ['Seller'] : []),
    }),
    confirmPaypal: build.mutation({
      query: (token: string) => call('POST /api/sellers/confirm-paypal/:token', { params: { token } }),
      invalidatesTags: ['Seller'],
    }),
    sendPaypalLink: build.mutation({
      query: (id: number) => call('POST /api/sellers/:id/payment/confirmation', { params: { id } }),
    }),
  }),
});
export const {
  useMyStoreQuery,
  useMyTracksQuery,
  useAcceptOfferMutation,
  useSavePaymentMutation,
  useConfirmPaypalMutation,
  useSendPaypalLinkMutation,
} = sellersApi;
