import {
  PAYMENT_STATES,
  type CertificateChange,
  type ChangeReason,
  type OrderStatus,
  type PaymentState,
} from '@shop/contracts/constants';
import type { KeyRing } from '@shop/shared';
import type { HistoryWord } from './history';
import type { OrderItem } from './order-item.entity';
import type { Order } from './order.entity';

/**
 * Where an order stands in the life of its payment. A review of a payment that had paid the order before is a state of its own:
 * its tracks are sold already.
 */
export type OrderState = PaymentState | 'review of a sale';
export const ORDER_STATES: readonly OrderState[] = [...PAYMENT_STATES, 'review of a sale'];

export const stateOf = ({ paymentState, paidAt }: Pick<Order, 'paymentState' | 'paidAt'>): OrderState =>
  paymentState === 'review' && paidAt ? 'review of a sale' : paymentState;

type Alarm = { reason: string; captureId: string };
/** What an admin is told about a payment, and the line of the history that says so. */
export const alarm = (reason: string, captureId: string) => ({ reason, captureId, detail: `${reason} (${captureId})` });
type Review = Alarm & { amountCents: number };
type Site = { siteName: string; timeZone: string; publicUrl: string };
/** The facts of a sale beside the order itself. `claimVersions` are by product id; `downloadKeys` make its links. */
export type Sale = {
  items: readonly OrderItem[];
  payment: { captureId: string; method: string };
  claimVersions: ReadonlyMap<number, number>;
  accountEmail: string | null;
  downloadKeys: KeyRing;
};
/** A capture by PayPal, or a payment that an admin records. Amounts are cents. */
type Payment = { paidAt: Date; site: Site; sale: Omit<Sale, 'claimVersions'> };
/** The refund that gave back the last of the money. */
type Refund = { captureId: string; refundId: string; refundedAt: Date; amountCents: number };
/** A reservation lasts until `reservedUntil`, which is `seconds` from now. */
type Reservation = { reservedUntil: Date; seconds: number };

/** What can happen to an order. `detail` is the text of its line in the history. */
export type News = { detail: string } & (
  | { kind: 'capture-begun'; nextCheckAt: Date; reservationRuns: boolean }
  | ({ kind: 'attempt-failed' } & Reservation)
  | { kind: 'capture-pending'; captureId: string; nextCheckAt: Date }
  | ({ kind: 'capture-completed' | 'payment-recorded' } & Payment)
  | ({ kind: 'capture-unfit' | 'capture-lost' | 'account-ended' } & Review)
  | ({ kind: 'capture-of-another' | 'paid-again' } & Alarm)
  | { kind: 'capture-declined' | 'sale-kept' | 'refund-asked' | 'part-refunded' }
  | { kind: 'unpaid'; cancelled?: boolean; attemptFailed?: boolean }
  | { kind: 'replaced' }
  | ({ kind: 'restored'; status: OrderStatus } & Reservation)
  | ({ kind: 'refunded' } & Refund)
  | ({ kind: 'refunded-in-part' | 'refunded-too-much' | 'refund-failed' } & Alarm)
  | { kind: 'status-changed'; status: OrderStatus }
);
export type NewsKind = News['kind'];

/**
 * What happens to the claims on the order's tracks: `hold all` and `sell` fail when another order has one, `hold` and `reserve`
 * take what can be had.
 */
type ClaimsEffect = 'reserve' | 'hold' | 'hold all' | 'sell' | 'release';
type EventName = 'OrderCaptured' | 'OrderEnded' | 'PaymentNeedsReview' | 'PaymentRefunded';

/** One row of the table. Without `to` the payment stays in its state. `OrderEnded` goes to a buyer who still counts on the order. */
export type Move = {
  from: readonly OrderState[];
  to?: PaymentState;
  claims?: ClaimsEffect;
  /** What happens to the certificates of the order's tracks; selling them makes these. */
  certificates?: { change: CertificateChange; reason: ChangeReason };
  history: HistoryWord;
  event?: EventName;
};

const UNPAID = ['created', 'capturing', 'pending', 'expired', 'declined'] as const;
const PAID_ONCE = ['paid', 'refunded', 'review', 'review of a sale'] as const;

/**
 * The life of a payment: what each news does to an order in each state. What is not in the table changes nothing. Money that comes
 * late still arrives: every unpaid state leads to paid or to review (docs/product/payments.md).
 */
export const MOVES: Readonly<Record<NewsKind, readonly Move[]>> = {
  'capture-begun': [{ from: ['created', 'expired'], to: 'capturing', claims: 'hold all', history: 'capture sent' }],
  'attempt-failed': [{ from: ['capturing'], to: 'created', claims: 'reserve', history: 'declined' }],
  'capture-pending': [
    { from: ['created', 'capturing', 'expired', 'declined'], to: 'pending', claims: 'hold all', history: 'pending' },
  ],
  'capture-completed': [{ from: UNPAID, to: 'paid', claims: 'sell', history: 'paid', event: 'OrderCaptured' }],
  'payment-recorded': [
    { from: ['created', 'expired', 'declined', 'review'], to: 'paid', claims: 'sell', history: 'paid', event: 'OrderCaptured' },
  ],
  'sale-kept': [
    { from: ['review of a sale'], to: 'paid', certificates: { change: 'reinstated', reason: 'other' }, history: 'paid' },
  ],
  'capture-unfit': [{ from: UNPAID, to: 'review', claims: 'hold', history: 'review', event: 'PaymentNeedsReview' }],
  'capture-lost': [{ from: ['pending'], to: 'review', claims: 'hold', history: 'review', event: 'PaymentNeedsReview' }],
  'account-ended': [
    {
      from: ['paid'],
      to: 'review',
      certificates: { change: 'suspended', reason: 'other' },
      history: 'review',
      event: 'PaymentNeedsReview',
    },
  ],
  'capture-of-another': [{ from: UNPAID, history: 'review', event: 'PaymentNeedsReview' }],
  'paid-again': [{ from: ['paid', 'refunded'], history: 'review', event: 'PaymentNeedsReview' }],
  'capture-declined': [
    {
      from: ['created', 'capturing', 'pending', 'expired', 'review'],
      to: 'declined',
      claims: 'release',
      history: 'declined',
      event: 'OrderEnded',
    },
  ],
  unpaid: [{ from: ['created', 'capturing'], to: 'expired', claims: 'release', history: 'expired', event: 'OrderEnded' }],
  replaced: [{ from: ['created'], to: 'expired', claims: 'release', history: 'replaced' }],
  restored: [{ from: ['expired'], to: 'created', claims: 'reserve', history: 'restored' }],
  refunded: [
    {
      from: ['paid', 'review of a sale'],
      to: 'refunded',
      certificates: { change: 'revoked', reason: 'refund' },
      history: 'refunded',
      event: 'PaymentRefunded',
    },
    { from: ['review'], to: 'refunded', claims: 'release', history: 'refunded', event: 'OrderEnded' },
  ],
  'refund-asked': [{ from: PAID_ONCE, history: 'refund asked' }],
  'refund-failed': [{ from: PAID_ONCE, history: 'refund failed', event: 'PaymentNeedsReview' }],
  'part-refunded': [{ from: PAID_ONCE, history: 'partly refunded' }],
  'refunded-in-part': [{ from: PAID_ONCE, history: 'partly refunded', event: 'PaymentNeedsReview' }],
  'refunded-too-much': [{ from: PAID_ONCE, history: 'too much refunded', event: 'PaymentNeedsReview' }],
  'status-changed': [{ from: ORDER_STATES, history: 'status' }],
};

/** What the order's own status becomes in a state. A refund leaves it. */
const STATUS: Partial<Record<PaymentState, OrderStatus>> = {
  created: 'pending',
  capturing: 'pending',
  pending: 'processing',
  review: 'processing',
  paid: 'completed',
  declined: 'cancelled',
  expired: 'cancelled',
};

type Fields = Partial<Order>;

/** What a state leaves of the order's clocks and of a review. */
const ON_ENTRY: Partial<Record<PaymentState, Fields>> = {
  created: { nextCheckAt: null },
  pending: { reservedUntil: null, checks: 0 },
  paid: { closed: null, reservedUntil: null, nextCheckAt: null },
  review: { reservedUntil: null, nextCheckAt: null },
  declined: { reservedUntil: null, nextCheckAt: null, reviewCaptureId: null, reviewAmountCents: null },
  expired: { reservedUntil: null, nextCheckAt: null, reviewCaptureId: null, reviewAmountCents: null },
  refunded: { nextCheckAt: null },
};

/** What the news itself says about the order. */
function statedFields(order: Order, news: News): Fields {
  switch (news.kind) {
    case 'capture-begun':
      // A decline must not bring back a reservation that no longer runs.
      return { nextCheckAt: news.nextCheckAt, checks: 0, ...(news.reservationRuns ? {} : { reservedUntil: null }) };
    case 'attempt-failed':
      // The next attempt is a new one for PayPal.
      return { attempt: order.attempt + 1, reservedUntil: news.reservedUntil };
    case 'capture-pending':
      return { heldCaptureId: news.captureId, nextCheckAt: news.nextCheckAt };
    case 'capture-completed':
    case 'payment-recorded':
      return {
        paidAt: news.paidAt,
        siteName: news.site.siteName,
        siteTimeZone: news.site.timeZone,
        siteUrl: news.site.publicUrl,
      };
    case 'capture-unfit':
    case 'capture-lost':
    case 'account-ended':
      return { reviewCaptureId: news.captureId, reviewAmountCents: news.amountCents };
    case 'unpaid':
      return {
        ...(news.cancelled ? { closed: 'cancelled' } : {}),
        ...(news.attemptFailed ? { attempt: order.attempt + 1 } : {}),
      };
    case 'replaced':
      return { closed: 'replaced' };
    case 'restored':
      return { status: news.status, closed: null, reservedUntil: news.reservedUntil };
    case 'status-changed':
      return { status: news.status, closed: closedBy(order, news.status) };
    default:
      return {};
  }
}

/** Cancelling closes an unpaid order, even while PayPal is asked for its payment. Any other status opens a cancelled one again. */
function closedBy(order: Order, status: OrderStatus): Order['closed'] {
  if (status !== 'cancelled') return order.closed === 'cancelled' ? null : order.closed;
  return order.payable || order.paymentState === 'capturing' ? 'cancelled' : order.closed;
}

type EndReason = 'declined' | 'cancelled' | 'refunded';

/**
 * A move, the fields of the order that it changes, and why the order ends for a buyer who counts on it (null when nobody does).
 * Each move counts the version up, so that its event is a new one.
 */
export type Decision = { move: Move; fields: Fields; endReason: EndReason | null };

/**
 * Decides what news does to an order, without any I/O.
 * @returns null when it changes nothing
 */
export function decide(order: Order, news: News): Decision | null {
  const move = MOVES[news.kind].find(({ from }) => from.includes(stateOf(order)));
  if (!move) return null;
  const { to } = move;
  const stateFields: Fields = to ? { paymentState: to, status: STATUS[to] ?? order.status, ...ON_ENTRY[to] } : {};
  return {
    move,
    fields: { ...stateFields, ...statedFields(order, news), version: order.version + 1 },
    endReason: move.event === 'OrderEnded' ? reasonOfEnd(order, news) : null,
  };
}

/** A buyer counts on a payment that was being confirmed or reviewed, and on a hold by arrangement. */
function reasonOfEnd(order: Order, news: News): EndReason | null {
  if (news.kind === 'refunded') return 'refunded';
  if (order.closed === 'replaced') return null;
  const { paymentState } = order;
  const isConfirmed = order.checks > 0 && (paymentState === 'capturing' || paymentState === 'created');
  const isAwaited = paymentState === 'pending' || paymentState === 'review' || isConfirmed;
  const isCancelled = order.closed === 'cancelled' || (news.kind === 'unpaid' && news.cancelled);
  if (!isCancelled) return isAwaited ? 'declined' : null;
  return isAwaited || order.way === 'arranged' ? 'cancelled' : null;
}
