import type { OrderStatus } from '@shop/contracts/constants';
import type { RecordPaymentForm } from '@shop/contracts/forms';
import type { AdminOrderView, MessageView, OrderView, Page } from '@shop/contracts/views';
import { asAdmin } from '../../lib/admin-session';
import { api } from '../../lib/api';

type Answer<Data> = { data: Data };
const dataOf = <Data>(answer: Answer<Data>) => answer.data;

export const adminOrdersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, sort, status and payment_state as a query string. */
    adminOrders: build.query<Page<OrderView>, string>({
      query: (query) => `orders?${query}`,
      extraOptions: asAdmin,
      providesTags: ['AdminOrders'],
    }),
    adminOrder: build.query<AdminOrderView, number>({
      query: (id) => `orders/${id}`,
      transformResponse: dataOf<AdminOrderView>,
      extraOptions: asAdmin,
      providesTags: ['AdminOrders'],
    }),
    ordersOfBuyer: build.query<OrderView[], number>({
      query: (userId) => `orders/mdghost-panel-secur/user/${userId}`,
      transformResponse: dataOf<OrderView[]>,
      extraOptions: asAdmin,
      providesTags: ['AdminOrders'],
    }),
    /** Shown at once, and taken back when the service refuses it. */
    setOrderStatus: build.mutation<AdminOrderView, { id: number; status: OrderStatus }>({
      query: ({ id, status }) => ({ url: `orders/${id}/status`, method: 'PUT', body: { status } }),
      transformResponse: dataOf<AdminOrderView>,
      extraOptions: asAdmin,
      async onQueryStarted({ id, status }, { dispatch, getState, queryFulfilled }) {
        const shown = adminOrdersApi.util.selectInvalidatedBy(getState(), ['AdminOrders']);
        const patches = shown.flatMap(({ endpointName, originalArgs }) => {
          if (endpointName === 'adminOrder' && originalArgs === id)
            return dispatch(adminOrdersApi.util.updateQueryData('adminOrder', id, (order) => void (order.status = status)));
          if (endpointName !== 'adminOrders') return [];
          return dispatch(
            adminOrdersApi.util.updateQueryData('adminOrders', originalArgs as string, ({ data }) => {
              const row = data.find((order) => order.id === id);
              if (row) row.status = status;
            }),
          );
        });
        await queryFulfilled.catch(() => patches.forEach((patch) => patch.undo()));
      },
      invalidatesTags: (_answer, error) => (error ? [] : ['AdminOrders', 'Dashboard', 'AuditLog']),
    }),
    recordPayment: build.mutation<AdminOrderView, { id: number } & RecordPaymentForm>({
      query: ({ id, ...body }) => ({ url: `orders/${id}/payments`, method: 'POST', body }),
      transformResponse: dataOf<AdminOrderView>,
      extraOptions: asAdmin,
      invalidatesTags: ['AdminOrders', 'AdminProducts', 'Dashboard', 'AuditLog', 'Payouts'],
    }),
    recordRefund: build.mutation<AdminOrderView, { id: number; reference: string }>({
      query: ({ id, reference }) => ({ url: `orders/${id}/refunds`, method: 'POST', body: { reference } }),
      transformResponse: dataOf<AdminOrderView>,
      extraOptions: asAdmin,
      invalidatesTags: ['AdminOrders', 'Dashboard', 'AuditLog', 'Payouts'],
    }),
    freeTracks: build.mutation<AdminOrderView, number>({
      query: (id) => ({ url: `orders/${id}/free-tracks`, method: 'POST' }),
      transformResponse: dataOf<AdminOrderView>,
      extraOptions: asAdmin,
      invalidatesTags: ['AdminOrders', 'AdminProducts', 'AuditLog'],
    }),
    releaseHold: build.mutation<AdminOrderView, number>({
      query: (id) => ({ url: `orders/${id}/release-hold`, method: 'POST' }),
      transformResponse: dataOf<AdminOrderView>,
      extraOptions: asAdmin,
      // also after a refusal: the buyer may be paying by now
      invalidatesTags: ['AdminOrders', 'AdminProducts', 'AuditLog'],
    }),
    resendOrderMail: build.mutation<MessageView, { id: number; newLinks: boolean }>({
      query: ({ id, newLinks }) => ({ url: `orders/${id}/resend`, method: 'POST', body: { newLinks } }),
      extraOptions: asAdmin,
      invalidatesTags: ['AdminOrders', 'AuditLog'],
    }),
  }),
});

export const {
  useAdminOrdersQuery,
  useAdminOrderQuery,
  useOrdersOfBuyerQuery,
  useSetOrderStatusMutation,
  useRecordPaymentMutation,
  useRecordRefundMutation,
  useFreeTracksMutation,
  useReleaseHoldMutation,
  useResendOrderMailMutation,
} = adminOrdersApi;
