import { conflict } from '@shop/http';
import type { DataOf, PaymentDiffered } from '@shop/contracts/events';
import { saveIfNewer, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { whySubsidised, type SubsidisedOrder } from './subsidies';

const FRESH_HOURS = 72;
/** The books are compared each night; after two nights without a comparison, payouts ask for a confirmation. */
const STALE_HOURS = 48;

type Doubts = { changed: boolean; notCompared: boolean; stale: boolean; comparing: boolean };

/**
 * Refuses payouts that may be a mistake, because sent money does not come back (docs/product/money-owed.md#doubtful-payouts).
 * Differences with PayPal's books block a payout. The admin must confirm it when the books were not compared lately or are being
 * compared, when the payout details are new, or when it contains a subsidy.
 * @throws Refusal 409 `payout-blocked` with the differences, 409 `confirmation-required` with the reasons unless `isConfirmed`
 */
export async function refuseDoubtfulPayout(
  db: EntityManager,
  sellerId: number,
  subsidisedSales: readonly SubsidisedOrder[],
  isConfirmed: boolean,
): Promise<void> {
  const blocks = await blocksOf(db, sellerId);
  const [first] = blocks;
  if (first) throw conflict('payout-blocked', whyBlocked(first), { details: { differences: blocks } });

  const reasons = await payoutDoubts(db, sellerId, subsidisedSales);
  if (reasons.length > 0 && !isConfirmed)
    throw conflict('confirmation-required', `${reasons.join(' ')} Is the payout meant?`, {
      field: 'confirm',
      details: { reasons },
    });
}

type Block = { differenceId: number; orderId: number | null; reason: string };

/** The open differences with PayPal's books about sales of a seller, oldest first. */
export const blocksOf = (db: EntityManager, sellerId: number): Promise<Block[]> =>
  db.query<Block[]>(
    `SELECT difference_id AS "differenceId", order_id AS "orderId", reason FROM payout_blocks
     WHERE open AND seller_ids @> ARRAY[$1::int] ORDER BY difference_id`,
    [sellerId],
  );

export const whyBlocked = ({ orderId, reason }: Block) =>
  `PayPal's books differ${orderId ? ` about order #${orderId}` : ''}: ${reason}. Please look at it under Reconciliation first.`;

/** The sentences that an admin must confirm before a payout that contains these subsidised sales. */
export async function payoutDoubts(
  db: EntityManager,
  sellerId: number,
  subsidisedSales: readonly SubsidisedOrder[],
): Promise<string[]> {
  const why = whySubsidised(subsidisedSales);
  return [...(await doubtsOf(db, sellerId)), ...(why ? [why] : [])];
}

async function doubtsOf(db: EntityManager, sellerId: number): Promise<string[]> {
  const [doubts] = await db.query<[Doubts]>(
    `SELECT EXISTS (SELECT 1 FROM sellers WHERE id = $1 AND payout_changed_at > now() - make_interval(hours => $2)) AS changed,
       EXISTS (SELECT 1 FROM reconciled WHERE NOT reached) AS "notCompared",
       EXISTS (SELECT 1 FROM reconciled WHERE reached AND at < now() - make_interval(hours => $3)) AS stale,
       EXISTS (SELECT 1 FROM ledger_comparisons WHERE kept_at < now() - interval '1 minute') AS comparing`,
    [sellerId, FRESH_HOURS, STALE_HOURS],
  );
  return [
    ...(doubts.changed ? [`Where this seller is paid to was changed within the last ${FRESH_HOURS} hours.`] : []),
    ...(doubts.notCompared ? ["PayPal's books could not be compared with ours the last time."] : []),
    ...(doubts.stale ? [`PayPal's books have not been compared with ours for more than ${STALE_HOURS} hours.`] : []),
    ...(doubts.comparing ? ['The ledger is still being compared with the sales.'] : []),
  ];
}

/** Stores a difference between PayPal's books and the shop's, with the sellers of its sales: they are not paid while it is open. */
export async function blockPayoutsWhenPaymentDiffered({ db }: Tx, difference: DataOf<typeof PaymentDiffered>): Promise<void> {
  const { differenceId, version, orderId, sellerIds, open, reason } = difference;
  await saveIfNewer(
    db,
    { table: 'payout_blocks', key: 'difference_id' },
    { difference_id: differenceId, version, order_id: orderId, seller_ids: sellerIds, open, reason },
  );
}
