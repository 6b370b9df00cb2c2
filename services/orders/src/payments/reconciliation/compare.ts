import { CURRENCY, type DifferenceKind } from '@shop/contracts/constants';
import { formatCents } from '@shop/contracts/pricing';
import type { Dispute, Movement, Report } from '../payment-gateway';

/**
 * The shop's side: payments by PayPal (some of which an admin recorded) or under the shop's review, refunds by PayPal or an admin,
 * and orders by their PayPal reference and by the payment that PayPal holds for them.
 */
export type Books = {
  captures: { captureId: string; orderId: number; amountCents: number; at: Date; settled: boolean; recorded: boolean }[];
  refunds: { refundId: string; captureId: string; orderId: number; amountCents: number; at: Date; recorded: boolean }[];
  orderOfRef: ReadonlyMap<string, number>;
  orderOfHeld: ReadonlyMap<string, number>;
};

export type Difference = {
  kind: DifferenceKind;
  providerId: string;
  orderId: number | null;
  amountCents: number | null;
  expectedCents: number | null;
  reason: string;
  at: Date;
  /** Whose payouts wait for it, if its order does not say it. */
  sellerIds?: number[];
};

const HOUR_MS = 3_600_000;
/** PayPal's report lags: anything younger is ignored on both sides. */
const LAG_MS = 4 * HOUR_MS;
/** The two sides may date a payment a little differently, so one of ours near the edge may be absent from the report. */
export const EDGE_MS = HOUR_MS;

/** The last moment that a comparison looks at: both sides must have had time to book it. */
export const comparedUntil = (report: Pick<Report, 'until'>, now: Date) =>
  new Date(Math.min(now.getTime() - LAG_MS, report.until.getTime()));

/**
 * Compares PayPal's report of a window with the shop's books (docs/product/payments.md#the-books-are-compared-each-night). Payments
 * of another shop on the same account, and second payments that were returned as a whole, are no difference.
 */
export function compare(report: Report, books: Books, from: Date, now: Date): Difference[] {
  const until = comparedUntil(report, now).getTime();
  const theirs = report.movements.filter(({ at }) => at.getTime() <= until);
  const inWindow = ({ at }: { at: Date }) => at.getTime() >= from.getTime() + EDGE_MS && at.getTime() <= until;
  const movementById = new Map(report.movements.map((movement) => [movement.id, movement]));
  return [
    ...capturesOf(theirs, report, books, movementById),
    ...books.captures
      .filter((capture) => capture.settled && !capture.recorded && inWindow(capture) && !movementById.has(capture.captureId))
      .map((capture) =>
        missing('capture-missing', capture.captureId, capture, 'was paid here, but PayPal shows no such payment'),
      ),
    ...refundsOf(theirs, books, inWindow, movementById),
    ...returnsOf(theirs, books, movementById),
    ...disputesOf(report.disputes, books, movementById, until),
  ];
}

type MovementById = ReadonlyMap<string, Movement>;

function capturesOf(theirs: readonly Movement[], report: Report, books: Books, movementById: MovementById): Difference[] {
  const ours = new Map(books.captures.map((capture) => [capture.captureId, capture]));
  const back = new Map<string, number>();
  for (const movement of report.movements) {
    if (movement.kind === 'capture') continue;
    const captureId = captureOf(movement, movementById);
    back.set(captureId, (back.get(captureId) ?? 0) + (movement.kind === 'refund' ? movement.amountCents : -movement.amountCents));
  }
  return theirs.flatMap((movement): Difference[] => {
    if (movement.kind !== 'capture') return [];
    const capture = ours.get(movement.id);
    if (capture) {
      if (!capture.settled || (capture.amountCents === movement.amountCents && movement.currency === CURRENCY)) return [];
      const reason = `PayPal took ${formatAmount(movement)}, here it is ${formatCents(capture.amountCents)}`;
      return [differing('capture-amount', movement, capture.orderId, capture.amountCents, reason)];
    }
    if (isElsewhere(movement) || (back.get(movement.id) ?? 0) >= movement.amountCents) return [];
    const orderId = books.orderOfRef.get(movement.customId ?? '') ?? null;
    return [
      differing('capture-unknown', movement, orderId, null, `PayPal took ${formatAmount(movement)}, which is not in our books`),
    ];
  });
}

/**
 * Matches refunds by id, or else by capture and amount, because recorded refunds and reversals have ids of the shop's own. Two
 * orders may have had the same capture: then only the refunds of the order that has it in the books count.
 */
function refundsOf(
  theirs: readonly Movement[],
  books: Books,
  inWindow: (record: { at: Date }) => boolean,
  movementById: MovementById,
): Difference[] {
  const unmatchedRefunds = new Set(books.refunds);
  const byId = new Map(books.refunds.map((refund) => [refund.refundId, refund]));
  const ofCapture = new Map<string, Books['refunds']>();
  for (const refund of books.refunds) ofCapture.set(refund.captureId, [...(ofCapture.get(refund.captureId) ?? []), refund]);
  const take = (refund: Books['refunds'][number] | undefined) => {
    if (refund) unmatchedRefunds.delete(refund);
    return refund;
  };
  const byCapture = new Map(books.captures.map((capture) => [capture.captureId, capture.orderId]));
  const all = theirs.filter(({ kind }) => kind === 'refund');
  const pairs = all.map((movement) => ({ movement, known: take(byId.get(movement.id)) }));
  const differences = pairs.flatMap(({ movement, known }): Difference[] => {
    if (known) {
      if (known.amountCents === movement.amountCents) return [];
      const reason = `PayPal gave ${formatAmount(movement)} back, here it is ${formatCents(known.amountCents)}`;
      return [differing('refund-amount', movement, known.orderId, known.amountCents, reason)];
    }
    const paidOrderId = byCapture.get(movement.captureId);
    const match = ofCapture
      .get(movement.captureId)
      ?.find(
        (refund) =>
          unmatchedRefunds.has(refund) &&
          refund.amountCents === movement.amountCents &&
          refund.orderId === (paidOrderId ?? refund.orderId),
      );
    if (take(match)) return [];
    const orderId = paidOrderId ?? books.orderOfRef.get(movement.customId ?? '') ?? null;
    if (orderId === null && isOfStranger(movement, movementById)) return [];
    return [
      differing(
        'refund-unknown',
        movement,
        orderId,
        null,
        `PayPal gave ${formatAmount(movement)} back, which is not in our books`,
      ),
    ];
  });
  return [
    ...differences,
    ...[...unmatchedRefunds]
      .filter((refund) => !refund.recorded && inWindow(refund) && !movementById.has(refund.refundId))
      .map((refund) =>
        missing('refund-missing', refund.refundId, refund, 'was given back here, but PayPal shows no such refund'),
      ),
  ];
}

/** The shop's books do not record money that PayPal returns after a refund: an admin settles each return as a difference. */
function returnsOf(theirs: readonly Movement[], books: Books, movementById: MovementById): Difference[] {
  const byCapture = new Map(books.captures.map((capture) => [capture.captureId, capture.orderId]));
  const byRefund = new Map(books.refunds.map((refund) => [refund.refundId, refund.orderId]));
  return theirs.flatMap((movement): Difference[] => {
    if (movement.kind !== 'return') return [];
    const knownOrderId = byCapture.get(captureOf(movement, movementById)) ?? byRefund.get(movement.captureId);
    const orderId = knownOrderId ?? books.orderOfRef.get(movement.customId ?? '') ?? null;
    if (orderId === null && (movement.maybeOutgoing || isOfStranger(movement, movementById))) return [];
    return [
      differing('refund-returned', movement, orderId, null, `PayPal gave ${formatAmount(movement)} back to us after a refund`),
    ];
  });
}

/** A return may name the refund that it undoes. */
const captureOf = ({ captureId }: Movement, movementById: MovementById) => movementById.get(captureId)?.captureId ?? captureId;

/** A dispute that fits no order is a difference too, unless its payment was for another shop on the same account. */
function disputesOf(disputes: readonly Dispute[], books: Books, movementById: MovementById, until: number): Difference[] {
  const byCapture = new Map(books.captures.map((capture) => [capture.captureId, capture.orderId]));
  return disputes.flatMap((dispute): Difference[] => {
    if (!dispute.open || dispute.at.getTime() > until) return [];
    const captureId = dispute.captureId ?? '';
    const payment = movementById.get(captureId);
    const orderId = byCapture.get(captureId) ?? books.orderOfHeld.get(captureId) ?? null;
    if (orderId === null && payment && isElsewhere(payment)) return [];
    // PayPal's own word: a stored reason that reads otherwise would count as a difference that has changed.
    const why = dispute.reason ? ` (${dispute.reason.toLowerCase().replaceAll('_', ' ')})` : '';
    const suffix = orderId === null ? ', for a payment that no order here has' : '';
    const reason = `the buyer disputes ${formatCents(dispute.amountCents)} at PayPal${why}${suffix}`;
    const { id: providerId, amountCents, at } = dispute;
    return [{ kind: 'dispute', providerId, orderId, amountCents, expectedCents: null, reason, at }];
  });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Whether a payment can be for an order of this shop, by its reference. */
export const isOurs = (customId: string) => UUID.test(customId);
const isElsewhere = ({ customId }: Movement) => customId !== null && customId !== '' && !isOurs(customId);
const isOfStranger = (movement: Movement, movementById: MovementById) =>
  isElsewhere(movement) || movementById.has(movement.captureId);
const formatAmount = ({ amountCents, currency }: Movement) =>
  currency === CURRENCY ? formatCents(amountCents) : `${(amountCents / 100).toFixed(2)} ${currency}`;

const differing = (
  kind: DifferenceKind,
  { id, amountCents, at }: Movement,
  orderId: number | null,
  expectedCents: number | null,
  reason: string,
): Difference => ({ kind, providerId: id, orderId, amountCents, expectedCents, reason, at });

const missing = (
  kind: DifferenceKind,
  providerId: string,
  { orderId, amountCents, at }: { orderId: number; amountCents: number; at: Date },
  problem: string,
): Difference => ({
  kind,
  providerId,
  orderId,
  amountCents: null,
  expectedCents: amountCents,
  reason: `${formatCents(amountCents)} ${problem}`,
  at,
});
