import type { PayoutBatchesQuery } from '@shop/contracts/forms';
import type { PayoutBatchesView, PayoutBatchRowView, PayoutBatchView, PayoutItemView } from '@shop/contracts/views';
import { notFound } from '@shop/http';
import { pageOf, windowOf } from '@shop/shared';
import type { EntityManager } from 'typeorm';
import { doubtsOf } from './approve-batch';
import { BATCH, itemsOf, type Batch } from './batch';
import { payeesOf } from './draft-batch';

const TROUBLED = `('unclaimed', 'on-hold', 'returned', 'failed', 'reversed')`;

/** A page of batches, newest first, with their sums in cents. */
export async function listBatches(db: EntityManager, query: PayoutBatchesQuery): Promise<PayoutBatchesView> {
  const { skip, take } = windowOf(query);
  const rows = await db.query<(Omit<PayoutBatchRowView, 'createdAt'> & { createdAt: Date })[]>(
    `SELECT batch.id, batch.state, batch.created_at AS "createdAt", coalesce(sum(amount_cents), 0)::float8 AS "totalCents",
       coalesce(sum(fee_cents), 0)::float8 AS "feeCents", count(item.id)::int AS sellers,
       (count(*) FILTER (WHERE item.state IN ${TROUBLED}))::int AS troubled
     FROM payout_batches batch LEFT JOIN payout_items item ON batch_id = batch.id
     GROUP BY batch.id ORDER BY batch.id DESC OFFSET $1 LIMIT $2`,
    [skip, take],
  );
  const [{ total }] = await db.query<[{ total: number }]>('SELECT count(*)::int AS total FROM payout_batches');
  return pageOf(
    query,
    total,
    rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
  );
}

type Line = PayoutItemView['lines'][number] & { itemId: number };

/** A batch with its payouts and lines; in a draft each payout has the doubts that its approval must confirm. @throws Refusal 404 */
export async function readBatch(
  db: EntityManager,
  batchId: number,
  secondApprovalCents: number | null,
): Promise<PayoutBatchView> {
  const [batch] = await db.query<Batch[]>(`SELECT ${BATCH} FROM payout_batches WHERE id = $1`, [batchId]);
  if (!batch) throw notFound('batch');
  const items = await itemsOf(db, batchId);
  const payees = await payeesOf(
    db,
    items.map(({ sellerId }) => sellerId),
  );
  const doubts = new Map(
    (batch.state === 'draft' ? await doubtsOf(db, items) : []).map(({ sellerId, doubts: sentences }) => [sellerId, sentences]),
  );
  const lines = await db.query<Line[]>(
    `SELECT item_id AS "itemId", sale_id AS "saleId", sale.order_id AS "orderId", sale.track_name AS name, sale.due_on::text AS "dueOn",
       line.amount_cents AS "amountCents"
     FROM payout_item_lines line JOIN payout_items item ON item.id = item_id JOIN ledger_transactions sale ON sale.id = sale_id
     WHERE batch_id = $1 ORDER BY sale.due_on, sale.id`,
    [batchId],
  );
  const sum = (field: 'amountCents' | 'feeCents') => items.reduce((total, item) => total + item[field], 0);
  const totalCents = sum('amountCents');
  return {
    id: batch.id,
    state: batch.state,
    totalCents,
    feeCents: sum('feeCents'),
    sellers: items.length,
    troubled: items.filter(({ state }) => TROUBLED.includes(`'${state}'`)).length,
    createdAt: batch.createdAt.toISOString(),
    createdBy: batch.createdBy,
    approvedBy: batch.approvedBy,
    sentBy: batch.sentBy,
    sentAt: batch.sentAt?.toISOString() ?? null,
    secondAdmin: secondApprovalCents !== null && totalCents > secondApprovalCents,
    reference: batch.paypalId,
    ...(batch.failure !== null && { failure: batch.failure }),
    items: items.map(({ id, sellerId, payTo, amountCents, feeCents, state, failure, transactionId }) => ({
      ...{ id, sellerId, storeName: payees.get(sellerId)?.storeName ?? `Store ${sellerId}`, payTo, amountCents, feeCents, state },
      ...(failure !== null && { failure }),
      doubts: doubts.get(sellerId) ?? [],
      reference: transactionId,
      lines: lines.flatMap(({ itemId, ...line }) => (itemId === id ? [line] : [])),
    })),
    leftOut: batch.leftOut,
  };
}
