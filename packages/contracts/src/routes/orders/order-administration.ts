import { z } from 'zod';
import { ADMIN_PREFIX, MAY } from '../../constants';
import { DashboardQuery } from '../../forms/gateway';
import { id } from '../../forms/fields';
import {
  DifferencesQuery,
  LookedAtForm,
  OrderListQuery,
  OrderStatusForm,
  RecordPaymentForm,
  RecordRefundForm,
  RefundForm,
  RefundQuoteForm,
  ReleaseHoldForm,
} from '../../forms/orders';
import { OrderStats } from '../../views/dashboard';
import { OpenPurchasesView } from '../../views/own-data';
import { AdminOrderView, DifferencesView, OrderView, ReconciliationView, RefundQuoteView, RefundView } from '../../views/orders';
import { Data, DoneView, Page } from '../../views/shared';
import { ASKS } from '../asks';
import { CHECKOUT_CONFLICTS, NO_REFUND, noSuch } from '../refusals';
import { route } from '../../declare';

const Id = z.object({ id });
const UserId = z.object({ userId: id });

const PAYMENT_UNDER_WAY = { '409 payment-under-way': 'A payment for the order is under way' } as const;

export const adminOrderRoutes = {
  ordersOfUser: route({
    method: 'get',
    path: `/api/orders${ADMIN_PREFIX}/user/:userId`,
    who: { roles: MAY.readOrders },
    confirmed: true,
    summary: 'Every order of a user',
    look: { action: 'user.orders-viewed', subject: 'user', id: 'userId' },
    params: UserId,
    answers: { 200: Data(z.array(OrderView)) },
  }),
  listOrders: route({
    method: 'get',
    path: '/api/orders',
    who: { roles: MAY.readOrders },
    confirmed: true,
    summary: 'All orders, in pages; without page the newest 1,000',
    look: { action: 'order.viewed', subject: 'order' },
    query: OrderListQuery,
    answers: { 200: Page(OrderView) },
  }),
  changeOrderStatus: route({
    method: 'put',
    path: '/api/orders/:id/status',
    who: { roles: MAY.changeOrders },
    confirmed: true,
    summary: 'Set the status; moves no money',
    params: Id,
    body: OrderStatusForm,
    answers: { 200: Data(AdminOrderView) },
    refuses: noSuch('order'),
  }),
  recordPayment: route({
    method: 'post',
    path: '/api/orders/:id/payments',
    who: { roles: MAY.changeMoney },
    confirmed: true,
    summary: 'Record a payment that came another way',
    params: Id,
    body: RecordPaymentForm,
    answers: { 201: Data(AdminOrderView) },
    refuses: {
      ...noSuch('order'),
      '409 already-paid': 'Another payment has paid the order, or its money was given back',
      ...PAYMENT_UNDER_WAY,
      '409 forgotten': 'The account of the order has been deleted',
      '409 suspended': 'The account of the order is suspended',
      '409 cancelled': 'The order has been cancelled',
      '409 replaced': 'The buyer has started a newer order for its tracks',
      ...CHECKOUT_CONFLICTS,
      '409 reference-used': 'The reference has settled another order',
    },
  }),
  quoteRefund: route({
    method: 'post',
    path: '/api/orders/:id/refunds/quote',
    who: { roles: MAY.changeMoney },
    stepUp: ASKS.giveMoneyBack.stepUp,
    summary: 'What a refund would do: links, certificates, ledger, coupon, credit note',
    params: Id,
    body: RefundQuoteForm,
    answers: { 200: Data(RefundQuoteView) },
    refuses: { ...noSuch('order'), ...NO_REFUND },
  }),
  refundOrder: route({
    method: 'post',
    path: '/api/orders/:id/refunds',
    who: { roles: MAY.changeMoney },
    confirmed: true,
    summary:
      'Give money back by PayPal; 202 while nobody knows the outcome. With a reference: record that it was given back elsewhere',
    params: Id,
    body: z.union([RefundForm, RecordRefundForm]),
    answers: { 201: Data(z.union([RefundView, AdminOrderView])), 202: Data(RefundView) },
    refuses: {
      '403 step-up-required': 'A refund by PayPal: a second factor must be confirmed first',
      ...noSuch('order'),
      ...NO_REFUND,
      '409 key-used': 'The key belongs to a refund of another order',
      '409 refused': 'PayPal refuses the refund; the sentence says why and what to do',
    },
  }),
  releaseHold: route({
    method: 'post',
    path: '/api/orders/:id/release-hold',
    who: { roles: MAY.changeOrders },
    confirmed: true,
    summary: 'End an unpaid order now: its tracks are free again',
    params: Id,
    answers: { 200: Data(AdminOrderView) },
    refuses: { ...noSuch('order'), ...PAYMENT_UNDER_WAY, '409 not-held': 'The order holds nothing' },
  }),
  releaseHoldOfTrack: route({
    method: 'post',
    path: '/api/orders/holds/:productId/release',
    who: { roles: MAY.changeOrders },
    confirmed: true,
    summary: 'The same for the unpaid order that holds this track',
    params: z.object({ productId: id }),
    body: ReleaseHoldForm,
    answers: { 200: Data(AdminOrderView) },
    refuses: {
      ...PAYMENT_UNDER_WAY,
      '409 not-held': 'Nobody holds the track',
      '409 holder-changed': 'Another order has the track by now than the one that was shown',
    },
  }),
  freeTracks: route({
    method: 'post',
    path: '/api/orders/:id/free-tracks',
    who: { roles: MAY.changeOrders },
    confirmed: true,
    summary: 'Put the tracks of an order back on sale whose money went back',
    params: Id,
    answers: { 200: Data(AdminOrderView) },
    refuses: { ...noSuch('order'), '409 not-refunded': 'No track of the order was given back' },
  }),
};

export const reconciliationRoutes = {
  listDifferences: route({
    method: 'get',
    path: '/api/orders/differences',
    who: { roles: MAY.readMoney },
    summary: "Where PayPal's books and ours differ, newest first, and the last comparison; `open=true` for what waits for a look",
    query: DifferencesQuery,
    answers: { 200: DifferencesView },
  }),
  lookAtDifference: route({
    method: 'post',
    path: '/api/orders/differences/:id/look',
    who: { roles: MAY.changeMoney },
    confirmed: true,
    summary: 'Say what a difference is: it is no longer open and no longer keeps its seller from being paid',
    params: Id,
    body: LookedAtForm,
    answers: { 200: DoneView },
    refuses: {
      ...noSuch('difference'),
      '409 difference-changed': 'Its reason is another one by now',
      '409 looked-at': 'Somebody has looked at it and noted something else',
    },
  }),
  reconcile: route({
    method: 'post',
    path: '/api/orders/reconciliation',
    who: { roles: MAY.changeMoney },
    confirmed: false,
    summary: "Compare our books with PayPal's now; 503 when PayPal's cannot be read",
    answers: { 200: Data(ReconciliationView) },
    refuses: {
      '409 running': 'A comparison is running',
      '503 unavailable': "PayPal's books cannot be read: nothing was compared",
    },
  }),
};

export const orderStatsRoutes = {
  orderStats: route({
    method: 'get',
    path: '/internal/order-stats',
    who: 'gateway',
    summary: 'Orders and sales for the dashboard',
    query: DashboardQuery,
    answers: { 200: OrderStats },
  }),
};

export const openPurchasesRoutes = {
  tellOpenPurchases: route({
    method: 'post',
    path: '/internal/open-purchases',
    who: 'gateway',
    summary: 'What is open with a buyer right now; it is announced too',
    body: z.strictObject({ userId: id }),
    answers: { 200: z.array(OpenPurchasesView) },
  }),
};
