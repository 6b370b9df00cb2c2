import type { PayoutsQuery } from '@shop/contracts/forms';
import type { LedgerBalances, PayoutRowView, PayoutsView, PayoutView } from '@shop/contracts/views';
import { containing, orderBy, pageOf, windowOf } from '@shop/shared';
import type { EntityManager } from 'typeorm';
import { BALANCES } from '../balances';
import { DUE_SUBSIDY } from './subsidies';

export type PayoutRow = PayoutView & { storeName: string; undone: boolean };

/** The payouts that meet an SQL condition on the transaction `t`, oldest first; `undone` tells whether a payout was taken back. */
export async function payoutsWhere(db: EntityManager, condition: string, values: unknown[]): Promise<PayoutRow[]> {
  const rows = await db.query<(Omit<PayoutRow, 'at'> & { at: Date })[]>(
    `SELECT t.id, t.seller_id AS "sellerId", e.amount_cents AS "amountCents", t.method, t.reference, t.occurred_at AS at,
       coalesce(store.store_name, '') AS "storeName",
       EXISTS (SELECT 1 FROM ledger_transactions undo WHERE undo.reverses = t.id) AS undone
     FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'seller'
     LEFT JOIN sellers store ON store.id = t.seller_id
     WHERE t.kind = 'payout' AND ${condition} ORDER BY t.id`,
    values,
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

const SORTS = {
  id: 'id',
  store_name: 'lower(store_name)',
  owed: '"owedCents"',
  due: '"dueCents"',
  paid: '"paidCents"',
  due_since: '"oldestDueOn"',
};

const FOUND = `
  WITH found AS MATERIALIZED (
    SELECT balances.seller_id AS id, coalesce(store.store_name, '') AS store_name, store.deleted_at IS NOT NULL AS deleted,
      store.payment_method, CASE store.payment_method WHEN 'paypal' THEN store.paypal_email WHEN 'card' THEN store.card_last4 END AS pay_to,
      "owedCents", "dueCents", "heldCents", "paidCents", "overpaidCents", "oldestDueOn",
      CASE WHEN "dueCents" > 0 THEN ${DUE_SUBSIDY} ELSE 0 END AS "subsidyCents"
    FROM ${BALANCES} balances LEFT JOIN sellers store ON store.id = balances.seller_id
    WHERE ($2::text IS NULL OR store.store_name ~* $2) AND ($3::boolean IS NOT TRUE OR "dueCents" > 0)
  )`;

type ListQuery = Omit<PayoutsQuery, 'limit'> & { limit?: number };
type PayoutPage = { rows: PayoutRowView[]; sums: LedgerBalances & { total: number } };

const SUMS = ['owedCents', 'dueCents', 'heldCents', 'paidCents', 'overpaidCents'].map(
  (name) => `coalesce(sum("${name}"), 0) AS "${name}"`,
);

/** Finds the rows and their sums in one query, so that the balances are added up once. */
async function find(db: EntityManager, query: ListQuery, today: string): Promise<PayoutPage> {
  const order = orderBy(query.sort ?? '-due', SORTS, 'id', ['due_since']);
  const page = query.limit === undefined ? null : windowOf({ ...query, limit: query.limit });
  const [listing] = await db.query<[PayoutPage]>(
    `${FOUND} SELECT
       (SELECT to_json(s) FROM (SELECT count(*)::int AS total, ${SUMS.join(', ')} FROM found) s) AS sums,
       (SELECT coalesce(json_agg(r), '[]') FROM (SELECT * FROM found ORDER BY ${order} OFFSET $4 LIMIT $5) r) AS rows`,
    [...filtersOf(query, today), page?.skip ?? 0, page?.take ?? null],
  );
  return listing;
}

/** All sellers of a query, in its order; `today` is a date on the shop's calendar. @throws Refusal 400 on an unknown order */
export const payoutRows = async (db: EntityManager, query: ListQuery, today: string) => (await find(db, query, today)).rows;

/** A page of sellers with the cents owed to each. The totals count all pages. @throws Refusal 400 on an unknown order */
export async function listPayouts(db: EntityManager, query: PayoutsQuery, today: string): Promise<PayoutsView> {
  const { rows, sums } = await find(db, query, today);
  const { total, ...totals } = sums;
  return { ...pageOf(query, total, rows), totals, today };
}

const filtersOf = ({ q, due }: ListQuery, today: string) => [today, q ? containing(q) : null, due === 'true'];
