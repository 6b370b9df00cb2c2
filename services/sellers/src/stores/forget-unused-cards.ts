import { CARD_UNUSED_MONTHS } from '@shop/contracts/constants';
import { inTx, locked } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { paymentChanged } from './change-payment';
import { Seller } from './seller.entity';

/** SQL for a card number that was neither given nor paid to since `$1`; a payout that was taken back does not count. */
const UNUSED = `card_number_encrypted IS NOT NULL AND coalesce(payout_changed_at, created_at) <= $1 AND NOT EXISTS (
  SELECT 1 FROM ledger_transactions payout
  WHERE payout.kind = 'payout' AND payout.seller_id = sellers.id AND payout.occurred_at > $1
    AND NOT EXISTS (SELECT 1 FROM ledger_transactions undo WHERE undo.reverses = payout.id))`;

/**
 * Blanks card numbers that nothing was paid to for `CARD_UNUSED_MONTHS` months, and tells their sellers. When the task is
 * interrupted, its next run blanks the rest.
 */
export async function forgetUnusedCards(source: DataSource, now = new Date()): Promise<void> {
  const since = new Date(now);
  since.setUTCMonth(since.getUTCMonth() - CARD_UNUSED_MONTHS);
  const rows = await source.query<{ id: number }[]>(`SELECT id FROM sellers WHERE ${UNUSED} ORDER BY id LIMIT 1000`, [since]);
  for (const { id } of rows)
    await inTx(source, async (tx) => {
      const seller = await locked(tx.db, Seller, { id });
      // A payout or another card may have come meanwhile.
      const [row] = await tx.db.query<unknown[]>(`SELECT 1 FROM sellers WHERE id = $2 AND ${UNUSED}`, [since, id]);
      if (!seller || !row) return;
      seller.forgetCard(now);
      await tx.db.save(seller);
      if (!seller.deletedAt) await tx.emit(await paymentChanged(tx, seller, false, true));
    });
}
