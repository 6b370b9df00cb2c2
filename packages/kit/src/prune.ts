import type { DataSource } from 'typeorm';
import type { EventKind } from './subscriptions';

const KEPT = '30 days';
const AN_HOUR_AGO = `now() - interval '1 hour'`;

export type Secrets = {
  /** Types of events that are blanked whole. */
  whole: readonly string[];
  /** Types of which only these fields are blanked. */
  fields: Record<string, readonly string[]>;
};

export const secretsOf = (events: readonly EventKind[]): Secrets => ({
  whole: events.filter(({ secret }) => secret === true).map(({ type }) => type),
  fields: Object.fromEntries(events.flatMap(({ type, secret }) => (typeof secret === 'object' ? [[type, secret]] : []))),
});

/**
 * Sent and handled rows go after 30 days. An hour after they were sent, events with a code or token are blanked, and so are the secret
 * fields of others. What came in and could not be handled keeps its secret fields, for it is still to be handled; an event that is
 * secret as a whole is worthless by then and is blanked there too.
 */
export async function prune(source: DataSource, { whole, fields }: Secrets): Promise<void> {
  await source.query(`DELETE FROM outbox WHERE sent_at < now() - interval '${KEPT}'`);
  await source.query(`DELETE FROM inbox WHERE state = 'done' AND received_at < now() - interval '${KEPT}'`);
  await source.query(`DELETE FROM rate_limits WHERE expire < $1`, [Date.now()]);
  await source.query(`UPDATE outbox SET data = '{}' WHERE type = ANY($1) AND sent_at < ${AN_HOUR_AGO} AND data <> '{}'`, [whole]);
  await source.query(
    `UPDATE inbox SET body = jsonb_set(body, '{data}', '{}')
     WHERE type = ANY($1) AND received_at < ${AN_HOUR_AGO} AND body -> 'data' <> '{}'`,
    [whole],
  );
  for (const [type, names] of Object.entries(fields)) await blankFields(source, type, names);
}

/** Works on the text of the JSON, so that it finds a field at any depth; inside of texts its quotes would be escaped. */
const blankFields = (source: DataSource, type: string, names: readonly string[]) =>
  source.query(
    `UPDATE outbox SET data = regexp_replace(data::text, $2 || '(?:[^"\\\\]|\\\\.)+"', '\\1""', 'g')::jsonb
     WHERE type = $1 AND sent_at < ${AN_HOUR_AGO} AND data::text ~ ($2 || '[^"]')`,
    [type, `(?<!\\\\)("(?:${names.join('|')})": )"`],
  );
