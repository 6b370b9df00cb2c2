import { PaymentDiffered } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import type { Difference } from './compare';

type DifferenceRow = {
  id: number;
  version: number;
  kind: string;
  provider_id: string;
  order_id: number | null;
  seller_ids: number[];
  reason: string;
  happened_at: Date;
  gone_at: Date | null;
  looked_at: Date | null;
};

/**
 * Stores each difference once, open until an admin looks at it or a comparison no longer finds it. A difference that returns or
 * changes, or whose order is known only now, is open again. Only a comparison that could have found it (`isCovered`) closes it.
 * Sellers hears of each change.
 */
export async function saveDifferences(
  tx: Tx,
  differences: readonly Difference[],
  isCovered: (difference: { kind: string; orderId: number | null; happenedAt: Date }) => boolean,
): Promise<void> {
  const { db } = tx;
  const rows = await db.query<DifferenceRow[]>('SELECT * FROM payment_differences ORDER BY id FOR UPDATE');
  const keyOf = (kind: string, providerId: string) => `${kind} ${providerId}`;
  const rowByKey = new Map(rows.map((entry) => [keyOf(entry.kind, entry.provider_id), entry]));
  const again = new Set(differences.map((difference) => keyOf(difference.kind, difference.providerId)));

  for (const difference of differences) {
    const before = rowByKey.get(keyOf(difference.kind, difference.providerId));
    const orderId = difference.orderId ?? before?.order_id ?? null;
    if (before && !before.gone_at && before.reason === difference.reason && before.order_id === orderId) continue;
    if (before) {
      const [[row]] = await db.query<[[DifferenceRow]]>(
        `UPDATE payment_differences SET gone_at = NULL, looked_at = NULL, looked_by = NULL, note = NULL, version = version + 1,
           reason = $2, order_id = $3, amount_cents = $4, expected_cents = $5, seller_ids = coalesce($6::int[], ${SELLERS})
         WHERE id = $1 RETURNING *`,
        [
          ...[before.id, difference.reason, orderId, difference.amountCents, difference.expectedCents],
          difference.sellerIds ?? null,
        ],
      );
      await announceDifference(tx, row, true);
      continue;
    }
    const [row] = await db.query<[DifferenceRow]>(
      `INSERT INTO payment_differences (kind, provider_id, order_id, amount_cents, expected_cents, reason, happened_at, seller_ids)
       VALUES ($1, $2, $3, $4, $5, $6, $7, coalesce($8::int[], ${SELLERS})) RETURNING *`,
      [
        difference.kind,
        difference.providerId,
        orderId,
        difference.amountCents,
        difference.expectedCents,
        difference.reason,
        difference.at,
        difference.sellerIds ?? null,
      ],
    );
    await announceDifference(tx, row, true);
  }

  for (const entry of rows) {
    if (entry.gone_at || again.has(keyOf(entry.kind, entry.provider_id))) continue;
    if (!isCovered({ kind: entry.kind, orderId: entry.order_id, happenedAt: entry.happened_at })) continue;
    const [[row]] = await db.query<[[DifferenceRow]]>(
      'UPDATE payment_differences SET gone_at = now(), version = version + 1 WHERE id = $1 RETURNING *',
      [entry.id],
    );
    if (!entry.looked_at) await announceDifference(tx, row, false);
  }
}

/** Stores one difference that no comparison finds, open until `closeDifference` or an admin's look. Sellers hears of it. */
export async function openDifference(tx: Tx, difference: Difference): Promise<void> {
  const [row] = await tx.db.query<[DifferenceRow]>(
    `INSERT INTO payment_differences AS known (kind, provider_id, order_id, amount_cents, expected_cents, reason, happened_at, seller_ids)
     VALUES ($1, $2, $3, $4, $5, $6, $7, ${SELLERS})
     ON CONFLICT (kind, provider_id) DO UPDATE SET gone_at = NULL, looked_at = NULL, looked_by = NULL, note = NULL,
       version = known.version + 1, reason = excluded.reason, happened_at = excluded.happened_at
     RETURNING *`,
    [
      difference.kind,
      difference.providerId,
      difference.orderId,
      difference.amountCents,
      difference.expectedCents,
      difference.reason,
      difference.at,
    ],
  );
  await announceDifference(tx, row, true);
}

/** Closes the open difference of this kind about an order, if there is one. */
export async function closeDifference(tx: Tx, kind: Difference['kind'], orderId: number): Promise<void> {
  const [closedRows] = await tx.db.query<[DifferenceRow[]]>(
    `UPDATE payment_differences SET gone_at = now(), version = version + 1 WHERE kind = $1 AND order_id = $2 AND gone_at IS NULL
     RETURNING *`,
    [kind, orderId],
  );
  for (const row of closedRows) if (!row.looked_at) await announceDifference(tx, row, false);
}

const SELLERS = `(SELECT coalesce(array_agg(DISTINCT seller_id ORDER BY seller_id), '{}') FROM order_items
  WHERE order_id = $3 AND seller_id IS NOT NULL)`;

/** Announces a difference that has opened or closed, with the sellers whose sales it is about. */
export const announceDifference = ({ emit }: Tx, { id, version, order_id, seller_ids, reason }: DifferenceRow, open: boolean) =>
  emit(PaymentDiffered({ differenceId: id, version, orderId: order_id, sellerIds: seller_ids, open, reason }));
