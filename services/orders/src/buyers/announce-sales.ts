import { SalesAnnounced, type DataOf } from '@shop/contracts/events';
import { inTx } from '@shop/messaging';
import type { DataSource, EntityManager } from 'typeorm';
import { IS_PAID, IS_REFUNDED } from '../payment-states';

const BATCH = 500;

type Sale = DataOf<typeof SalesAnnounced>['sales'][number];

/**
 * The next sales by the number of their order, as they are now: who has bought which tracks, what of them went back, and whether the
 * links of the order have ended. Orders of erased buyers are left out.
 */
export async function salesAfter(db: EntityManager, orderId: number, most: number): Promise<Sale[]> {
  const sales = await db.query<(Omit<Sale, 'capturedAt'> & { paidAt: Date })[]>(
    `SELECT sold.id AS "orderId", buyer_id AS "buyerId", max(link_revision) AS revision, NOT bool_and(paid) AS ended, max(paid_at) AS "paidAt",
       jsonb_agg(jsonb_build_object('productId', product_id, 'project', project_chosen,
         'refunded', CASE WHEN back THEN 'track' ELSE refunded END) ORDER BY product_id) AS items
     FROM (SELECT id, buyer_id, paid_at, ${IS_PAID} AS paid, ${IS_REFUNDED} AS back FROM orders
         WHERE id > $1 AND paid_at IS NOT NULL AND customer->>'email' <> '' ORDER BY id LIMIT $2) AS sold
       JOIN order_items ON order_id = sold.id
     GROUP BY sold.id, buyer_id ORDER BY sold.id`,
    [orderId, most],
  );
  return sales.map(({ paidAt, ...sale }) => ({ ...sale, capturedAt: paidAt.toISOString() }));
}

/** Announces the next sales of before the upgrade, once for each, as a task: one replica at a time, 500 in a turn. */
export const announceOldSales = (source: DataSource): Promise<void> =>
  inTx(source, async ({ db, emit }) => {
    const [turn] = await db.query<{ after: number }[]>(
      'SELECT after_order AS after FROM sales_to_announce WHERE due_at <= now() FOR UPDATE SKIP LOCKED',
    );
    if (!turn) return;
    const sales = await salesAfter(db, turn.after, BATCH);
    const last = sales.at(-1);
    if (last) await emit(SalesAnnounced({ sales }));
    if (last && sales.length === BATCH) await db.query('UPDATE sales_to_announce SET after_order = $1', [last.orderId]);
    else await db.query('DELETE FROM sales_to_announce');
  });
