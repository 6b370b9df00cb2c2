import type { MeasuredRows } from '@shop/runtime';

/** What operators see of logins, of the last check of the invariants between the services, and of the last backup. */
export const measured: MeasuredRows[] = [
  {
    name: 'sessions',
    help: 'Sessions that have not ended',
    query: 'SELECT count(*) AS value FROM sessions WHERE expires_at > now()',
  },
  {
    name: 'invariant_violations',
    help: 'Rows that broke an invariant when it was last checked (npm run ops -- check)',
    labels: ['invariant'],
    query: 'SELECT invariant, violations AS value FROM invariant_checks',
  },
  {
    name: 'invariants_checked_timestamp_seconds',
    help: 'When the invariant whose check is the oldest was last checked; 0: never',
    query: 'SELECT coalesce(extract(epoch FROM min(checked_at)), 0) AS value FROM invariant_checks',
  },
  {
    name: 'backup_last_timestamp_seconds',
    help: 'When the shop was last backed up; 0: never',
    query: 'SELECT coalesce(extract(epoch FROM max(finished_at)), 0) AS value FROM backups',
  },
];
