import { rowsByKey, type Facts } from '@shop/runtime';
import type { ObjectStorage } from '@shop/storage';
import { CLAIM_FILES_FOLDER } from '../buyer-claims/attachments';
import { HAS_MONEY, IS_IN_REVIEW, IS_PAID, IS_REFUNDED } from '../payment-states';

/** The contract's hash comes with its mail, or else from a task that runs every 15 seconds, a minute after the sale. */
const CONTRACT_WITHIN = '2 minutes';
/** Less than mails are kept for. */
const MAIL_KEPT = '28 days';

/** The copies of other services' facts, to be compared with their owners' facts. */
const COPIES: Facts[] = [
  {
    name: 'tracks',
    hashed: ['name', 'project_name', 'download_link', 'project_link'],
    read: rowsByKey(
      `SELECT product_id AS key, version, removed, name, category, img, price_cents, project_name, seller_id,
         (package->>'id')::int AS package_id, download_link, project_link FROM product_copies`,
    ),
  },
  {
    name: 'stores',
    hashed: ['name'],
    read: rowsByKey('SELECT seller_id AS key, user_id, store_name AS name, status FROM stores'),
  },
  {
    name: 'people',
    hashed: ['name', 'last_name', 'email'],
    read: rowsByKey('SELECT user_id AS key, deleted, suspended, name, last_name, email FROM buyers'),
  },
];

const OWN: Facts[] = [
  {
    name: 'claims',
    read: rowsByKey(
      `SELECT product_id AS key, CASE WHEN state IN ('reserved', 'capturing') THEN 'held' ELSE state END AS state FROM sale_claims`,
    ),
  },
  { name: 'open-purchases', read: rowsByKey('SELECT user_id AS key, holds, payments, disputes FROM open_purchases') },
  {
    name: 'differences',
    read: rowsByKey('SELECT id AS key, looked_at IS NULL AND gone_at IS NULL AS open FROM payment_differences'),
  },
  {
    name: 'sales',
    read: rowsByKey(
      `SELECT (order_id || ' ' || product_id) COLLATE "C" AS key, seller_id, item.paid_cents, ${IS_REFUNDED} AS refunded
       FROM order_items item JOIN orders ON orders.id = order_id JOIN payments USING (order_id)
       WHERE ${HAS_MONEY} AND seller_id IS NOT NULL`,
    ),
  },
];

/** The task gives numbers every two seconds. */
const INVOICE_WITHIN = '10 minutes';

/** Most of these lists have a row only where something is wrong. */
const MONEY: Facts[] = [
  {
    name: 'sold-twice',
    read: rowsByKey(
      `SELECT product_id AS key, count(*)::int AS times FROM order_items JOIN orders ON orders.id = order_id
       WHERE (${IS_PAID} OR ${IS_IN_REVIEW}) AND paid_at IS NOT NULL AND refunded IS DISTINCT FROM 'track' GROUP BY product_id HAVING count(*) > 1`,
    ),
  },
  {
    name: 'payments-astray',
    read: rowsByKey(
      `SELECT order_id AS key, payment_state FROM payments LEFT JOIN orders ON orders.id = order_id
       WHERE payment_state IS NULL OR NOT (${IS_PAID} OR ${IS_REFUNDED} OR (${IS_IN_REVIEW} AND paid_at IS NOT NULL))`,
    ),
  },
  {
    name: 'paid-orders',
    read: rowsByKey(
      `SELECT ref AS key, orders.id AS order_id, payments.order_id IS NOT NULL AS payment,
         (SELECT count(*)::int FROM order_items item WHERE item.order_id = orders.id AND item.refunded IS DISTINCT FROM 'track' AND NOT EXISTS (
            SELECT 1 FROM sale_claims c WHERE c.product_id = item.product_id AND c.order_id = orders.id AND state = 'sold')) AS unclaimed,
         (SELECT count(*)::int FROM order_items item WHERE item.order_id = orders.id AND contract_hash IS NULL
            AND customer->>'email' <> '' AND paid_at < now() - interval '${CONTRACT_WITHIN}') AS uncontracted,
         coalesce(paid_at > now() - interval '${MAIL_KEPT}' AND NOT buyers.deleted, false) AS mailed
       FROM orders LEFT JOIN payments ON payments.order_id = orders.id LEFT JOIN buyers ON user_id = buyer_id
       WHERE ${IS_PAID}`,
    ),
  },
  {
    name: 'invoice-numbers-astray',
    read: rowsByKey(
      `SELECT (kind || ' ' || year) COLLATE "C" AS key, last, count(number)::int AS issued, coalesce(max(number), 0) AS highest
       FROM invoice_counters LEFT JOIN invoices USING (kind, year) GROUP BY kind, year, last
       HAVING count(number) <> last OR coalesce(max(number), 0) <> last`,
    ),
  },
  {
    name: 'invoices-astray',
    read: rowsByKey(
      `SELECT orders.id AS key, sum(gross_cents) FILTER (WHERE kind = 'invoice')::int AS invoiced,
         coalesce(sum(gross_cents) FILTER (WHERE kind = 'credit-note'), 0)::int AS credited
       FROM orders LEFT JOIN invoices ON order_id = orders.id
       WHERE invoiced OR (paid_at >= (SELECT since FROM invoicing) AND paid_at < now() - interval '${INVOICE_WITHIN}')
       GROUP BY orders.id
       HAVING NOT invoiced
         OR coalesce(sum(gross_cents) FILTER (WHERE kind = 'credit-note'), 0) > sum(gross_cents) FILTER (WHERE kind = 'invoice')`,
    ),
  },
];

/** What sellers must know of claims and disputes: what freezes tracks, and PayPal's fees. */
const FREEZES: Facts[] = [
  { name: 'dispute-fees', read: rowsByKey(`SELECT id COLLATE "C" AS key, fee_cents FROM disputes WHERE fee_cents <> 0`) },
  {
    name: 'freezes',
    read: rowsByKey(
      `SELECT (order_id || ' ' || product_id) COLLATE "C" AS key, frozen_for AS source FROM order_items
       WHERE frozen_for IS NOT NULL AND seller_id IS NOT NULL`,
    ),
  },
];

/** A `stray` file belongs to no message: it is on its way to one, or will soon be removed. */
const claimFiles = (storage: ObjectStorage): Facts[] => [
  {
    name: 'files',
    read: rowsByKey(
      `SELECT key COLLATE "C" AS key, false AS stray FROM claim_files
       UNION ALL SELECT key COLLATE "C", true FROM stray_claim_files`,
    ),
  },
  { name: 'kept-files', read: () => storage.list(CLAIM_FILES_FOLDER) },
];

/** The facts of orders that `npm run ops -- check` reads (docs/operating.md). */
export const factsOf = (storage: ObjectStorage): Facts[] => [...COPIES, ...OWN, ...MONEY, ...FREEZES, ...claimFiles(storage)];
