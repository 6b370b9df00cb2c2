import type { EntityManager } from 'typeorm';
import type { PayoutsQuery } from '@shop/contracts/forms';
import type { LedgerBalances, PayoutRowView, PayoutsView } from '@shop/contracts/views';
import { containing, pageOf, sortedBy, windowOf } from '@shop/kit';

const SORTS = {
  id: 'id',
  store_name: 'lower(store_name)',
  owed: '"owedCents"',
  due: '"dueCents"',
  paid: '"paidCents"',
  due_since: '"oldestDueOn"',
};

/** The balances of every seller with something in the ledger, by the same rule as `statementOf`: payouts cover what falls due first. */
const ROWS = `
  WITH standing AS (
    SELECT t.id, t.seller_id, t.kind, t.due_on, coalesce(-e.amount_cents, 0) AS cents,
      EXISTS (SELECT 1 FROM ledger_transactions undo WHERE undo.reverses = t.id) AS undone
    FROM ledger_transactions t LEFT JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'seller'
    WHERE t.kind IN ('sale', 'payout')
  ), sums AS (
    SELECT seller_id,
      coalesce(sum(cents) FILTER (WHERE kind = 'sale' AND NOT undone), 0) AS earned,
      coalesce(sum(cents) FILTER (WHERE kind = 'sale' AND NOT undone AND due_on <= $1), 0) AS matured,
      coalesce(-sum(cents) FILTER (WHERE kind = 'payout' AND NOT undone), 0) AS paid
    FROM standing GROUP BY seller_id
  ), reached AS (
    SELECT seller_id, due_on, sum(cents) OVER (PARTITION BY seller_id ORDER BY due_on, id) AS cents
    FROM standing WHERE kind = 'sale' AND NOT undone
  ), oldest AS (
    SELECT seller_id, min(due_on) AS due_on FROM reached JOIN sums USING (seller_id)
    WHERE reached.cents > sums.paid GROUP BY seller_id
  ), rows AS (
    SELECT sums.seller_id AS id, coalesce(store.store_name, '') AS store_name, store.deleted_at IS NOT NULL AS deleted,
      store.payment_method, CASE store.payment_method WHEN 'paypal' THEN store.paypal_email WHEN 'card' THEN store.card_last4 END AS pay_to,
      greatest(0, matured - paid)::float8 AS "dueCents",
      greatest(0, earned - greatest(paid, matured))::float8 AS "owedCents",
      paid::float8 AS "paidCents", greatest(0, paid - earned)::float8 AS "overpaidCents",
      oldest.due_on::text AS "oldestDueOn"
    FROM sums LEFT JOIN oldest USING (seller_id) LEFT JOIN sellers store ON store.id = sums.seller_id
  ), found AS (
    SELECT * FROM rows WHERE ($2::text IS NULL OR store_name ILIKE $2) AND ($3::boolean IS NOT TRUE OR "dueCents" > 0)
  )`;

type Asked = Omit<PayoutsQuery, 'limit'> & { limit?: number };

/** Every seller that a query asks for, in its order; `today` is a date on the shop's calendar. @throws Refusal 400 on an unknown order. */
export async function payoutRows(db: EntityManager, asked: Asked, today: string): Promise<PayoutRowView[]> {
  const order = sortedBy(asked.sort ?? '-due', SORTS, 'id');
  const page = asked.limit === undefined ? null : windowOf({ ...asked, limit: asked.limit });
  return db.query<PayoutRowView[]>(
    `${ROWS} SELECT * FROM found ORDER BY ${Object.entries(order)
      .map(([column, direction]) => `${column} ${direction} NULLS LAST`)
      .join(', ')} OFFSET $4 LIMIT $5`,
    [...filtersOf(asked, today), page?.skip ?? 0, page?.take ?? null],
  );
}

/** Who is owed what, a page at a time; the totals are of all that was found. */
export async function listPayouts(db: EntityManager, query: PayoutsQuery, today: string): Promise<PayoutsView> {
  const [sums] = await db.query<[LedgerBalances & { total: number }]>(
    `${ROWS} SELECT count(*)::int AS total, ${['owedCents', 'dueCents', 'paidCents', 'overpaidCents']
      .map((name) => `coalesce(sum("${name}"), 0) AS "${name}"`)
      .join(', ')} FROM found`,
    filtersOf(query, today),
  );
  const { total, ...totals } = sums;
  return { ...pageOf(query, total, await payoutRows(db, query, today)), totals, today };
}

const filtersOf = ({ q, due }: Asked, today: string) => [today, q ? containing(q) : null, due === 'true'];
