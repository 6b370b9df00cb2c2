import { recordedId } from '@shop/contracts/constants';

/**
 * Payments by PayPal that an admin recorded by PayPal's id of them (docs/product/payments.md#recording-a-payment). `capture_id` is
 * the id of the shop's own that such a payment has here, and `paypal_id` is in small letters, like the index of references. A
 * reference that is no id of PayPal's equals none that PayPal names.
 */
export const RECORDED_CAPTURES = `(SELECT order_id, capture_id, lower(reference) AS paypal_id, amount_cents, captured_at FROM payments
  WHERE method = 'other' AND capture_id LIKE '${recordedId('%')}')`;
