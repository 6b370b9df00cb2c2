import type { EntityManager } from 'typeorm';
import type { Report } from '../payment-gateway';
import { RECORDED_CAPTURES } from '../recorded-captures';
import { IS_REFUNDED } from '../../payment-states';
import { isOurs, type Books } from './compare';
import type { ReportedPayouts } from './reported-payouts';

/** The shop's books of PayPal's payments since a moment, and of everything that PayPal's report names, however old. */
export async function booksFor(db: EntityManager, { movements, disputes }: Report, from: Date): Promise<Books> {
  const providerIds = [
    ...new Set([
      ...movements.flatMap((entry) => [entry.id, entry.captureId]),
      ...disputes.flatMap((entry) => entry.captureId ?? []),
    ]),
  ];
  const captures = await db.query<Books['captures']>(
    `WITH recorded AS (
       SELECT named, one.* FROM ${RECORDED_CAPTURES} one JOIN unnest($2::text[]) AS named ON paypal_id = lower(named)
       WHERE NOT EXISTS (SELECT 1 FROM payments WHERE capture_id = named)
     )
     SELECT capture_id AS "captureId", order_id AS "orderId", captured_at AS at, method = 'paypal' AS settled, false AS recorded,
       CASE WHEN capture_id = orders.review_capture_id THEN coalesce(review_amount_cents, amount_cents) ELSE amount_cents END AS "amountCents"
     FROM payments JOIN orders ON orders.id = order_id WHERE captured_at >= $1 OR capture_id = ANY($2)
     UNION ALL
     SELECT named, order_id, captured_at, true, true, amount_cents FROM recorded
     UNION ALL
     SELECT review_capture_id, id, created_at, false, false, coalesce(review_amount_cents, total_cents)
     FROM orders WHERE review_capture_id = ANY($2) AND NOT EXISTS (SELECT 1 FROM payments WHERE capture_id = review_capture_id)
       AND NOT EXISTS (SELECT 1 FROM recorded WHERE named = review_capture_id)`,
    [from, providerIds],
  );
  const refunds = await db.query<Books['refunds']>(
    `SELECT CASE WHEN refunds.recorded AND reference = ANY($2) THEN reference ELSE refund_id END AS "refundId",
       coalesce(named, capture_id) AS "captureId", order_id AS "orderId", refunds.amount_cents AS "amountCents",
       refunded_at AS at, refunds.recorded
     FROM refunds LEFT JOIN (
         SELECT order_id, capture_id, named FROM ${RECORDED_CAPTURES} one JOIN unnest($2::text[]) AS named ON paypal_id = lower(named)
       ) payment USING (order_id, capture_id)
     WHERE refunded_at >= $1 OR refund_id = ANY($2) OR coalesce(named, capture_id) = ANY($2)`,
    [from, providerIds],
  );
  const refs = await db.query<{ ref: string; id: number }[]>('SELECT ref, id FROM orders WHERE ref = ANY($1::uuid[])', [
    [...new Set(movements.flatMap(({ customId }) => (customId && isOurs(customId) ? customId : [])))],
  ]);
  const heldOrders = await db.query<{ captureId: string; id: number }[]>(
    `SELECT held_capture_id AS "captureId", id FROM orders WHERE payment_state = 'pending' AND held_capture_id = ANY($1)`,
    [providerIds],
  );
  return {
    captures,
    refunds,
    orderOfRef: new Map(refs.map(({ ref, id }) => [ref, id])),
    orderOfHeld: new Map(heldOrders.map(({ captureId, id }) => [captureId, id])),
  };
}

type SaleOfBooks = { orderId: number; sellerIds: number[]; refunded: boolean };

/**
 * The sellers' sales that were settled or refunded between two moments, which their ledgers must have. Sales that were refunded
 * later are left to the next comparison.
 */
export const salesBetween = (db: EntityManager, from: Date, until: Date) =>
  db.query<SaleOfBooks[]>(
    `SELECT orders.id AS "orderId", ${IS_REFUNDED} AS refunded,
       array_agg(DISTINCT item.seller_id ORDER BY item.seller_id) AS "sellerIds"
     FROM payments JOIN orders ON orders.id = payments.order_id
     JOIN order_items item ON item.order_id = orders.id AND item.seller_id IS NOT NULL
     WHERE orders.id IN (SELECT id FROM orders WHERE paid_at BETWEEN $1 AND $2
         UNION SELECT order_id FROM refunds WHERE refunded_at BETWEEN $1 AND $2)
       AND NOT EXISTS (SELECT 1 FROM refunds WHERE order_id = orders.id AND refunded_at > $2)
     GROUP BY orders.id ORDER BY orders.id`,
    [from, until],
  );

/** How many sales, and how many payouts, one message holds, far below the size that a broker accepts. */
const ON_A_PAGE = 3000;
const onPage = <T>(list: readonly T[], page: number) => list.slice(page * ON_A_PAGE, (page + 1) * ON_A_PAGE);

/** What sellers is to compare, page by page. @returns one page at least */
export const pagesOf = (sales: readonly SaleOfBooks[], payouts: ReportedPayouts | null) =>
  Array.from({ length: Math.max(1, Math.ceil(Math.max(sales.length, payouts?.list.length ?? 0) / ON_A_PAGE)) }, (_, page) => ({
    sales: onPage(sales, page),
    payouts: payouts && { ...payouts, list: onPage(payouts.list, page) },
  }));
