import { api } from '#lib/calls/api.ts';
import { call } from '#lib/calls/call.ts';
import type { paypalCreateBody, orderBodyOf } from './checkout-rules';

export const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    ordersOfUser: build.query({
      query: (userId: number) => call('GET /api/orders/user/:userId', { params: { userId } }),
      transformResponse: ({ data }) => data,
      providesTags: ['Orders'],
    }),
    order: build.query({
      query: (orderId: number) => call('GET /api/orders/:id', { params: { id: orderId } }),
      transformResponse: (answer) => ('data' in answer ? answer.data : answer),
      providesTags: ['Orders'],
    }),
    checkCoupon: build.mutation({
      query: (code: string) => call('GET /api/coupons/validate', { query: { code } }),
    }),
    createPaypalOrder: build.mutation({
      query: (body: ReturnType<typeof paypalCreateBody>) => call('POST /api/orders/paypal/create', { body }),
    }),
    capturePaypalOrder: build.mutation({
      query: (body: { orderID: string; userId: number }) => call('POST /api/orders/paypal/capture', { body }),
      invalidatesTags: ['Orders'],
    }),
    placeOrder: build.mutation({
      query: (body: ReturnType<typeof orderBodyOf>) => call('POST /api/orders', { body }),
      invalidatesTags: ['Orders'],
    }),
    /** Shows the change at once, and the old state again when the service refuses. */
    showBuyer: build.mutation({
      query: ({ orderId, productId, shown }: { orderId: number; productId: number; shown: boolean }) =>
        call('PUT /api/orders/:id/certificates/:productId', { params: { id: orderId, productId }, body: { shown } }),
      async onQueryStarted({ orderId, productId, shown }, { dispatch, getState, queryFulfilled }) {
        const shownQueries = ordersApi.util.selectInvalidatedBy(getState(), ['Orders']);
        const patches = shownQueries.flatMap(({ endpointName, originalArgs }) => {
          if (endpointName !== 'ordersOfUser') return [];
          return dispatch(
            ordersApi.util.updateQueryData('ordersOfUser', originalArgs as number, (orders) => {
              const item = orders.find(({ id }) => id === orderId)?.products.find(({ id }) => id === productId);
              if (item) item.shows_buyer = shown;
            }),
          );
        });
        await queryFulfilled.catch(() => patches.forEach((patch) => patch.undo()));
      },
      invalidatesTags: ['Orders'],
    }),
    resendOrder: build.mutation({
      query: (orderId: number) => call('POST /api/orders/:id/resend', { params: { id: orderId }, body: {} }),
    }),
  }),
});

export const { useOrdersOfUserQuery, useOrderQuery, useCheckCouponMutation, useResendOrderMutation, useShowBuyerMutation } =
  ordersApi;
