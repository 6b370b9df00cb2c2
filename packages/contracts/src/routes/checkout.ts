import { z } from 'zod';
import { id } from '../forms/fields';
import { HoldsQuery, PaypalCaptureForm, PaypalCreateForm, PlaceOrderForm } from '../forms/orders';
import { CapturePendingView, CaptureView, HoldView, PaypalCreateView, PlacedOrderView } from '../views/orders';
import { Data, DoneView } from '../views/shared';
import { route } from './route';

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
