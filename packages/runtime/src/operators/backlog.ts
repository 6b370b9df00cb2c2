import type { DataSource } from 'typeorm';

type ParkedMessages = { reaction: string; type: string; count: number; since: string; reason: string };
type Row = { pending: number; unsent: number; waiting: number; late: number; parked: ParkedMessages[] };

/**
 * The backlog of a service: unsent events in its outbox and waiting deliveries, with the age of the oldest in seconds; the parked
 * ones by reaction and event, with the time of the oldest and the reason of the newest.
 */
export async function backlogOf(source: DataSource) {
  const [row] = await source.query<[Row]>(
    `SELECT (SELECT count(*)::int FROM outbox WHERE sent_at IS NULL) AS pending,
            (SELECT coalesce(extract(epoch FROM clock_timestamp() - min(occurred_at)), 0)::float FROM outbox WHERE sent_at IS NULL) AS unsent,
            (SELECT count(*)::int FROM inbox WHERE state = 'waiting') AS waiting,
            (SELECT coalesce(extract(epoch FROM clock_timestamp() - min(received_at)), 0)::float FROM inbox WHERE state = 'waiting') AS late,
            (SELECT coalesce(json_agg(one ORDER BY one.since), '[]') FROM (
               SELECT reaction, type, count(*)::int AS count,
                      to_char(min(received_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS since,
                      coalesce((array_agg(reason ORDER BY received_at DESC))[1], '') AS reason
               FROM inbox WHERE state = 'parked' GROUP BY reaction, type) AS one) AS parked`,
  );
  const { pending, unsent, waiting, late, parked } = row;
  return { outbox: { pending, oldestSeconds: unsent }, inbox: { waiting, oldestSeconds: late }, parked };
}
