import { countedBy, type MeasuredRows } from '@shop/runtime';

/** What operators see of mails. */
export const measured: MeasuredRows[] = [
  {
    name: 'mails',
    help: 'Mails of the last 30 days by how far they are',
    labels: ['state'],
    query: countedBy('mails', 'state', ['waiting', 'sent', 'failed']),
  },
  {
    name: 'mails_oldest_seconds',
    help: 'Age of the oldest mail that is not sent yet',
    query: `SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0) AS value FROM mails WHERE state = 'waiting'`,
  },
];
