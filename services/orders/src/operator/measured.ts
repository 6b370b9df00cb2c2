import { countedBy, type MeasuredRows } from '@shop/runtime';
import { IS_UNDER_WAY } from '../payment-states';

export const measuredRows: MeasuredRows[] = [
  {
    name: 'payments_unsettled',
    help: 'Payments whose end nobody knows yet (capturing, pending) or that wait for a person (review)',
    labels: ['state'],
    query: countedBy('orders', 'payment_state', ['capturing', 'pending', 'review']),
  },
  {
    name: 'payments_overdue_seconds',
    help: 'For how long the completer should have looked at the most overdue payment already',
    query: `SELECT greatest(0, coalesce(extract(epoch FROM now() - min(next_check_at)), 0)) AS value FROM orders
            WHERE ${IS_UNDER_WAY}`,
  },
  {
    name: 'sale_claims',
    help: 'Tracks by who has them',
    labels: ['state'],
    query: countedBy('sale_claims', 'state', ['free', 'reserved', 'capturing', 'sold']),
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
