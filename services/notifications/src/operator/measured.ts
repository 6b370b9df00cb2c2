import { countedBy, type MeasuredRows } from '@shop/runtime';
import { RECIPIENT } from '../mails/refusal';

const RECIPIENT_REFUSED = `coalesce(reason, '') LIKE '${RECIPIENT}%'`;

/** What operators see of mails. */
export const measured: MeasuredRows[] = [
  {
    name: 'mails',
    help: 'Mails of the last 30 days by how far they are',
    labels: ['state'],
    query: `${countedBy('mails', 'state', ['waiting', 'sent'])}
            UNION ALL SELECT 'failed', count(*) FROM mails WHERE state = 'failed' AND NOT ${RECIPIENT_REFUSED}
            UNION ALL SELECT 'refused', count(*) FROM mails WHERE state = 'failed' AND ${RECIPIENT_REFUSED}`,
  },
  {
    name: 'mails_oldest_seconds',
    help: 'Age of the oldest mail that is not sent yet, without those whose own recipient is refused for now',
    query: `SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0) AS value FROM mails
            WHERE state = 'waiting' AND NOT ${RECIPIENT_REFUSED}`,
  },
];
