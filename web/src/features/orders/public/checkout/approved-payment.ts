const KEY = 'approvedPayment';
const FORGOTTEN_AFTER_MS = 60 * 60_000;

/** `orderID` is PayPal's, `orderId` ours. */
type ApprovedPayment = { userId: number; orderID: string; orderId: number; productIds: number[] };

/**
 * The payment that the buyer has approved at PayPal, until its capture is answered, in the session storage of this tab. Unlike what is
 * typed, it outlasts the end of the session: it is the buyer's again after their next login.
 */
export const approvedPayment = {
  of(userId: number): ApprovedPayment | null {
    try {
      const found = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as (ApprovedPayment & { at: number }) | null;
      return found?.userId === userId && Date.now() - found.at < FORGOTTEN_AFTER_MS ? found : null;
    } catch {
      return null;
    }
  },
  keep(approved: ApprovedPayment) {
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ ...approved, at: Date.now() }));
    } catch {
      // storage may be full or disabled; then the approval is lost with the page
    }
  },
  forget() {
    try {
      sessionStorage.removeItem(KEY);
    } catch {
      // no storage, so nothing is kept
    }
  },
};
