import type { MeasuredRows } from '@shop/runtime';

/** What operators see of logins. */
export const measured: MeasuredRows[] = [
  {
    name: 'sessions',
    help: 'Sessions that have not ended',
    query: 'SELECT count(*) AS value FROM sessions WHERE expires_at > now()',
  },
];
