import type { OrderStatus, OrderWay, PaymentState } from '@shop/contracts/constants';
import { dollarsToCents } from '@shop/contracts/pricing';
import type { AdminOrderView } from '@shop/contracts/views';

export const STATUS_NAMES: Record<OrderStatus, string> = {
  pending: 'Pending',
  processing: 'Processing',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

export const WAY_NAMES: Record<OrderWay, string> = { paypal: 'PayPal button', arranged: 'Arranged with us' };

/** New links do not move the file, so a person who has opened an old link can still reach it. */
export const OPENED_LINKS = 'Who has opened one already knows where its file lies, and still gets it there.';

type Tone = 'plain' | 'signal' | 'warm';

export const PAYMENT_NAMES: Record<PaymentState, { name: string; tone: Tone }> = {
  created: { name: 'Not paid', tone: 'plain' },
  capturing: { name: 'Being paid', tone: 'plain' },
  pending: { name: 'Clearing', tone: 'plain' },
  paid: { name: 'Paid', tone: 'signal' },
  review: { name: 'Needs review', tone: 'warm' },
  declined: { name: 'Declined', tone: 'plain' },
  expired: { name: 'Expired', tone: 'plain' },
  refunded: { name: 'Refunded', tone: 'warm' },
};

const UNPAID: readonly PaymentState[] = ['created', 'expired', 'declined'];
type Closable = Pick<AdminOrderView, 'payment_state' | 'closed'>;

/** Why an unpaid order can no longer be paid; null while it can. Other states have their own texts. */
const whyClosed = ({ payment_state, closed }: Closable) => (UNPAID.includes(payment_state) ? closed : null);

const CLOSED_TEXTS = {
  cancelled: 'Cancelled before it was paid. Its tracks are free; another status opens it again.',
  replaced: 'The buyer has started a newer order for these tracks, so this one can no longer be paid.',
};

/** The meaning of a payment state for an admin, and the next step. */
export function paymentText({ payment_state, way, closed }: Closable & Pick<AdminOrderView, 'way'>): string {
  const why = whyClosed({ payment_state, closed });
  if (why) return CLOSED_TEXTS[why];
  switch (payment_state) {
    case 'created':
      return way === 'arranged'
        ? 'The buyer wants to arrange the payment with you. When the money is there, record it: the order is then delivered.'
        : 'The buyer has been to checkout and has not paid yet.';
    case 'capturing':
      return 'PayPal is still processing this payment. The shop asks again by itself until it has an answer.';
    case 'pending':
      return 'PayPal itself is checking this payment. The tracks stay held, and the shop asks by itself until PayPal decides.';
    case 'paid':
      return 'Paid and delivered: the links work and the tracks are sold.';
    case 'review':
      return 'Money came in that does not fit this order, so nothing was delivered and its tracks are held for you to decide. Look the payment up at PayPal. Record a payment to deliver the order, or give the money back there and record the refund.';
    case 'declined':
      return 'The payment was declined. Nothing was charged, and the tracks are back on sale.';
    case 'expired':
      return 'It ended without a payment, and its tracks went back on sale. A payment can still be recorded while nobody else has them.';
    case 'refunded':
      return 'The money went back, and the links no longer work.';
  }
}

/** Whether a payment can be recorded in this state. The service makes the final decision. */
export const canRecordPayment = ({ customer_info, ...order }: Closable & Pick<AdminOrderView, 'customer_info'>) =>
  [...UNPAID, 'review'].includes(order.payment_state) && !whyClosed(order) && customer_info.email !== '';
export const canRecordRefund = ({ payment_state }: Pick<AdminOrderView, 'payment_state'>) =>
  payment_state === 'paid' || payment_state === 'review';
/** Whether PayPal can give money of it back. */
export const canRefund = (order: Pick<AdminOrderView, 'payment_state' | 'payment'>) =>
  canRecordRefund(order) && (order.payment === null || order.payment.method === 'paypal');
/**
 * The amount in cents that has not gone back yet. PayPal may have refunded a part already. Refunds of other payments do not
 * count.
 */
export function unreturnedCents({ total_price, payment, review_capture_id, captured_amount, refunds }: AdminOrderView): number {
  const captureId = payment?.capture_id ?? review_capture_id;
  const ownRefunds = refunds.filter(({ capture_id }) => capture_id === captureId);
  const takenAmount = captured_amount ?? payment?.amount ?? total_price;
  return Math.max(
    0,
    ownRefunds.reduce((remainingCents, { amount }) => remainingCents - dollarsToCents(amount), dollarsToCents(takenAmount)),
  );
}

/** Whether an admin can release the hold: the order is unpaid, and nobody is paying for it at the moment. */
export const canReleaseHold = ({ payment_state, status }: Pick<AdminOrderView, 'payment_state' | 'status'>) =>
  payment_state === 'created' && status !== 'cancelled';

/** The tracks of the order whose money went back and that are still off sale. */
export const tracksToFree = ({ payment_state, products }: Pick<AdminOrderView, 'payment_state' | 'products'>) =>
  products.filter(
    ({ claim, refunded }) => (payment_state === 'refunded' || refunded === 'track') && (claim === 'sold' || claim === 'reserved'),
  );
