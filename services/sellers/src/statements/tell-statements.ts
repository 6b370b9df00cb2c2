import { StatementReady, type DataOf, type PaymentsReconciled } from '@shop/contracts/events';
import { inTx, type Tx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { dateIn } from '../ledger/due-date';
import { storeOf } from '../ledger/store-of';
import { statementOf } from './statement-queries';

const AT_ONCE = 50;
const DAY_MS = 86_400_000;
/** A payment of the last evening may be confirmed later. */
const WAITS_DAYS = 2;

/**
 * Tells sellers that a month is over, once for each month in which something was booked for them, as a task
 * (docs/product/money-owed.md#statements). What was over before the shop had statements is not told.
 * @returns how many
 */
export const tellStatements = (
  source: DataSource,
  { siteName, timeZone }: { siteName: string; timeZone: string },
  now = new Date(),
): Promise<number> =>
  inTx(source, async ({ db, emit }) => {
    const month = monthBefore(dateIn(timeZone, new Date(now.getTime() - WAITS_DAYS * DAY_MS)));
    const sellers = await db.query<{ id: number }[]>(
      `INSERT INTO statements_told (seller_id, month)
       SELECT DISTINCT seller_id, $1 FROM ledger_transactions
       WHERE seller_id IS NOT NULL AND to_char(occurred_at AT TIME ZONE $2, 'YYYY-MM') = $1 AND occurred_at > now() - interval '70 days'
         AND seller_id NOT IN (SELECT seller_id FROM statements_told WHERE month = $1)
       LIMIT ${AT_ONCE} ON CONFLICT DO NOTHING RETURNING seller_id AS id`,
      [month, timeZone],
    );
    for (const { id: sellerId } of sellers) {
      const store = await storeOf(db, sellerId);
      if (!store) continue;
      const { storeName } = store.said;
      const facts = await statementOf(db, { sellerId, month, timeZone }, { siteName, storeName, now });
      if (!facts) continue;
      const { openingCents, closingCents } = facts;
      await emit(StatementReady({ ...store.said, month, openingCents, closingCents }));
    }
    return sellers.length;
  });

/** 2026-01-15 gives 2025-12. */
function monthBefore(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;
}

/** Keeps the newest head of the sales log of each month, which statements print: whoever has one can hold the shop to it. */
export const keepLogHeadWhenPaymentsReconciled = (timeZone: string) =>
  async function keepLogHeadWhenPaymentsReconciled({ db }: Tx, { at, log }: DataOf<typeof PaymentsReconciled>): Promise<void> {
    if (!log) return;
    await db.query(
      `INSERT INTO log_heads_of_months (month, size, root) VALUES ($1, $2, $3)
       ON CONFLICT (month) DO UPDATE SET size = excluded.size, root = excluded.root WHERE excluded.size > log_heads_of_months.size`,
      [dateIn(timeZone, new Date(at)).slice(0, 7), log.size, log.root],
    );
  };
