import { isApiError } from '#lib/calls/api.ts';
import type { AppDispatch } from '#lib/hooks.ts';
import { loginRequested } from '#features/session/session.ts';
import { inSessionStorage } from '#lib/storage.ts';
import { paypalCreateBody, orderBodyOf, type Draft } from '../../api/checkout-rules';
import { ordersApi } from '../../api/orders-api';
import type { CaptureAnswer } from './confirm-payment';

const KEY = 'approvedPayment';
const FORGOTTEN_AFTER_MS = 60 * 60_000;

/** `orderID` is PayPal's, `orderId` ours. */
type ApprovedPayment = { userId: number; orderID: string; orderId: number; productIds: number[] };

/**
 * The payment that the buyer has approved at PayPal, kept in the session storage of this tab until its capture is answered.
 * Unlike typed text, it outlasts a logout, for the buyer's next login.
 */
export const approvedPayment = {
  of(userId: number): ApprovedPayment | null {
    const payment = inSessionStorage((storage) => JSON.parse(storage[KEY] ?? 'null') as unknown) as
      | (ApprovedPayment & { at: number })
      | null;
    return payment?.userId === userId && Date.now() - payment.at < FORGOTTEN_AFTER_MS ? payment : null;
  },
  keep: (payment: ApprovedPayment) =>
    inSessionStorage((storage) => (storage[KEY] = JSON.stringify({ ...payment, at: Date.now() }))),
  forget: () => inSessionStorage((storage) => delete storage[KEY]),
};

/**
 * Sends an order. When the server refuses its coupon (entered before the login, or long ago), checks the coupon and sends the
 * order again.
 */
const withCoupon =
  <Answer>({ coupon }: Draft, send: () => Promise<Answer>) =>
  async (dispatch: AppDispatch): Promise<Answer> => {
    try {
      return await send();
    } catch (error) {
      if (!coupon || !isApiError(error) || error.code !== 'coupon') throw error;
      const couponAnswer = await dispatch(ordersApi.endpoints.checkCoupon.initiate(coupon.code));
      if (couponAnswer.error) throw error;
      return send();
    }
  };

export const createPaypalOrder = (draft: Draft) => (dispatch: AppDispatch) => {
  const body = paypalCreateBody(draft);
  return dispatch(withCoupon(draft, () => dispatch(ordersApi.endpoints.createPaypalOrder.initiate(body)).unwrap()));
};

/** Places an unpaid order that holds its tracks while the buyer arranges the payment. */
export const placeOrder = (draft: Draft) => (dispatch: AppDispatch) => {
  const body = orderBodyOf(draft);
  return dispatch(withCoupon(draft, () => dispatch(ordersApi.endpoints.placeOrder.initiate(body)).unwrap()));
};

/**
 * Whether an error clearly says that nothing was charged. Any other error may come from a payment that went through
 * (docs/product/checkout.md#an-outcome-nobody-knows).
 */
const isClearRefusal = (error: unknown) =>
  isApiError(error) &&
  typeof error.status === 'number' &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 429].includes(error.status);

/** Captures the payment that the buyer approved. `orderID` is PayPal's, `orderId` ours. */
export const capturePayment =
  ({ orderId, ...approved }: { orderID: string; userId: number; orderId?: number }) =>
  async (dispatch: AppDispatch): Promise<CaptureAnswer> => {
    try {
      const answer = await dispatch(ordersApi.endpoints.capturePaypalOrder.initiate(approved)).unwrap();
      approvedPayment.forget(); // from now on, the buyer's orders show that the payment is open
      if (answer.success) return { kind: 'paid', orderId: answer.orderId, downloadLinks: answer.downloadLinks };
      // An answer without the order's id also means that the payment is being confirmed.
      const pendingId = (answer as { orderId?: number }).orderId ?? orderId;
      return pendingId === undefined ? { kind: 'unknown' } : { kind: 'pending', orderId: pendingId };
    } catch (error) {
      if (isApiError(error) && error.status === 401) dispatch(loginRequested());
      return isClearRefusal(error) ? { kind: 'refused', error } : { kind: 'unknown' };
    }
  };
