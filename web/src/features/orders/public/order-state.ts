import { timeWithZone } from '@shop/contracts/times';
import type { OrderView } from '@shop/contracts/views';

export const isBeingConfirmed = ({ payment_state }: OrderView) => payment_state === 'capturing' || payment_state === 'pending';

const RESERVATION_ENDED = 'This order is not paid, and its reservation has ended.';

/** What the buyer should know or do about an order at a time of the server's clock; null when it is paid and its files say everything. */
export function stateText(order: OrderView, now: number): string | null {
  switch (order.payment_state) {
    case 'paid':
      return null;
    case 'capturing':
    case 'pending':
      return 'Your payment is being confirmed. Please do not pay again.';
    case 'created': {
      const until = order.reserved_until;
      if (!until || Date.parse(until) <= now) return RESERVATION_ENDED;
      return `This order is not paid yet. Its tracks are reserved for you until ${timeWithZone(until)}.`;
    }
    case 'review':
      return 'We are checking your payment. You do not need to do anything and must not pay again; your tracks stay reserved.';
    case 'declined':
      return 'The payment did not go through. Nothing was charged.';
    case 'expired':
      if (order.closed === 'replaced') return 'A newer order of yours took the place of this one. Nothing was charged.';
      if (order.closed === 'cancelled') return 'This order was cancelled. Nothing was charged.';
      // An admin has opened the order again: the buyer may pay for it, but it does not hold its tracks.
      if (order.status !== 'cancelled') return RESERVATION_ENDED;
      return 'This order was not paid in time, so its tracks went back on sale.';
    case 'refunded':
      return `The payment of this order was returned to you.${order.paid_at ? ' Its links no longer work.' : ''}`;
  }
}
