import { z } from 'zod';
import { id } from '../../forms/fields';
import { HoldsQuery, PaypalCaptureForm, PaypalCreateForm, PlaceOrderForm } from '../../forms/orders';
import { CapturePendingView, CaptureView, HoldView, PaypalCreateView, PlacedOrderView } from '../../views/orders';
import { Data, DoneView } from '../../views/shared';
import { LIMITS } from '../limits';
import { SUSPENDED, CHECKOUT_CONFLICTS } from '../refusals';
import { route } from '../../declare';

const NOT_FOR_OTHERS = { '403 forbidden': "The user in the body is not the caller's own" } as const;
const ORDERS = [LIMITS.holds, LIMITS.couponUses, LIMITS.couponUsesOfDay];

export const checkoutRoutes = {
  placeOrder: route({
    method: 'post',
    path: '/api/orders',
    who: 'user',
    confirmed: true,
    summary: 'Place an unpaid order, to be paid by arrangement; holds its tracks for 24 hours',
    body: PlaceOrderForm,
    answers: { 201: PlacedOrderView },
    limits: ORDERS,
    refuses: { ...NOT_FOR_OTHERS, ...SUSPENDED, ...CHECKOUT_CONFLICTS },
  }),
  createPaypalOrder: route({
    method: 'post',
    path: '/api/orders/paypal/create',
    who: 'user',
    confirmed: true,
    summary: 'Reserve the tracks for 15 minutes and create the PayPal order',
    body: PaypalCreateForm,
    answers: { 201: PaypalCreateView },
    limits: ORDERS,
    refuses: {
      ...NOT_FOR_OTHERS,
      ...SUSPENDED,
      ...CHECKOUT_CONFLICTS,
      '503 unavailable': 'PayPal made no order: nothing is held',
    },
  }),
  capturePaypalOrder: route({
    method: 'post',
    path: '/api/orders/paypal/capture',
    who: 'user',
    confirmed: true,
    summary: 'Take the money for an approved PayPal order; 202 while nobody knows yet whether it went through',
    body: PaypalCaptureForm,
    answers: { 200: CaptureView, 202: CapturePendingView },
    limits: [LIMITS.captures],
    refuses: {
      '403 forbidden': "Not the caller's own order, or none at all",
      ...SUSPENDED,
      ...CHECKOUT_CONFLICTS,
      '409 cancelled': 'The order has been cancelled',
      '409 refunded': 'The money was given back',
      '422 declined': 'PayPal takes no money for it; `details.again` says whether it may be tried again, or has ended',
      '422 paypal-refused': "PayPal takes no money because of the shop's own account or a filter of it: no other try helps",
    },
  }),
};

export const webhookRoutes = {
  hearWebhook: route({
    method: 'post',
    path: '/api/orders/paypal/webhook',
    who: 'anyone',
    confirmed: false,
    summary: 'PayPal tells what happened; its signature is the credential',
    raw: 'application/json',
    answers: { 200: z.strictObject({ received: z.literal(true) }) },
    limits: [LIMITS.forgedWebhooks],
    refuses: {
      '400 bad-signature': 'The signature does not fit',
      '503 unavailable': 'Nobody can say yet whether it is genuine, or what it is about: send it again',
    },
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
    limits: [LIMITS.holdQuestions],
  }),
  remindWhenReleased: route({
    method: 'put',
    path: '/api/orders/holds/:productId/reminder',
    who: 'user',
    confirmed: false,
    summary: 'Mail me once when the hold on this track ends without a sale; 409 when nobody else holds it',
    params: z.object({ productId: id }),
    answers: { 200: DoneView },
    limits: [LIMITS.holdQuestions],
    refuses: { '409 not-held': 'Nobody else holds the track' },
  }),
  forgetReminder: route({
    method: 'delete',
    path: '/api/orders/holds/:productId/reminder',
    who: 'user',
    confirmed: false,
    summary: 'No mail about this hold after all',
    params: z.object({ productId: id }),
    answers: { 200: DoneView },
  }),
};
