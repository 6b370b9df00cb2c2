import type { MeasuredRows } from '@shop/runtime';

/** What operators see of mails. */
export const measured: MeasuredRows[] = [
  {
    name: 'mails',
    help: 'Mails of the last 30 days by how far they are',
    labels: ['state'],
    query: `SELECT state, count(id) AS value FROM unnest(ARRAY['waiting', 'sending', 'sent', 'failed']) AS state
            LEFT JOIN mails USING (state) GROUP BY state`,
  },
  {
    name: 'mails_oldest_seconds',
    help: 'Age of the oldest mail that is not sent yet',
    query: `SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0) AS value FROM mails WHERE state IN ('waiting', 'sending')`,
  },
];
