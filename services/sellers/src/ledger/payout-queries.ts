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
      undo.id IS NOT NULL AS undone
    FROM ledger_transactions t LEFT JOIN ledger_transactions undo ON undo.reverses = t.id LEFT JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'seller'
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
  ), found AS MATERIALIZED (
    SELECT * FROM rows WHERE ($2::text IS NULL OR store_name ILIKE $2) AND ($3::boolean IS NOT TRUE OR "dueCents" > 0)
  )`;

type Asked = Omit<PayoutsQuery, 'limit'> & { limit?: number };
type Found = { rows: PayoutRowView[]; sums: LedgerBalances & { total: number } };

const SUMS = ['owedCents', 'dueCents', 'paidCents', 'overpaidCents'].map((name) => `coalesce(sum("${name}"), 0) AS "${name}"`);

/** The balances are added up once, for the rows and for their sums. */
async function find(db: EntityManager, asked: Asked, today: string): Promise<Found> {
  const order = Object.entries(sortedBy(asked.sort ?? '-due', SORTS, 'id')).map(([by, way]) => `${by} ${way} NULLS LAST`);
  const page = asked.limit === undefined ? null : windowOf({ ...asked, limit: asked.limit });
  const [found] = await db.query<[Found]>(
    `${ROWS} SELECT
       (SELECT to_json(s) FROM (SELECT count(*)::int AS total, ${SUMS.join(', ')} FROM found) s) AS sums,
       (SELECT coalesce(json_agg(r), '[]') FROM (SELECT * FROM found ORDER BY ${order.join(', ')} OFFSET $4 LIMIT $5) r) AS rows`,
    [...filtersOf(asked, today), page?.skip ?? 0, page?.take ?? null],
  );
  return found;
}

/** Every seller that a query asks for, in its order; `today` is a date on the shop's calendar. @throws Refusal 400 on an unknown order. */
export const payoutRows = async (db: EntityManager, asked: Asked, today: string) => (await find(db, asked, today)).rows;

/** Who is owed what, a page at a time; the totals are of all that was found. */
export async function listPayouts(db: EntityManager, query: PayoutsQuery, today: string): Promise<PayoutsView> {
  const { rows, sums } = await find(db, query, today);
  const { total, ...totals } = sums;
  return { ...pageOf(query, total, rows), totals, today };
}

const filtersOf = ({ q, due }: Asked, today: string) => [today, q ? containing(q) : null, due === 'true'];
