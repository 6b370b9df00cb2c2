import { isApiError } from '#lib/calls/api.ts';
import type { AppDispatch } from '#lib/hooks.ts';
import { loginRequested } from '#features/session/session.ts';
import { paypalCreateBody, placeOrderBody, type Draft } from '../../api/checkout-rules';
import { ordersApi } from '../../api/orders-api';
import { approvedPayment } from './approved-payment';
import type { CaptureAnswer } from './confirm-payment';

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
  const body = placeOrderBody(draft);
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
