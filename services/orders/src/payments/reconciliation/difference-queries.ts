import type { DifferencesQuery } from '@shop/contracts/forms';
import type { DifferencesView, DifferenceView, ReconciliationView } from '@shop/contracts/views';
import { containing, orderBy, pageOf, windowOf } from '@shop/shared';
import type { EntityManager } from 'typeorm';

const SORTS = { id: 'id', found_at: 'found_at', happened_at: 'happened_at', order_id: 'order_id', kind: 'kind' };
const OPEN = 'looked_at IS NULL AND gone_at IS NULL';

type Times = 'happened_at' | 'found_at' | 'gone_at' | 'looked_at';
type Row = Omit<DifferenceView, Times> & { happened_at: Date; found_at: Date; gone_at: Date | null; looked_at: Date | null };

/**
 * A page of the differences between PayPal's books and the shop's, and the last comparison, for the admin's list.
 * @throws Refusal 400 with field `sort` for an unknown order
 */
export async function listDifferences(db: EntityManager, query: DifferencesQuery): Promise<DifferencesView> {
  const { skip, take } = windowOf(query);
  const order = orderBy(query.sort, SORTS, 'id', ['order_id']);
  const filters = [query.open === 'true', query.q ? containing(query.q) : null, query.q?.replace(/^#/, '') ?? null];
  const where = `($1::boolean IS NOT TRUE OR ${OPEN})
    AND ($2::text IS NULL OR concat_ws(E'\\n', provider_id, reason, note) ~* $2 OR order_id::text = $3)`;
  const [[count], rows, last] = await Promise.all([
    db.query<[{ total: number }]>(`SELECT count(*)::int AS total FROM payment_differences WHERE ${where}`, filters),
    db.query<Row[]>(
      `SELECT id, kind, provider_id, order_id, reason, amount_cents AS "amountCents", expected_cents AS "expectedCents",
         happened_at, found_at, gone_at, looked_at, looked_by, note
       FROM payment_differences WHERE ${where} ORDER BY ${order} OFFSET $4 LIMIT $5`,
      [...filters, skip, take],
    ),
    lastReconciliation(db),
  ]);
  return { ...pageOf(query, count.total, rows.map(differenceView)), last };
}

const differenceView = ({ happened_at, found_at, gone_at, looked_at, ...row }: Row): DifferenceView => ({
  ...row,
  happened_at: happened_at.toISOString(),
  found_at: found_at.toISOString(),
  gone_at: gone_at?.toISOString() ?? null,
  looked_at: looked_at?.toISOString() ?? null,
});

/** The newest 100 differences that no admin has looked at and that the last comparison still found, and their total number. */
export async function openDifferences(db: EntityManager) {
  const rows = await db.query<
    { differenceId: number; orderId: number | null; reason: string; kind: string; openCount: number }[]
  >(
    `SELECT id AS "differenceId", order_id AS "orderId", reason, kind, count(*) OVER ()::int AS "openCount"
     FROM payment_differences WHERE ${OPEN} ORDER BY id DESC LIMIT 100`,
  );
  return { open: rows.map(({ openCount: _, ...difference }) => difference), openCount: rows[0]?.openCount ?? 0 };
}

export type ReconciliationRow = Omit<ReconciliationView, 'started_at' | 'finished_at'> & {
  started_at: Date;
  finished_at: Date | null;
};

export const reconciliationView = (row: ReconciliationRow): ReconciliationView => ({
  id: row.id,
  night: row.night,
  started_at: row.started_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  outcome: row.outcome,
  captures: row.captures,
  refunds: row.refunds,
  disputes: row.disputes,
  payouts: row.payouts,
  found: row.found,
  problem: row.problem,
});

async function lastReconciliation(db: EntityManager): Promise<ReconciliationView | null> {
  const [row] = await db.query<ReconciliationRow[]>(
    'SELECT *, night::text AS night FROM reconciliations ORDER BY id DESC LIMIT 1',
  );
  return row ? reconciliationView(row) : null;
}
