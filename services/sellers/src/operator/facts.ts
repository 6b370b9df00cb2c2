import { rowsByKey, type Facts } from '@shop/runtime';
import { damagedIn, type ObjectStorage } from '@shop/storage';

/** The copies of other services' facts, to be compared with their owners' facts. */
const COPIES: Facts[] = [
  {
    name: 'tracks',
    hashed: ['name'],
    read: rowsByKey(
      `SELECT product_id AS key, version, removed, name, category, img, price_cents, bpm, music_key, seller_id, created_at
       FROM product_copies`,
    ),
  },
  {
    name: 'claims',
    read: rowsByKey(
      `SELECT product_id AS key, CASE WHEN held THEN 'held' WHEN released THEN 'free' ELSE 'sold' END AS state FROM sold_tracks`,
    ),
  },
  {
    name: 'people',
    hashed: ['name', 'last_name', 'email', 'country'],
    read: rowsByKey('SELECT user_id AS key, deleted, name, last_name, email, country FROM user_copies'),
  },
  {
    name: 'holds',
    read: rowsByKey(
      `SELECT (order_id || ' ' || product_id) COLLATE "C" AS key, source FROM ledger_holds WHERE source IS NOT NULL`,
    ),
  },
  {
    name: 'dispute-fees',
    read: rowsByKey(
      `SELECT reference COLLATE "C" AS key, sum(amount_cents)::int AS fee_cents
       FROM ledger_transactions t JOIN ledger_entries ON transaction_id = t.id AND account = 'fees'
       WHERE kind = 'dispute_fee' GROUP BY reference HAVING sum(amount_cents) <> 0`,
    ),
  },
  { name: 'differences', read: rowsByKey('SELECT difference_id AS key, open FROM payout_blocks') },
];

const OWN: Facts[] = [
  {
    name: 'stores',
    hashed: ['name'],
    read: rowsByKey(
      `SELECT id AS key, user_id, CASE WHEN deleted_at IS NULL THEN store_name ELSE 'Closed store ' || id END AS name,
         CASE WHEN deleted_at IS NULL THEN status ELSE 'closed' END AS status FROM sellers`,
    ),
  },
  { name: 'store-owners', read: rowsByKey('SELECT user_id AS key FROM sellers WHERE deleted_at IS NULL') },
  {
    name: 'open-earnings',
    read: rowsByKey('SELECT user_id AS key, owed_cents, sales FROM open_earnings JOIN sellers ON id = seller_id'),
  },
];

/** All but `sales` have rows only when something is wrong. */
const LEDGER: Facts[] = [
  {
    name: 'sales',
    read: rowsByKey(
      `SELECT (order_id || ' ' || product_id) COLLATE "C" AS key, seller_id, paid_cents,
         EXISTS (SELECT 1 FROM ledger_transactions undo WHERE undo.reverses = sale.id) AS refunded
       FROM ledger_transactions sale WHERE kind = 'sale'`,
    ),
  },
  {
    name: 'out-of-balance',
    read: rowsByKey(
      `SELECT id AS key, sum(amount_cents)::int AS cents FROM ledger_transactions LEFT JOIN ledger_entries ON transaction_id = id
       GROUP BY id HAVING sum(amount_cents) IS DISTINCT FROM 0`,
    ),
  },
  {
    name: 'balances-astray',
    read: rowsByKey(
      `SELECT coalesce(kept.seller_id, entries.seller_id) AS key FROM ledger_balances kept FULL JOIN (
         SELECT seller_id, coalesce(-sum(amount_cents) FILTER (WHERE kind IN ('sale', 'refund', 'part_refund')), 0) AS earned,
           coalesce(sum(amount_cents) FILTER (WHERE kind IN ('payout', 'payout_reversal')), 0) AS paid
         FROM ledger_entries JOIN ledger_transactions ON id = transaction_id WHERE account = 'seller' GROUP BY seller_id
       ) entries USING (seller_id) WHERE (earned_cents, paid_cents) IS DISTINCT FROM (entries.earned, entries.paid)`,
    ),
  },
];

/** Rows only when something is wrong: what PayPal paid is booked once, what came back is booked back, and the rest is not booked. */
const PAYOUTS: Facts[] = [
  {
    name: 'payouts-astray',
    read: rowsByKey(
      `SELECT item.id AS key, item.state, item.amount_cents, booked.cents AS booked_cents
       FROM payout_items item CROSS JOIN LATERAL (
         SELECT coalesce(sum(entry.amount_cents), 0)::int AS cents FROM ledger_transactions t
         JOIN ledger_entries entry ON entry.transaction_id = t.id AND entry.account = 'seller'
         WHERE t.id = item.payout_id OR t.reverses = item.payout_id
       ) booked WHERE booked.cents <> CASE item.state WHEN 'paid' THEN item.amount_cents ELSE 0 END`,
    ),
  },
  {
    name: 'lines-in-two-payouts',
    read: rowsByKey(
      `SELECT sale_id AS key, count(*)::int AS times FROM payout_item_lines JOIN payout_items item ON item.id = item_id
       WHERE item.state NOT IN ('returned', 'failed', 'reversed', 'cancelled') GROUP BY sale_id HAVING count(*) > 1`,
    ),
  },
];

/** A `stray` file belongs to no store: it is on its way to one, or will soon be removed. */
const documents = (storage: ObjectStorage): Facts[] => [
  {
    name: 'files',
    read: rowsByKey(
      `SELECT CASE page WHEN 1 THEN verification_key ELSE regexp_replace(verification_key, '(\\.\\w+)$', '-' || page || '\\1') END
         COLLATE "C" AS key, false AS stray
       FROM sellers, generate_series(1, greatest(1, verification_pages)) AS page WHERE verification_key IS NOT NULL
       UNION ALL SELECT key COLLATE "C", true FROM stray_documents`,
    ),
  },
  { name: 'kept-files', read: () => storage.list('private/sellers/verification') },
  { name: 'damaged-files', read: () => damagedIn(storage, 'private/sellers/verification') },
];

/** The facts of sellers that `npm run ops -- check` reads (docs/operating.md). */
export const factsOf = (storage: ObjectStorage): Facts[] => [...COPIES, ...OWN, ...LEDGER, ...PAYOUTS, ...documents(storage)];
