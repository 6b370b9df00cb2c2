import type { OrderView } from '@shop/contracts/views';
import { api } from '../../../lib/calls/api';
import { call, type Answer } from '../../../lib/calls/call';
import type { paypalCreateBody, placeOrderBody } from './checkout-rules';

export const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    ordersOfUser: build.query<OrderView[], number>({
      query: (userId) => call('GET /api/orders/user/:userId', { params: { userId } }),
      transformResponse: ({ data }: Answer<'GET /api/orders/user/:userId'>) => data,
      providesTags: ['Orders'],
    }),
    order: build.query<OrderView, number>({
      query: (orderId) => call('GET /api/orders/:id', { params: { id: orderId } }),
      transformResponse: (answer: OrderView | Answer<'GET /api/orders/:id'>) => ('data' in answer ? answer.data : answer),
      providesTags: ['Orders'],
    }),
    checkCoupon: build.mutation<Answer<'GET /api/coupons/validate'>, string>({
      query: (code) => call('GET /api/coupons/validate', { query: { code } }),
    }),
    createPaypalOrder: build.mutation<Answer<'POST /api/orders/paypal/create'>, ReturnType<typeof paypalCreateBody>>({
      query: (body) => call('POST /api/orders/paypal/create', { body }),
    }),
    capturePaypalOrder: build.mutation<Answer<'POST /api/orders/paypal/capture'>, { orderID: string; userId: number }>({
      query: (body) => call('POST /api/orders/paypal/capture', { body }),
      invalidatesTags: ['Orders'],
    }),
    placeOrder: build.mutation<Answer<'POST /api/orders'>, ReturnType<typeof placeOrderBody>>({
      query: (body) => call('POST /api/orders', { body }),
      invalidatesTags: ['Orders'],
    }),
    resendOrder: build.mutation<Answer<'POST /api/orders/:id/resend'>, number>({
      query: (orderId) => call('POST /api/orders/:id/resend', { params: { id: orderId }, body: {} }),
    }),
  }),
});

export const { useOrdersOfUserQuery, useOrderQuery, useCheckCouponMutation, useResendOrderMutation } = ordersApi;
