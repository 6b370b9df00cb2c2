import { countedBy, type MeasuredRows } from '@shop/runtime';

const MANY_REFUSED = 10;

export const measuredRows: MeasuredRows[] = [
  {
    name: 'mails',
    help: 'Mails of the last 30 days by how far they are',
    labels: ['state'],
    query: `${countedBy('mails', 'state', ['waiting', 'sent'])}
            UNION ALL SELECT 'failed', count(*) FROM mails WHERE state = 'failed' AND NOT refused_recipient
            UNION ALL SELECT 'refused', count(*) FROM mails WHERE state = 'failed' AND refused_recipient`,
  },
  {
    name: 'mails_oldest_seconds',
    help: 'Age of the oldest mail that is not sent yet, without the few whose own recipient is refused for now',
    // When many recipients are refused, the server is at fault and not the recipients, so their mails count.
    query: `SELECT coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE NOT refused_recipient OR refusals >= ${MANY_REFUSED})), 0) AS value
            FROM (SELECT created_at, refused_recipient, count(*) FILTER (WHERE refused_recipient) OVER () AS refusals
                  FROM mails WHERE state = 'waiting') AS waiting`,
  },
];
