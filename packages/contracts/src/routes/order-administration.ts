import { z } from 'zod';
import { ADMIN_PREFIX, MAY } from '../constants';
import { DashboardQuery } from '../forms/dashboard';
import { id } from '../forms/fields';
import {
  DifferencesQuery,
  LookedAtForm,
  OrderListQuery,
  OrderStatusForm,
  RecordPaymentForm,
  RecordRefundForm,
} from '../forms/orders';
import { OrderStats } from '../views/dashboard';
import { AdminOrderView, DifferencesView, OrderView, ReconciliationView } from '../views/orders';
import { Data, DoneView, Page } from '../views/shared';
import { route } from './route';

const Id = z.object({ id });
const UserId = z.object({ userId: id });

/** What admins do to orders. */
export const adminOrderRoutes = {
  ordersOfUser: route({
    method: 'get',
    path: `/api/orders${ADMIN_PREFIX}/user/:userId`,
    who: { roles: MAY.readOrders },
    summary: 'Every order of a user',
    look: { action: 'user.orders-viewed', subject: 'user', id: 'userId' },
    params: UserId,
    answers: { 200: Data(z.array(OrderView)) },
  }),
  listOrders: route({
    method: 'get',
    path: '/api/orders',
    who: { roles: MAY.readOrders },
    summary: 'All orders, in pages; without page the newest 1,000',
    look: { action: 'order.viewed', subject: 'order' },
    query: OrderListQuery,
    answers: { 200: Page(OrderView) },
  }),
  changeOrderStatus: route({
    method: 'put',
    path: '/api/orders/:id/status',
    who: { roles: MAY.changeOrders },
    summary: 'Set the status; moves no money',
    params: Id,
    body: OrderStatusForm,
    answers: { 200: Data(AdminOrderView) },
  }),
  recordPayment: route({
    method: 'post',
    path: '/api/orders/:id/payments',
    who: { roles: MAY.changeMoney },
    summary: 'Record a payment that came another way',
    params: Id,
    body: RecordPaymentForm,
    answers: { 201: Data(AdminOrderView) },
  }),
  recordRefund: route({
    method: 'post',
    path: '/api/orders/:id/refunds',
    who: { roles: MAY.changeMoney },
    summary: 'Record that the money was given back: revokes the links and reverses the sale',
    params: Id,
    body: RecordRefundForm,
    answers: { 201: Data(AdminOrderView) },
  }),
  releaseHold: route({
    method: 'post',
    path: '/api/orders/:id/release-hold',
    who: { roles: MAY.changeOrders },
    summary: 'End an unpaid order now: its tracks are free again',
    params: Id,
    answers: { 200: Data(AdminOrderView) },
  }),
  releaseHoldOfTrack: route({
    method: 'post',
    path: '/api/orders/holds/:productId/release',
    who: { roles: MAY.changeOrders },
    summary: 'The same for the unpaid order that holds this track',
    params: z.object({ productId: id }),
    answers: { 200: Data(AdminOrderView) },
  }),
  freeTracks: route({
    method: 'post',
    path: '/api/orders/:id/free-tracks',
    who: { roles: MAY.changeOrders },
    summary: 'Put the tracks of a refunded order back on sale',
    params: Id,
    answers: { 200: Data(AdminOrderView) },
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
    summary: 'Say what a difference is: it is no longer open and no longer keeps its seller from being paid',
    params: Id,
    body: LookedAtForm,
    answers: { 200: DoneView },
  }),
  reconcile: route({
    method: 'post',
    path: '/api/orders/reconciliation',
    who: { roles: MAY.changeMoney },
    summary: "Compare our books with PayPal's now; 503 when PayPal cannot be reached",
    answers: { 200: Data(ReconciliationView) },
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
