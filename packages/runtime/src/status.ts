import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoint, type Endpoint } from '@shop/http';
import type { Broker } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { putBack, type Acted } from './operators/put-back';

export const { version } = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as { version: string };

type StatusParts = { source: DataSource; broker: Broker; acted: Acted; more: (source: DataSource) => Promise<object> };

const PutBack = z.strictObject({ reaction: z.string(), adminId: z.int() });

/** The calls with which the gateway, and only the gateway, asks for a service's status and puts parked deliveries back. */
export const statusEndpoints = ({ source, broker, acted, more }: StatusParts): Endpoint[] => [
  endpoint({
    method: 'get',
    path: '/internal/status',
    who: 'gateway',
    summary: 'Version, lag and parked deliveries of this service',
    handle: async () => ({ version, broker: broker.connected(), ...(await backlogOf(source)), ...(await more(source)) }),
  }),
  endpoint({
    method: 'post',
    path: '/internal/parked/put-back',
    who: 'gateway',
    summary: 'Tries the parked deliveries of one reaction again, in the name of an administrator',
    body: PutBack,
    handle: async ({ body }) => ({ putBack: await putBack(source, acted, body) }),
  }),
];

type Backlog = { pending: number; unsent: number; waiting: number; late: number; parked: object[] };

async function backlogOf(source: DataSource) {
  const [row] = await source.query<[Backlog]>(
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
