import type { DownloadLinkView, OrderView } from '@shop/contracts/views';

/** How a payment ended whose outcome was unknown for a while. */
export type PaymentOutcome =
  | { kind: 'paid'; orderId: number; downloadLinks: DownloadLinkView[] }
  | { kind: 'declined' | 'expired' | 'review' | 'refunded'; orderId: number };

/** What the capture call said: an end, "not known yet", or another way on that its caller must handle. */
export type CaptureAnswer =
  PaymentOutcome | { kind: 'pending'; orderId: number } | { kind: 'unknown' } | { kind: 'refused'; error: unknown };

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 10_000;
export const nextPause = (ms: number) => Math.min(ms * 1.5, LONGEST_PAUSE_MS);

const ended = { paid: 'paid', declined: 'declined', expired: 'expired', review: 'review', refunded: 'refunded' } as const;

/** The end an order shows, or null while its payment is still open. */
function outcomeOf(order: OrderView): PaymentOutcome | null {
  const kind = ended[order.payment_state as keyof typeof ended];
  if (!kind) return null;
  return kind === 'paid' ? { kind, orderId: order.id, downloadLinks: order.downloadLinks } : { kind, orderId: order.id };
}

/**
 * Orders whose payment may still come through: what a buyer who reloaded or came back must see
 * (docs/product/checkout.md#an-outcome-nobody-knows).
 */
export const unsettledOrder = (orders: readonly OrderView[], now = Date.now()) =>
  orders.find(
    (order) =>
      (order.payment_state === 'capturing' || order.payment_state === 'pending') &&
      now - Date.parse(order.created_at) < 60 * 60_000,
  );

/**
 * Asks for the order, every 2 seconds and then ever more slowly up to 10, until its payment has an end. Errors of asking are not
 * an end. As long as nothing shows that the capture reached the server (`reached` false and the order still `created`), the same
 * capture is sent again: the server answers it once. Afterwards `created` means that the payment was declined.
 */
export async function awaitPayment(
  orderId: number,
  how: {
    reached: boolean;
    readOrder: () => Promise<OrderView>;
    captureAgain?: () => Promise<CaptureAnswer>;
    pause: (ms: number) => Promise<void>;
  },
): Promise<PaymentOutcome | { kind: 'refused'; error: unknown }> {
  let reached = how.reached;
  for (let ms = FIRST_PAUSE_MS; ; ms = nextPause(ms)) {
    await how.pause(ms);
    const order = await how.readOrder().catch(() => null);
    if (!order) continue;

    const outcome = outcomeOf(order);
    if (outcome) return outcome;

    if (order.payment_state !== 'created') {
      reached = true;
    } else if (reached || !how.captureAgain) {
      return { kind: 'declined', orderId };
    } else {
      const answer = await how.captureAgain();
      if (answer.kind === 'pending') reached = true;
      else if (answer.kind !== 'unknown') return answer;
    }
  }
}
