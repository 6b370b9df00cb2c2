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
};

const HOUR_MS = 3_600_000;
/** PayPal's report lags: anything younger is ignored on both sides. */
const LAG_MS = 4 * HOUR_MS;
/** The two sides may date a payment a little differently, so one of ours near the edge may be absent from the report. */
const EDGE_MS = HOUR_MS;

/**
 * Compares PayPal's report of a window with the shop's books (docs/product/payments.md#the-books-are-compared-each-night). Payments
 * of another shop on the same account, and second payments that were returned as a whole, are no difference.
 */
export function compare(report: Report, books: Books, from: Date, now: Date): Difference[] {
  const until = Math.min(now.getTime() - LAG_MS, report.until.getTime());
  const theirs = report.movements.filter(({ at }) => at.getTime() <= until);
  const inWindow = ({ at }: { at: Date }) => at.getTime() >= from.getTime() + EDGE_MS && at.getTime() <= until;
  const shown = new Map(report.movements.map((one) => [one.id, one]));
  return [
    ...capturesOf(theirs, report, books, shown),
    ...books.captures
      .filter((one) => one.settled && !one.recorded && inWindow(one) && !shown.has(one.captureId))
      .map((one) => missing('capture-missing', one.captureId, one, 'was paid here, but PayPal shows no such payment')),
    ...refundsOf(theirs, books, inWindow, shown),
    ...returnsOf(theirs, books, shown),
    ...disputesOf(report.disputes, books, shown, until),
  ];
}

type Shown = ReadonlyMap<string, Movement>;

function capturesOf(theirs: readonly Movement[], report: Report, books: Books, shown: Shown): Difference[] {
  const ours = new Map(books.captures.map((one) => [one.captureId, one]));
  const back = new Map<string, number>();
  for (const movement of report.movements) {
    if (movement.kind === 'capture') continue;
    const captureId = captureOf(movement, shown);
    back.set(captureId, (back.get(captureId) ?? 0) + (movement.kind === 'refund' ? movement.amountCents : -movement.amountCents));
  }
  return theirs.flatMap((movement): Difference[] => {
    if (movement.kind !== 'capture') return [];
    const known = ours.get(movement.id);
    if (known) {
      if (!known.settled || (known.amountCents === movement.amountCents && movement.currency === CURRENCY)) return [];
      const reason = `PayPal took ${said(movement)}, here it is ${formatCents(known.amountCents)}`;
      return [differing('capture-amount', movement, known.orderId, known.amountCents, reason)];
    }
    if (isElsewhere(movement) || (back.get(movement.id) ?? 0) >= movement.amountCents) return [];
    const orderId = books.orderOfRef.get(movement.customId ?? '') ?? null;
    return [differing('capture-unknown', movement, orderId, null, `PayPal took ${said(movement)}, which is not in our books`)];
  });
}

/**
 * Matches refunds by id, or else by capture and amount, because recorded refunds and reversals have ids of the shop's own. Two
 * orders may have had the same capture: then only the refunds of the order that has it in the books count.
 */
function refundsOf(
  theirs: readonly Movement[],
  books: Books,
  inWindow: (one: { at: Date }) => boolean,
  shown: Shown,
): Difference[] {
  const left = new Set(books.refunds);
  const byId = new Map(books.refunds.map((one) => [one.refundId, one]));
  const ofCapture = new Map<string, Books['refunds']>();
  for (const one of books.refunds) ofCapture.set(one.captureId, [...(ofCapture.get(one.captureId) ?? []), one]);
  const take = (found: Books['refunds'][number] | undefined) => {
    if (found) left.delete(found);
    return found;
  };
  const byCapture = new Map(books.captures.map((one) => [one.captureId, one.orderId]));
  const all = theirs.filter(({ kind }) => kind === 'refund');
  const met = all.map((movement) => ({ movement, known: take(byId.get(movement.id)) }));
  const differences = met.flatMap(({ movement, known }): Difference[] => {
    if (known) {
      if (known.amountCents === movement.amountCents) return [];
      const reason = `PayPal gave ${said(movement)} back, here it is ${formatCents(known.amountCents)}`;
      return [differing('refund-amount', movement, known.orderId, known.amountCents, reason)];
    }
    const paid = byCapture.get(movement.captureId);
    const alike = ofCapture
      .get(movement.captureId)
      ?.find((one) => left.has(one) && one.amountCents === movement.amountCents && one.orderId === (paid ?? one.orderId));
    if (take(alike)) return [];
    const orderId = paid ?? books.orderOfRef.get(movement.customId ?? '') ?? null;
    if (orderId === null && isOfStranger(movement, shown)) return [];
    return [
      differing('refund-unknown', movement, orderId, null, `PayPal gave ${said(movement)} back, which is not in our books`),
    ];
  });
  return [
    ...differences,
    ...[...left]
      .filter((one) => !one.recorded && inWindow(one) && !shown.has(one.refundId))
      .map((one) => missing('refund-missing', one.refundId, one, 'was given back here, but PayPal shows no such refund')),
  ];
}

/** The shop's books do not record money that PayPal returns after a refund: an admin settles each return as a difference. */
function returnsOf(theirs: readonly Movement[], books: Books, shown: Shown): Difference[] {
  const byCapture = new Map(books.captures.map((one) => [one.captureId, one.orderId]));
  const byRefund = new Map(books.refunds.map((one) => [one.refundId, one.orderId]));
  return theirs.flatMap((movement): Difference[] => {
    if (movement.kind !== 'return') return [];
    const known = byCapture.get(captureOf(movement, shown)) ?? byRefund.get(movement.captureId);
    const orderId = known ?? books.orderOfRef.get(movement.customId ?? '') ?? null;
    if (orderId === null && (movement.maybeOutgoing || isOfStranger(movement, shown))) return [];
    return [differing('refund-returned', movement, orderId, null, `PayPal gave ${said(movement)} back to us after a refund`)];
  });
}

/** A return may name the refund that it undoes. */
const captureOf = ({ captureId }: Movement, shown: Shown) => shown.get(captureId)?.captureId ?? captureId;

/** A dispute that fits no order is a difference too, unless its payment was for another shop on the same account. */
function disputesOf(disputes: readonly Dispute[], books: Books, shown: Shown, until: number): Difference[] {
  const byCapture = new Map(books.captures.map((one) => [one.captureId, one.orderId]));
  return disputes.flatMap((dispute): Difference[] => {
    if (!dispute.open || dispute.at.getTime() > until) return [];
    const captureId = dispute.captureId ?? '';
    const payment = shown.get(captureId);
    const orderId = byCapture.get(captureId) ?? books.orderOfHeld.get(captureId) ?? null;
    if (orderId === null && payment && isElsewhere(payment)) return [];
    const why = dispute.reason ? ` (${dispute.reason.toLowerCase().replaceAll('_', ' ')})` : '';
    const what = orderId === null ? ', for a payment that no order here has' : '';
    const reason = `the buyer disputes ${formatCents(dispute.amountCents)} at PayPal${why}${what}`;
    const { id: providerId, amountCents, at } = dispute;
    return [{ kind: 'dispute', providerId, orderId, amountCents, expectedCents: null, reason, at }];
  });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Whether a payment can be for an order of this shop, by its reference. */
export const isOurs = (customId: string) => UUID.test(customId);
const isElsewhere = ({ customId }: Movement) => customId !== null && customId !== '' && !isOurs(customId);
const isOfStranger = (movement: Movement, shown: Shown) => isElsewhere(movement) || shown.has(movement.captureId);
const said = ({ amountCents, currency }: Movement) =>
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
  what: string,
): Difference => ({
  kind,
  providerId,
  orderId,
  amountCents: null,
  expectedCents: amountCents,
  reason: `${formatCents(amountCents)} ${what}`,
  at,
});
