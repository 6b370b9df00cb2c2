import type { Journal } from '@shop/shared';

/** The seal of a transaction covers these columns and its entries. With another list, no existing seal would fit. */
export const ledgerJournal: Journal = {
  name: 'ledger',
  table: 'ledger_transactions',
  canonical: `jsonb_build_array("row".id, "row".kind, "row".source, "row".seller_id, "row".occurred_at, "row".recorded_at,
    "row".reverses, "row".order_id, "row".product_id, "row".track_name, "row".price_cents, "row".project_cents, "row".paid_cents,
    "row".due_on, "row".method, "row".reference, "row".reason, "row".recorded_by,
    (SELECT jsonb_agg(jsonb_build_array(account, amount_cents) ORDER BY account) FROM ledger_entries
     WHERE transaction_id = "row".id))`,
};
