import type { MeasuredRows } from '@shop/runtime';

/** What operators see of payments, holds and the books. */
export const measured: MeasuredRows[] = [
  {
    name: 'payments_unsettled',
    help: 'Payments whose end nobody knows yet (capturing, pending) or that wait for a person (review)',
    labels: ['state'],
    query: `SELECT state, count(id) AS value FROM unnest(ARRAY['capturing', 'pending', 'review']) AS state
            LEFT JOIN orders ON payment_state = state GROUP BY state`,
  },
  {
    name: 'payments_overdue_seconds',
    help: 'For how long the completer should have looked at the most overdue payment already',
    query: `SELECT greatest(0, coalesce(extract(epoch FROM now() - min(next_check_at)), 0)) AS value FROM orders
            WHERE payment_state IN ('capturing', 'pending')`,
  },
  {
    name: 'sale_claims',
    help: 'Tracks by who has them',
    labels: ['state'],
    query: `SELECT state, count(product_id) AS value FROM unnest(ARRAY['free', 'reserved', 'capturing', 'sold']) AS state
            LEFT JOIN sale_claims USING (state) GROUP BY state`,
  },
  {
    name: 'payment_differences_open',
    help: 'Differences between our books and those of PayPal that nobody has looked at',
    query: 'SELECT count(*) AS value FROM payment_differences WHERE looked_at IS NULL AND gone_at IS NULL',
  },
  {
    name: 'reconciliation_last_success_timestamp_seconds',
    help: 'When our books were last compared with those of PayPal; 0: never',
    query: `SELECT coalesce(extract(epoch FROM max(finished_at)), 0) AS value FROM reconciliations WHERE outcome = 'done'`,
  },
];
