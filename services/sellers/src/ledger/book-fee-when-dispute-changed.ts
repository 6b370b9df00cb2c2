import type { DataOf, DisputeChanged } from '@shop/contracts/events';
import { saveIfNewer, type Tx } from '@shop/messaging';
import { book } from './journal';
import { feePostings } from './postings';

/**
 * Books PayPal's fees for a dispute, which the house bears (docs/product/disputes.md#what-the-ledger-gets): the difference from what is
 * booked of them, if there is one. News that come late change nothing.
 */
export async function bookFeeWhenDisputeChanged({ db }: Tx, dispute: DataOf<typeof DisputeChanged>): Promise<void> {
  const { disputeId, version, orderId, feeCents } = dispute;
  if (feeCents === null) return;
  // The row makes news of one dispute wait for each other.
  await saveIfNewer(db, { table: 'dispute_fees', key: 'dispute_id' }, { dispute_id: disputeId, version, fee_cents: feeCents });
  const [missing] = await db.query<[{ cents: number; version: number }]>(
    `SELECT version, fee_cents - (
       SELECT coalesce(sum(amount_cents), 0)::int FROM ledger_transactions t JOIN ledger_entries ON transaction_id = t.id
       WHERE t.kind = 'dispute_fee' AND t.reference = $1 AND account = 'fees') AS cents
     FROM dispute_fees WHERE dispute_id = $1`,
    [disputeId],
  );
  if (missing.cents === 0) return;
  await book(db, {
    kind: 'dispute_fee',
    ...{ sellerId: null, orderId, reference: disputeId, version: missing.version },
    occurredAt: new Date(),
    postings: feePostings(missing.cents),
  });
}
