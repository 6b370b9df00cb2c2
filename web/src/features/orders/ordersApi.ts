import type {
  CapturePendingView,
  CaptureView,
  CouponCheckView,
  OrderView,
  PaypalCreateView,
  PlacedOrderView,
} from '@shop/contracts/views';
import { api } from '../../lib/api';
import type { paypalCreateBody, placeOrderBody } from './checkout-rules';

export const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    ordersOfUser: build.query<OrderView[], number>({
      query: (userId) => `orders/user/${userId}`,
      transformResponse: (answer: { data: OrderView[] }) => answer.data,
      providesTags: ['Orders'],
    }),
    order: build.query<OrderView, number>({
      query: (orderId) => `orders/${orderId}`,
      transformResponse: (answer: OrderView | { data: OrderView }) => ('data' in answer ? answer.data : answer),
      providesTags: ['Orders'],
    }),
    checkCoupon: build.mutation<CouponCheckView, string>({
      query: (code) => ({ url: 'coupons/validate', params: { code } }),
    }),
    createPaypalOrder: build.mutation<PaypalCreateView, ReturnType<typeof paypalCreateBody>>({
      query: (body) => ({ url: 'orders/paypal/create', method: 'POST', body }),
    }),
    capturePaypalOrder: build.mutation<CaptureView | CapturePendingView, { orderID: string; userId: number }>({
      query: (body) => ({ url: 'orders/paypal/capture', method: 'POST', body }),
      invalidatesTags: ['Orders'],
    }),
    placeOrder: build.mutation<PlacedOrderView, ReturnType<typeof placeOrderBody>>({
      query: (body) => ({ url: 'orders', method: 'POST', body }),
      invalidatesTags: ['Orders'],
    }),
    resendOrder: build.mutation<unknown, number>({
      query: (orderId) => ({ url: `orders/${orderId}/resend`, method: 'POST', body: {} }),
    }),
  }),
});

export const { useOrdersOfUserQuery, useOrderQuery, useCheckCouponMutation, useResendOrderMutation } = ordersApi;
