import { z } from 'zod';
import { ADMIN_PREFIX, MAY } from '../constants';
import { DashboardQuery } from '../forms/dashboard';
import { id, line } from '../forms/fields';
import { ListQuery } from '../forms/lists';
import {
  CouponForm,
  CouponStatusForm,
  DifferencesQuery,
  HoldsQuery,
  LookedAtForm,
  OrderListQuery,
  OrderStatusForm,
  PaypalCaptureForm,
  PaypalCreateForm,
  PlaceOrderForm,
  RecordPaymentForm,
  RecordRefundForm,
  ResendForm,
} from '../forms/orders';
import {
  CoProducingForm,
  MixingMasteringForm,
  ServiceRequestListQuery,
  ServiceRequestStateForm,
  TrackOrderForm,
} from '../forms/service-requests';
import { OrderStats } from '../views/dashboard';
import {
  AdminOrderView,
  CapturePendingView,
  CaptureView,
  CouponCheckView,
  CouponView,
  DifferencesView,
  HoldView,
  OrderView,
  PaypalCreateView,
  PlacedOrderView,
  ReconciliationView,
  ServiceRequestView,
} from '../views/orders';
import { Data, DoneView, MessageView, Page, SaidView } from '../views/shared';
import { content, route } from './route';

const Id = z.object({ id });
const UserId = z.object({ userId: id });

export const checkoutRoutes = {
  placeOrder: route({
    method: 'post',
    path: '/api/orders',
    who: 'user',
    summary: 'Place an unpaid order, to be paid by arrangement; holds its tracks for 24 hours',
    body: PlaceOrderForm,
    answers: { 201: PlacedOrderView },
  }),
  createPaypalOrder: route({
    method: 'post',
    path: '/api/orders/paypal/create',
    who: 'user',
    summary: 'Reserve the tracks for 15 minutes and create the PayPal order',
    body: PaypalCreateForm,
    answers: { 201: PaypalCreateView },
  }),
  capturePaypalOrder: route({
    method: 'post',
    path: '/api/orders/paypal/capture',
    who: 'user',
    summary: 'Take the money for an approved PayPal order; 202 while nobody knows yet whether it went through',
    body: PaypalCaptureForm,
    answers: { 200: CaptureView, 202: CapturePendingView },
  }),
};

export const webhookRoutes = {
  hearWebhook: route({
    method: 'post',
    path: '/api/orders/paypal/webhook',
    who: 'anyone',
    summary: 'PayPal tells what happened; its signature is the credential',
    raw: 'application/json',
    answers: { 200: z.strictObject({ received: z.literal(true) }) },
  }),
};

export const holdRoutes = {
  listHolds: route({
    method: 'get',
    path: '/api/orders/holds',
    who: 'user',
    summary: 'Which of these tracks other buyers hold, and until when; `ids` with commas between them, at most a full cart',
    query: HoldsQuery,
    answers: { 200: Data(z.array(HoldView)) },
  }),
  remindWhenReleased: route({
    method: 'put',
    path: '/api/orders/holds/:productId/reminder',
    who: 'user',
    summary: 'Mail me once when the hold on this track ends without a sale; 409 when nobody else holds it',
    params: z.object({ productId: id }),
    answers: { 200: DoneView },
  }),
  forgetReminder: route({
    method: 'delete',
    path: '/api/orders/holds/:productId/reminder',
    who: 'user',
    summary: 'No mail about this hold after all',
    params: z.object({ productId: id }),
    answers: { 200: DoneView },
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

/** What buyers see of their orders. */
export const buyerOrderRoutes = {
  ordersOfBuyer: route({
    method: 'get',
    path: '/api/orders/user/:userId',
    who: { owner: 'userId', admin: MAY.readOrders },
    summary: 'Orders of a buyer, newest first',
    look: { action: 'user.orders-viewed', subject: 'user', id: 'userId' },
    params: UserId,
    answers: { 200: Data(z.array(OrderView)) },
  }),
  readOrder: route({
    method: 'get',
    path: '/api/orders/:id',
    who: { users: true, admin: MAY.readOrders },
    summary: 'One order: its buyer, or an admin, who sees its payment and history too',
    look: { action: 'order.viewed', subject: 'order', id: 'id' },
    params: Id,
    answers: { 200: Data(z.union([OrderView, AdminOrderView])) },
  }),
  resendOrder: route({
    method: 'post',
    path: '/api/orders/:id/resend',
    who: { users: true, admin: MAY.changeOrders },
    summary: 'Send the mail with links and contracts once more',
    params: Id,
    body: ResendForm,
    answers: { 200: SaidView },
  }),
};

export const downloadRoutes = {
  followLink: route({
    method: 'get',
    path: '/api/orders/:id/downloads/:item',
    who: 'anyone',
    summary: 'Leads to a bought file; the token is the credential',
    params: z.object({ id, item: z.string().regex(/^[1-9]\d{0,8}(-project)?$/, 'Not a download') }),
    query: z.object({ token: z.string().max(200).default('') }),
    answers: { 302: null },
  }),
  readContract: route({
    method: 'get',
    path: '/api/orders/:id/contracts/:item.pdf',
    who: { users: true, admin: MAY.readContracts },
    summary: 'The contract of a bought track',
    look: { action: 'order.contract-viewed', subject: 'order', id: 'id' },
    params: z.object({ id, item: id }),
    answers: { 200: content('application/pdf') },
  }),
};

export const couponRoutes = {
  checkCoupon: route({
    method: 'get',
    path: '/api/coupons/validate',
    who: 'anyone',
    summary: 'What a coupon code gives; 404 for unknown, expired and inactive ones alike',
    query: z.object({ code: line(40, 'Please enter a coupon code') }),
    answers: { 200: CouponCheckView },
  }),
  listCoupons: route({
    method: 'get',
    path: '/api/coupons',
    who: { roles: MAY.readMoney },
    summary: 'All coupons, newest first',
    query: ListQuery,
    answers: { 200: Page(CouponView) },
  }),
  createCoupon: route({
    method: 'post',
    path: '/api/coupons',
    who: { roles: MAY.changeMoney },
    summary: 'Create a coupon',
    body: CouponForm,
    answers: { 201: Data(CouponView) },
  }),
  setCouponActive: route({
    method: 'patch',
    path: '/api/coupons/:id/status',
    who: { roles: MAY.changeMoney },
    summary: 'Activate or deactivate a coupon',
    params: Id,
    body: CouponStatusForm,
    answers: { 200: z.strictObject({ success: z.literal(true), id: z.int(), is_active: z.boolean() }) },
  }),
  deleteCoupon: route({
    method: 'delete',
    path: '/api/coupons/:id',
    who: { roles: MAY.changeMoney },
    summary: 'Delete a coupon; one that orders have used is only hidden',
    params: Id,
    answers: { 200: DoneView },
  }),
};

export const serviceRequestRoutes = {
  orderTrack: route({
    method: 'post',
    path: '/api/track-order/order-track',
    who: 'user',
    summary: 'Order a music production',
    body: TrackOrderForm,
    answers: { 200: MessageView },
  }),
  orderCoProducing: route({
    method: 'post',
    path: '/api/co-producing/order',
    who: 'user',
    summary: 'Order a co-producing',
    body: CoProducingForm,
    answers: { 200: MessageView },
  }),
  orderMixing: route({
    method: 'post',
    path: '/api/mixing-mastering/order',
    who: 'user',
    summary: 'Order a mixing, a mastering, or both',
    body: MixingMasteringForm,
    answers: { 200: MessageView },
  }),
  listServiceRequests: route({
    method: 'get',
    path: '/api/service-requests',
    who: { roles: MAY.readPeople },
    summary: 'What was asked of the operator, in pages; without page the newest 1,000',
    look: { action: 'service-request.viewed', subject: 'service-request' },
    query: ServiceRequestListQuery,
    answers: { 200: Page(ServiceRequestView) },
  }),
  readServiceRequest: route({
    method: 'get',
    path: '/api/service-requests/:id',
    who: { roles: MAY.readPeople },
    summary: 'One request with all that was filled in',
    look: { action: 'service-request.viewed', subject: 'service-request', id: 'id' },
    params: Id,
    answers: { 200: Data(ServiceRequestView) },
  }),
  setRequestState: route({
    method: 'put',
    path: '/api/service-requests/:id/state',
    who: { roles: MAY.changePeople },
    summary: 'Note what the operator has done about a request',
    params: Id,
    body: ServiceRequestStateForm,
    answers: { 200: Data(ServiceRequestView) },
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

/** Every call of orders. Addresses that are words stand before the orders, whose ids stand in the same place. */
export const orderRoutes = {
  ...checkoutRoutes,
  ...webhookRoutes,
  ...holdRoutes,
  ...reconciliationRoutes,
  ...adminOrderRoutes,
  ...buyerOrderRoutes,
  ...downloadRoutes,
  ...couponRoutes,
  ...serviceRequestRoutes,
  ...orderStatsRoutes,
};
