import type { EventKind } from '@shop/declare';
import { allowLong, queryLong } from '@shop/postgres';
import type { DataSource, EntityManager } from 'typeorm';

const KEPT = '30 days';

type Secrets = {
  /** The types of events that are blanked as a whole, and for how many hours their code or token is valid. */
  whole: Record<string, number>;
  /** The fields that are blanked in the other types. */
  fields: Record<string, readonly string[]>;
};

/** The secrets that the declarations of these events name. */
export const secretsOf = (events: readonly EventKind[]): Secrets => ({
  whole: Object.fromEntries(events.flatMap(({ type, secret, holdsHours = 1 }) => (secret === true ? [[type, holdsHours]] : []))),
  fields: Object.fromEntries(events.flatMap(({ type, secret }) => (typeof secret === 'object' ? [[type, secret]] : []))),
});

/**
 * Removes sent and handled rows after 30 days, and secret contents an hour after sending: the whole event with a code or token, or
 * its secret fields. A waiting event in the inbox keeps secret fields, because a reaction needs them, and a code or token while it
 * is valid.
 */
export async function prune(source: DataSource, { whole, fields }: Secrets): Promise<void> {
  await queryLong(source, `DELETE FROM outbox WHERE sent_at < now() - interval '${KEPT}'`);
  await queryLong(source, `DELETE FROM inbox WHERE state = 'done' AND received_at < now() - interval '${KEPT}'`);
  // All statements use one moment; as text it keeps its full precision.
  const [{ before }] = await source.query<[{ before: string }]>(`SELECT (now() - interval '1 hour')::text AS before`);
  const sentCondition = 'NOT blanked AND sent_at < $1';
  await queryLong(source, `UPDATE outbox SET data = '{}' WHERE ${sentCondition} AND type = ANY($2)`, [
    before,
    Object.keys(whole),
  ]);
  for (const [type, names] of Object.entries(fields))
    await queryLong(
      source,
      `UPDATE outbox SET data = ${without('data', '$2')} WHERE ${sentCondition} AND type = $3 AND data::text ~ ($2 || '[^"]')`,
      [before, opening(names), type],
    );
  await queryLong(source, `UPDATE outbox SET blanked = true WHERE ${sentCondition}`, [before]);
  await queryLong(
    source,
    `UPDATE inbox SET ${BLANKED} FROM unnest($1::text[], $2::int[]) AS secret (type, hours)
     WHERE body IS NOT NULL AND inbox.type = secret.type AND received_at < now() - make_interval(hours => hours) AND body -> 'data' <> '{}'`,
    [Object.keys(whole), Object.values(whole)],
  );
}

const BLANKED = `body = jsonb_set(body, '{data}', '{}')`;

/**
 * Removes the secret fields of an erased person from events that are not handled yet. Such an event is then handled without them,
 * or stays parked, like one that was secret as a whole. `ids` are the ids by which messages name the person: `{ userId: [7],
 * orderId: [12, 13] }`.
 */
export async function forgetInInbox(
  db: EntityManager,
  { whole, fields }: Secrets,
  ids: Record<string, readonly number[]>,
): Promise<void> {
  const pattern = Object.entries(ids)
    .filter(([, of]) => of.length > 0)
    .map(([field, of]) => `"${field}": (${of.join('|')})[,}]`)
    .join('|');
  if (pattern === '') return;
  await allowLong(db.queryRunner);
  await db.query(`UPDATE inbox SET ${BLANKED} WHERE body IS NOT NULL AND type = ANY($1) AND body::text ~ $2`, [
    Object.keys(whole),
    pattern,
  ]);
  for (const [type, names] of Object.entries(fields))
    await db.query(`UPDATE inbox SET body = ${without('body', '$1')} WHERE body IS NOT NULL AND type = $2 AND body::text ~ $3`, [
      opening(names),
      type,
      pattern,
    ]);
}

/**
 * A pattern for the start of a field, searched in the text of the JSON so that it finds the field at any depth. Inside strings the quotes
 * would be escaped, so it does not match there.
 */
const opening = (names: readonly string[]) => `(?<!\\\\)("(?:${names.join('|')})": )"`;

const without = (column: string, pattern: string) =>
  `regexp_replace(${column}::text, ${pattern} || '(?:[^"\\\\]|\\\\.)+"', '\\1""', 'g')::jsonb`;
