import type { DownloadLinkView, OrderView } from '@shop/contracts/views';

/** The end of a payment. `refused`: the server refused the capture. */
export type PaymentOutcome =
  | { kind: 'paid'; orderId: number; downloadLinks: DownloadLinkView[] }
  | { kind: 'declined' | 'expired' | 'cancelled' | 'review' | 'refunded'; orderId: number }
  | { kind: 'refused'; error: unknown };

/** The answer of the capture call: an end, "not known yet", or another case that the caller must handle. */
export type CaptureAnswer = PaymentOutcome | { kind: 'pending'; orderId: number } | { kind: 'unknown' };

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 10_000;
export const nextPause = (ms: number) => Math.min(ms * 1.5, LONGEST_PAUSE_MS);

const outcomeKinds = { paid: 'paid', declined: 'declined', expired: 'expired', review: 'review', refunded: 'refunded' } as const;

/** The end that an order shows; null while its payment is open. */
function outcomeOf(order: OrderView): PaymentOutcome | null {
  const kind = outcomeKinds[order.payment_state as keyof typeof outcomeKinds];
  if (!kind) return null;
  if ((kind === 'expired' || kind === 'declined') && order.closed === 'cancelled')
    return { kind: 'cancelled', orderId: order.id };
  return kind === 'paid' ? { kind, orderId: order.id, downloadLinks: order.downloadLinks } : { kind, orderId: order.id };
}

/** Whether a capture has reached the shop and the payment may still come through: PayPal or a person decides. */
export const isUnsettled = ({ payment_state: state }: OrderView) => ['capturing', 'pending', 'review'].includes(state);

/**
 * The first order with a track of the cart whose payment may still come through. A buyer who reloads or comes back must see it
 * and not pay again (docs/product/checkout.md#an-outcome-nobody-knows).
 */
export const unsettledOrder = (orders: readonly OrderView[], cartIds: readonly number[]) =>
  orders.find((order) => isUnsettled(order) && order.products.some(({ id }) => cartIds.includes(id)));

/**
 * Reads the order, first every 2 seconds, later every 10, until its payment has an end; a failed call is no end. While no answer
 * shows that the capture reached the server (`reached`), the capture is sent again, and the server makes it only once. After
 * that, `created` means a declined payment.
 */
export async function awaitPayment(
  orderId: number,
  how: {
    reached: boolean;
    readOrder: () => Promise<OrderView>;
    captureAgain?: () => Promise<CaptureAnswer>;
    pause: (ms: number) => Promise<void>;
  },
): Promise<PaymentOutcome> {
  let isReached = how.reached;
  for (let ms = FIRST_PAUSE_MS; ; ms = nextPause(ms)) {
    await how.pause(ms);
    const order = await how.readOrder().catch(() => null);
    if (!order) continue;

    const outcome = outcomeOf(order);
    if (outcome) return outcome;

    if (order.payment_state !== 'created') {
      isReached = true;
    } else if (isReached || !how.captureAgain) {
      return { kind: 'declined', orderId };
    } else {
      const answer = await how.captureAgain();
      if (answer.kind === 'pending') isReached = true;
      else if (answer.kind !== 'unknown') return answer;
    }
  }
}
