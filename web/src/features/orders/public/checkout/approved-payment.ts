import { inSessionStorage } from '#lib/storage.ts';

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
      (ApprovedPayment & { at: number }) | null;
    return payment?.userId === userId && Date.now() - payment.at < FORGOTTEN_AFTER_MS ? payment : null;
  },
  keep: (payment: ApprovedPayment) =>
    inSessionStorage((storage) => (storage[KEY] = JSON.stringify({ ...payment, at: Date.now() }))),
  forget: () => inSessionStorage((storage) => delete storage[KEY]),
};
