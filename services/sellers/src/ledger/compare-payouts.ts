import type { PayoutDifferenceKind, PayoutItemState } from '@shop/contracts/constants';
import { CURRENCY } from '@shop/contracts/constants';
import type { DataOf, LedgerCompared, PaymentsReconciled } from '@shop/contracts/events';
import { formatCents } from '@shop/contracts/pricing';
import type { EntityManager } from 'typeorm';

export type ReportedPayouts = NonNullable<DataOf<typeof PaymentsReconciled>['payouts']>;
type ReportedPayout = ReportedPayouts['list'][number];
type Difference = NonNullable<DataOf<typeof LedgerCompared>['payouts']>[number];

/** A payout of the shop: one of a batch, or one that an admin recorded by PayPal's id (`itemId` null), which then counts instead. */
export type ShopPayout = {
  itemId: number | null;
  transactionId: string | null;
  sellerId: number;
  amountCents: number;
  /** The fee that is booked; null when none is to be. */
  feeCents: number | null;
  state: PayoutItemState;
  /** Since when it is in this state. */
  stateAt: Date;
  sentAt: Date;
};

/** The differences between what PayPal's books say of payouts and the shop's (docs/product/payments.md#the-books-are-compared-each-night). */
export async function payoutsDifferingFrom(db: EntityManager, reportedPayouts: ReportedPayouts): Promise<Difference[]> {
  const ours = await db.query<ShopPayout[]>(
    `WITH item AS (
       SELECT item.id, transaction_id, seller_id, amount_cents, payout_id, item.state, state_at, coalesce(sent_at, created_at) AS sent_at
       FROM payout_items item JOIN payout_batches batch ON batch.id = batch_id
       WHERE lower(item.transaction_id) = ANY($1) OR (item.state = 'paid' AND sent_at >= $2 AND state_at <= $3)
     )
     SELECT id AS "itemId", transaction_id AS "transactionId", seller_id AS "sellerId", amount_cents AS "amountCents",
       CASE WHEN payout_id IS NOT NULL THEN (
         SELECT coalesce(sum(fee.amount_cents), 0)::int FROM ledger_entries fee JOIN ledger_transactions t ON t.id = fee.transaction_id
         WHERE fee.account = 'fees' AND (t.id = payout_id OR t.source = 'payout_fee ' || item.id)) END AS "feeCents",
       state, state_at AS "stateAt", sent_at AS "sentAt"
     FROM item
     UNION ALL
     SELECT NULL, t.reference, t.seller_id, paid.amount_cents, NULL, 'paid', t.recorded_at, t.occurred_at
     FROM ledger_transactions t JOIN ledger_entries paid ON paid.transaction_id = t.id AND paid.account = 'seller'
     WHERE t.kind = 'payout' AND t.method = 'paypal' AND lower(t.reference) = ANY($1)
       AND NOT EXISTS (SELECT 1 FROM ledger_transactions undo WHERE undo.reverses = t.id)
       AND NOT EXISTS (SELECT 1 FROM item WHERE payout_id = t.id)
     ORDER BY "itemId"`,
    [reportedPayouts.list.map(({ transactionId }) => transactionId.toLowerCase()), reportedPayouts.from, reportedPayouts.until],
  );
  return comparePayouts(reportedPayouts, ours);
}

/**
 * Compares payouts by PayPal's id. A payout that PayPal gave back whole before the shop knew it is no difference, and what the shop has
 * learned after the last moment of the report is left to a later comparison.
 */
export function comparePayouts({ list, from, until }: ReportedPayouts, ours: readonly ShopPayout[]): Difference[] {
  const keyOf = (transactionId: string) => transactionId.toLowerCase();
  const shownIds = new Set(list.map(({ transactionId }) => keyOf(transactionId)));
  const payoutsById = new Map(
    ours.flatMap((payout) => (payout.transactionId === null ? [] : [[keyOf(payout.transactionId), payout]])),
  );
  const isOld = ({ stateAt }: ShopPayout) => stateAt <= new Date(until);
  return [
    ...list.flatMap((reportedPayout) => {
      const payout = payoutsById.get(keyOf(reportedPayout.transactionId));
      return payout ? differencesOf(reportedPayout, payout, isOld(payout)) : unknown(reportedPayout);
    }),
    ...ours
      .filter(
        (payout) =>
          payout.itemId !== null &&
          payout.state === 'paid' &&
          payout.sentAt >= new Date(from) &&
          isOld(payout) &&
          !shownIds.has(keyOf(payout.transactionId ?? '')),
      )
      .map(({ itemId, transactionId, sellerId, amountCents, sentAt }) => ({
        kind: 'payout-missing' as const,
        providerId: transactionId ?? `payout ${itemId}`,
        sellerId,
        amountCents: null,
        expectedCents: amountCents,
        reason: `${formatCents(amountCents)} was paid out to a seller here, but PayPal shows no such payout`,
        at: sentAt.toISOString(),
      })),
  ];
}

function unknown(reportedPayout: ReportedPayout): Difference[] {
  const { amountCents, returnedCents } = reportedPayout;
  if (amountCents === null || returnedCents >= amountCents) return [];
  const reason = `PayPal paid ${formatAmount(reportedPayout, amountCents)} out, which is not in our books`;
  return [differing('payout-unknown', reportedPayout, null, amountCents, null, reason)];
}

const CAME_BACK: readonly PayoutItemState[] = ['returned', 'failed', 'reversed'];

function differencesOf(reportedPayout: ReportedPayout, ours: ShopPayout, isOld: boolean): Difference[] {
  const { amountCents, feeCents, returnedCents, currency } = reportedPayout;
  const differences: Difference[] = [];
  const note = (kind: PayoutDifferenceKind, cents: number, expectedCents: number | null, reason: string) =>
    differences.push(differing(kind, reportedPayout, ours.sellerId, cents, expectedCents, reason));
  if (amountCents !== null && (amountCents !== ours.amountCents || currency !== CURRENCY))
    note(
      'payout-amount',
      amountCents,
      ours.amountCents,
      `PayPal paid ${formatAmount(reportedPayout, amountCents)} out, here it is ${formatCents(ours.amountCents)}`,
    );
  if (feeCents !== null && ours.feeCents !== null && feeCents !== ours.feeCents)
    note(
      'payout-fee',
      feeCents,
      ours.feeCents,
      `PayPal took a fee of ${formatAmount(reportedPayout, feeCents)} for a payout, here it is ${formatCents(ours.feeCents)}`,
    );
  const cameBack = CAME_BACK.includes(ours.state);
  if (returnedCents > 0 && !cameBack)
    note(
      'payout-state',
      returnedCents,
      null,
      `PayPal gave ${formatAmount(reportedPayout, returnedCents)} of a payout back, here it is ${STATE_WORDS[ours.state]}`,
    );
  if (amountCents !== null && returnedCents === 0 && cameBack && isOld)
    note('payout-state', amountCents, 0, `PayPal paid ${formatAmount(reportedPayout, amountCents)} out, here it came back`);
  return differences;
}

const STATE_WORDS: Partial<Record<PayoutItemState, string>> = {
  sent: 'on its way',
  'on-hold': 'on hold',
  unclaimed: 'unclaimed',
  paid: 'paid',
};

const formatAmount = ({ currency }: ReportedPayout, cents: number) =>
  currency === CURRENCY ? formatCents(cents) : `${(cents / 100).toFixed(2)} ${currency}`;

const differing = (
  kind: PayoutDifferenceKind,
  { transactionId, at }: ReportedPayout,
  sellerId: number | null,
  amountCents: number,
  expectedCents: number | null,
  reason: string,
): Difference => ({ kind, providerId: transactionId, sellerId, amountCents, expectedCents, reason, at });
