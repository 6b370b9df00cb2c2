import type { OrderStatus } from '@shop/contracts/constants';
import type { RecordPaymentForm, RecordRefundForm } from '@shop/contracts/forms';
import type { AdminOrderView } from '@shop/contracts/views';
import { adminApi } from '../../../lib/calls/admin-api';
import { asNamedFile, type NamedFile } from '../../../lib/calls/as-object-url';
import { call, type Answer } from '../../../lib/calls/call';

/** How often an order is loaded again while an admin returns its money. */
export const ORDER_POLL_MS = 20_000;

const dataOf = <Data>(answer: { data: Data }) => answer.data;

const adminOrdersApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, sort, status, payment_state and way as a query string. */
    adminOrders: build.query<Answer<'GET /api/orders'>, string>({
      query: (query) => call('GET /api/orders', { query }),
      providesTags: ['AdminOrders'],
    }),
    adminOrder: build.query<AdminOrderView, number>({
      query: (id) => call('GET /api/orders/:id', { params: { id } }),
      // An admin gets all fields of the order.
      transformResponse: ({ data }: Answer<'GET /api/orders/:id'>) => data as AdminOrderView,
      providesTags: ['AdminOrders'],
    }),
    ordersOfBuyer: build.query<Answer<'GET /api/orders/mdghost-panel-secur/user/:userId'>['data'], number>({
      query: (userId) => call('GET /api/orders/mdghost-panel-secur/user/:userId', { params: { userId } }),
      transformResponse: dataOf,
      providesTags: ['AdminOrders'],
    }),
    /** Shows the new status at once, and the old one again when the service refuses. */
    setOrderStatus: build.mutation<Answer<'PUT /api/orders/:id/status'>['data'], { id: number; status: OrderStatus }>({
      query: ({ id, status }) => call('PUT /api/orders/:id/status', { params: { id }, body: { status } }),
      transformResponse: dataOf,
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
      invalidatesTags: ['AdminOrders', 'Dashboard', 'AuditLog'],
    }),
    recordPayment: build.mutation<Answer<'POST /api/orders/:id/payments'>['data'], { id: number } & RecordPaymentForm>({
      query: ({ id, ...body }) => call('POST /api/orders/:id/payments', { params: { id }, body }),
      transformResponse: dataOf,
      invalidatesTags: ['AdminOrders', 'AdminProducts', 'Dashboard', 'AuditLog', 'Payouts'],
    }),
    recordRefund: build.mutation<Answer<'POST /api/orders/:id/refunds'>['data'], { id: number } & RecordRefundForm>({
      query: ({ id, ...body }) => call('POST /api/orders/:id/refunds', { params: { id }, body }),
      transformResponse: dataOf,
      invalidatesTags: ['AdminOrders', 'Dashboard', 'AuditLog', 'Payouts'],
    }),
    freeTracks: build.mutation<Answer<'POST /api/orders/:id/free-tracks'>['data'], number>({
      query: (id) => call('POST /api/orders/:id/free-tracks', { params: { id } }),
      transformResponse: dataOf,
      invalidatesTags: ['AdminOrders', 'AdminProducts', 'AuditLog'],
    }),
    releaseHold: build.mutation<Answer<'POST /api/orders/:id/release-hold'>['data'], number>({
      query: (id) => call('POST /api/orders/:id/release-hold', { params: { id } }),
      transformResponse: dataOf,
      invalidatesTags: ['AdminOrders', 'AdminProducts', 'AuditLog'],
    }),
    resendOrderMail: build.mutation<Answer<'POST /api/orders/:id/resend'>, { id: number; newLinks: boolean }>({
      query: ({ id, newLinks }) => call('POST /api/orders/:id/resend', { params: { id }, body: { newLinks } }),
      invalidatesTags: ['AdminOrders', 'AuditLog'],
    }),
    /** Fetches the contract of a track. A mutation, because its user revokes the object URL, which must not stay in the cache. */
    contract: build.mutation<NamedFile, { id: number; item: number }>({
      query: (params) => ({
        ...call('GET /api/orders/:id/contracts/:item.pdf', { params }),
        responseHandler: asNamedFile,
      }),
    }),
  }),
});

export const {
  useAdminOrdersQuery,
  useAdminOrderQuery,
  useLazyAdminOrderQuery,
  useOrdersOfBuyerQuery,
  useSetOrderStatusMutation,
  useRecordPaymentMutation,
  useRecordRefundMutation,
  useFreeTracksMutation,
  useReleaseHoldMutation,
  useResendOrderMailMutation,
  useContractMutation,
} = adminOrdersApi;
