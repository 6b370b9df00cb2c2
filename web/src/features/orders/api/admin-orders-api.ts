import type { OrderStatus } from '@shop/contracts/constants';
import type { RecordPaymentForm, RecordRefundForm } from '@shop/contracts/forms';
import type { AdminOrderView } from '@shop/contracts/views';
import { adminApi } from '#lib/calls/admin-api.ts';
import { asNamedFile } from '#lib/calls/as-object-url.ts';
import { call, type Body } from '#lib/calls/call.ts';

/** How often an order is loaded again while an admin returns its money. */
export const ORDER_POLL_MS = 20_000;

const adminOrdersApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, sort, status, payment_state and way as a query string. */
    adminOrders: build.query({
      query: (query: string) => call('GET /api/orders', { query }),
      providesTags: ['AdminOrders'],
    }),
    adminOrder: build.query({
      query: (id: number) => call('GET /api/orders/:id', { params: { id } }),
      // An admin gets all fields of the order.
      transformResponse: ({ data }) => data as AdminOrderView,
      providesTags: ['AdminOrders'],
    }),
    ordersOfBuyer: build.query({
      query: (userId: number) => call('GET /api/orders/mdghost-panel-secur/user/:userId', { params: { userId } }),
      transformResponse: ({ data }) => data,
      providesTags: ['AdminOrders'],
    }),
    /** Shows the new status at once, and the old one again when the service refuses. */
    setOrderStatus: build.mutation({
      query: ({ id, status }: { id: number; status: OrderStatus }) =>
        call('PUT /api/orders/:id/status', { params: { id }, body: { status } }),
      transformResponse: ({ data }) => data,
      async onQueryStarted({ id, status }, { dispatch, getState, queryFulfilled }) {
        const shownQueries = adminOrdersApi.util.selectInvalidatedBy(getState(), ['AdminOrders']);
        const patches = shownQueries.flatMap(({ endpointName, originalArgs }) => {
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
    recordPayment: build.mutation({
      query: ({ id, ...body }: { id: number } & RecordPaymentForm) =>
        call('POST /api/orders/:id/payments', { params: { id }, body }),
      transformResponse: ({ data }) => data,
      invalidatesTags: ['AdminOrders', 'AdminProducts', 'Dashboard', 'AuditLog', 'Payouts'],
    }),
    recordRefund: build.mutation({
      query: ({ id, ...body }: { id: number } & RecordRefundForm) =>
        call('POST /api/orders/:id/refunds', { params: { id }, body }),
      transformResponse: ({ data }) => data,
      invalidatesTags: ['AdminOrders', 'Dashboard', 'AuditLog', 'Payouts'],
    }),
    /** What a refund would do. It is asked for anew each time. */
    quoteRefund: build.query({
      query: ({ id, ...body }: { id: number } & Body<'POST /api/orders/:id/refunds/quote'>) =>
        call('POST /api/orders/:id/refunds/quote', { params: { id }, body }),
      transformResponse: ({ data }) => data,
      keepUnusedDataFor: 0,
    }),
    refundOrder: build.mutation({
      query: ({ id, ...body }: { id: number } & Body<'POST /api/orders/:id/refunds'>) =>
        call('POST /api/orders/:id/refunds', { params: { id }, body }),
      transformResponse: ({ data }) => data,
      // a refusal may have changed the order too: the refund is in its list
      invalidatesTags: ['AdminOrders', 'Dashboard', 'AuditLog', 'Payouts'],
    }),
    freeTracks: build.mutation({
      query: (id: number) => call('POST /api/orders/:id/free-tracks', { params: { id } }),
      transformResponse: ({ data }) => data,
      invalidatesTags: ['AdminOrders', 'AdminProducts', 'AuditLog'],
    }),
    releaseHold: build.mutation({
      query: (id: number) => call('POST /api/orders/:id/release-hold', { params: { id } }),
      transformResponse: ({ data }) => data,
      invalidatesTags: ['AdminOrders', 'AdminProducts', 'AuditLog'],
    }),
    resendOrderMail: build.mutation({
      query: ({ id, newLinks }: { id: number; newLinks: boolean }) =>
        call('POST /api/orders/:id/resend', { params: { id }, body: { newLinks } }),
      invalidatesTags: ['AdminOrders', 'AuditLog'],
    }),
    /** Fetches the contract of a track. A mutation, because its user revokes the object URL, which must not stay in the cache. */
    contract: build.mutation({
      query: (params: { id: number; item: number }) => ({
        ...call('GET /api/orders/:id/contracts/:item.pdf', { params }),
        responseHandler: asNamedFile,
      }),
    }),
    /** Fetches the invoice of an order, or its credit note `nth`. A mutation, like `contract`. */
    invoice: build.mutation({
      query: ({ id, nth }: { id: number; nth: number | null }) => ({
        ...(nth === null
          ? call('GET /api/orders/:id/invoice.pdf', { params: { id } })
          : call('GET /api/orders/:id/credit-notes/:nth.pdf', { params: { id, nth } })),
        responseHandler: asNamedFile,
      }),
    }),
    /** Fetches all invoices and credit notes of a month, such as 2026-11, as a spreadsheet. */
    invoicesOfMonth: build.mutation({
      query: (month: string) => ({ ...call('GET /api/invoices.csv', { query: { month } }), responseHandler: asNamedFile }),
      invalidatesTags: ['AuditLog'],
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
  useQuoteRefundQuery,
  useRefundOrderMutation,
  useFreeTracksMutation,
  useReleaseHoldMutation,
  useInvoiceMutation,
  useInvoicesOfMonthMutation,
  useResendOrderMailMutation,
  useContractMutation,
} = adminOrdersApi;
