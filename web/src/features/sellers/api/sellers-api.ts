import { OFFER_VERSION } from '@shop/contracts/constants';
import type { SellerPaymentInput } from '@shop/contracts/forms';
import type { SellerView } from '@shop/contracts/views';
import { api } from '../../../lib/calls/api';
import { call, type Answer } from '../../../lib/calls/call';

export const sellersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The store of the logged-in user; null while there is none. */
    myStore: build.query<SellerView | null, number>({
      query: (userId) => call('GET /api/sellers/user/:userId', { params: { userId } }),
      transformResponse: ({ data }: Answer<'GET /api/sellers/user/:userId'>) => ('id' in data ? data : null),
      providesTags: ['Seller'],
    }),
    myTracks: build.query<Answer<'GET /api/sellers/:id/tracks'>, number>({
      query: (id) => call('GET /api/sellers/:id/tracks', { params: { id } }),
      providesTags: ['SellerTracks'],
    }),
    /** Accepts the version that this page shows. */
    acceptOffer: build.mutation<Answer<'PUT /api/sellers/:id/accept-offer'>, number>({
      query: (id) => call('PUT /api/sellers/:id/accept-offer', { params: { id }, body: { offer_version: OFFER_VERSION } }),
      invalidatesTags: ['Seller'],
    }),
    savePayment: build.mutation<Answer<'PUT /api/sellers/:id/payment'>, { sellerId: number; form: SellerPaymentInput }>({
      query: ({ sellerId: id, form: body }) => call('PUT /api/sellers/:id/payment', { params: { id }, body }),
      invalidatesTags: (answer) => (answer ? ['Seller'] : []),
    }),
  }),
});
export const { useMyStoreQuery, useMyTracksQuery, useAcceptOfferMutation, useSavePaymentMutation } = sellersApi;
