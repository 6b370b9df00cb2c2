import { countedBy, type MeasuredRows } from '@shop/runtime';
import { RECIPIENT } from '../mails/refusal';

const RECIPIENT_REFUSED = `coalesce(reason, '') LIKE '${RECIPIENT}%'`;
const MANY_REFUSED = 10;

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
    help: 'Age of the oldest mail that is not sent yet, without the few whose own recipient is refused for now',
    // When many recipients are refused, the server is at fault and not the recipients, so their mails count.
    query: `SELECT coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE NOT refused OR refusals >= ${MANY_REFUSED})), 0) AS value
            FROM (SELECT created_at, ${RECIPIENT_REFUSED} AS refused, count(*) FILTER (WHERE ${RECIPIENT_REFUSED}) OVER () AS refusals
                  FROM mails WHERE state = 'waiting') AS waiting`,
  },
];
