import { OpenEarningsChanged } from '@shop/contracts/events';
import { inTx } from '@shop/messaging';
import type { DataSource, EntityManager } from 'typeorm';

/** `owedCents`: the shop's debt to the store, due or not; below zero, the store was paid more than it has earned. */
type OpenEarnings = { owedCents: number; sales: number };

/** SQL for each store: the cents owed to it or by it, and how many of its tracks somebody holds or is paying for. */
const OPEN = `(
  SELECT id AS seller_id, user_id, least(2147483647, greatest(-2147483647, coalesce(earned_cents - paid_cents, 0)))::int AS owed_cents,
    coalesce(held.tracks, 0) AS sales
  FROM sellers LEFT JOIN ledger_balances ON seller_id = id LEFT JOIN (
    SELECT copy.seller_id, count(*)::int AS tracks FROM sold_tracks JOIN product_copies copy USING (product_id)
    WHERE held GROUP BY copy.seller_id
  ) held ON held.seller_id = id
)`;

/** Closed stores have open earnings too. */
export async function openEarningsOf(db: EntityManager, sellerId: number): Promise<OpenEarnings> {
  const [row] = await db.query<OpenEarnings[]>(`SELECT owed_cents AS "owedCents", sales FROM ${OPEN} open WHERE seller_id = $1`, [
    sellerId,
  ]);
  return row ?? { owedCents: 0, sales: 0 };
}

type EarningsRow = { sellerId: number; userId: number; version: number } & OpenEarnings;

/**
 * Announces the open earnings of each store, or of those of one user, when they differ from the last announcement: identity deletes no account while its
 * store is owed money.
 */
export const tellOpenEarnings = (source: DataSource, userId: number | null = null): Promise<void> =>
  inTx(source, async ({ db, emit }) => {
    const rows = await db.query<EarningsRow[]>(
      `WITH fresh AS (
         INSERT INTO open_earnings AS told (seller_id, owed_cents, sales)
         SELECT open.seller_id, open.owed_cents, open.sales FROM ${OPEN} open LEFT JOIN open_earnings before USING (seller_id)
         WHERE (open.owed_cents, open.sales) <> (coalesce(before.owed_cents, 0), coalesce(before.sales, 0))
           AND ($1::int IS NULL OR open.user_id = $1) ORDER BY 1
         ON CONFLICT (seller_id) DO UPDATE SET version = told.version + 1, owed_cents = excluded.owed_cents, sales = excluded.sales
         WHERE (told.owed_cents, told.sales) <> (excluded.owed_cents, excluded.sales)
         RETURNING *
       ) SELECT seller_id AS "sellerId", user_id AS "userId", fresh.version, owed_cents AS "owedCents", sales
       FROM fresh JOIN sellers ON id = seller_id ORDER BY 1`,
      [userId],
    );
    await emit(...rows.map((row) => OpenEarningsChanged(row)));
  });

/** What is open with the stores of a user right now, and as which announcement; nothing when nothing ever was. */
export async function openEarningsNow(source: DataSource, userId: number): Promise<EarningsRow[]> {
  await tellOpenEarnings(source, userId);
  return source.query<EarningsRow[]>(
    `SELECT seller_id AS "sellerId", user_id AS "userId", open_earnings.version, owed_cents AS "owedCents", sales
     FROM open_earnings JOIN sellers ON id = seller_id WHERE user_id = $1 ORDER BY 1`,
    [userId],
  );
}
