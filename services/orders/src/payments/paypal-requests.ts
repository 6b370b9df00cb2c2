import { orders, payments } from '@paypal/checkout-server-sdk';
import type { PaypalRequest } from '@shop/paypal';

type OrderBody = Parameters<orders.OrdersCreateRequest['requestBody']>[0];
/** PayPal documents every part of the sum as optional; the types of the SDK ask for all of them. */
type Amount = Omit<OrderBody['purchase_units'][number]['amount'], 'breakdown'>;
type Unit = Omit<OrderBody['purchase_units'][number], 'amount'> & { amount: Amount & { breakdown: object } };
export type NewOrder = Omit<OrderBody, 'purchase_units'> & { purchase_units: Unit[] };

/**
 * The requests of PayPal's SDK, which knows the method, path and headers of each. Our own client sends them, because the SDK's does
 * not survive a malformed answer (record 0009). Calls that the SDK does not know are written out where they are made.
 */
export function createRequest(requestId: string, body: NewOrder): PaypalRequest {
  const request = new orders.OrdersCreateRequest();
  request.prefer('return=minimal').requestBody(body as OrderBody);
  // The SDK sets this header on captures and refunds alone.
  return toSend(request, { 'PayPal-Request-Id': requestId });
}

export function captureRequest(paypalOrderId: string, requestId: string): PaypalRequest {
  const request = new orders.OrdersCaptureRequest(paypalOrderId);
  return toSend(request.payPalRequestId(requestId).prefer('return=representation'));
}

export const readOrderRequest = (paypalOrderId: string) => toSend(new orders.OrdersGetRequest(paypalOrderId));

export const readCaptureRequest = (captureId: string) => toSend(new payments.CapturesGetRequest(captureId));

type RefundBody = Parameters<payments.CapturesRefundRequest['requestBody']>[0];

/** PayPal documents every part of the body as optional, and has `custom_id` too; the types of the SDK ask for others. */
type NewRefund = Pick<RefundBody, 'amount'> & { custom_id: string };

export function refundRequest(captureId: string, requestId: string, body: NewRefund): PaypalRequest {
  const request = new payments.CapturesRefundRequest(captureId);
  return toSend(
    request
      .payPalRequestId(requestId)
      .prefer('return=representation')
      .requestBody(body as NewRefund & RefundBody),
  );
}

export const readRefundRequest = (refundId: string) => toSend(new payments.RefundsGetRequest(refundId));

type SdkRequest = { verb: string; path: string; headers: object; body: object | null };

/** The SDK's paths end in an empty query, and its requests without a body say null. */
const toSend = ({ verb, path, headers, body }: SdkRequest, extraHeaders: Record<string, string> = {}): PaypalRequest => ({
  verb: verb as PaypalRequest['verb'],
  path: path.replace(/\?$/, ''),
  headers: { ...(headers as Record<string, string>), ...extraHeaders },
  ...(body ? { body } : {}),
});
