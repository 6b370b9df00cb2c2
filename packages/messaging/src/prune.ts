import type { DataSource, EntityManager } from 'typeorm';
import type { EventKind } from './subscriptions';

const KEPT = '30 days';

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
  // one moment for all that follows, and as text, which loses nothing of it
  const [{ before }] = await source.query<[{ before: string }]>(`SELECT (now() - interval '1 hour')::text AS before`);
  const sent = 'NOT blanked AND sent_at < $1';
  await source.query(`UPDATE outbox SET data = '{}' WHERE ${sent} AND type = ANY($2)`, [before, whole]);
  for (const [type, names] of Object.entries(fields))
    await source.query(
      `UPDATE outbox SET data = ${without('data', '$2')} WHERE ${sent} AND type = $3 AND data::text ~ ($2 || '[^"]')`,
      [before, opening(names), type],
    );
  await source.query(`UPDATE outbox SET blanked = true WHERE ${sent}`, [before]);
  await source.query(
    `UPDATE inbox SET body = jsonb_set(body, '{data}', '{}')
     WHERE type = ANY($1) AND received_at < $2 AND body -> 'data' <> '{}'`,
    [whole, before],
  );
}

/**
 * Somebody is erased: what came in about them and could not be handled yet loses its secret fields too. It is handled without them, or
 * stays parked without them. `ids` are what messages name them by: `{ userId: [7], orderId: [12, 13] }`.
 */
export async function forgetInInbox(
  db: EntityManager,
  { fields }: Secrets,
  ids: Record<string, readonly number[]>,
): Promise<void> {
  const named = Object.entries(ids)
    .filter(([, of]) => of.length > 0)
    .map(([field, of]) => `"${field}": (${of.join('|')})[,}]`)
    .join('|');
  if (named === '') return;
  for (const [type, names] of Object.entries(fields))
    await db.query(`UPDATE inbox SET body = ${without('body', '$1')} WHERE body IS NOT NULL AND type = $2 AND body::text ~ $3`, [
      opening(names),
      type,
      named,
    ]);
}

/** Works on the text of the JSON, so that it finds a field at any depth; inside of texts its quotes would be escaped. */
const opening = (names: readonly string[]) => `(?<!\\\\)("(?:${names.join('|')})": )"`;

const without = (column: string, pattern: string) =>
  `regexp_replace(${column}::text, ${pattern} || '(?:[^"\\\\]|\\\\.)+"', '\\1""', 'g')::jsonb`;
