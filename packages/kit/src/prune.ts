import type { DataSource } from 'typeorm';

const KEPT = '30 days';

/**
 * Sent and handled rows go after 30 days; events with a code or token are blanked an hour after they were
 * sent, or came in and could not be handled (design, Names).
 */
export async function prune(source: DataSource, secretTypes: readonly string[]): Promise<void> {
  await source.query(`DELETE FROM outbox WHERE sent_at < now() - interval '${KEPT}'`);
  await source.query(`DELETE FROM inbox WHERE state = 'done' AND received_at < now() - interval '${KEPT}'`);
  await source.query(`DELETE FROM rate_limits WHERE expire < $1`, [Date.now()]);
  await source.query(
    `UPDATE outbox SET data = '{}' WHERE type = ANY($1) AND sent_at < now() - interval '1 hour' AND data <> '{}'`,
    [secretTypes],
  );
  await source.query(
    `UPDATE inbox SET body = jsonb_set(body, '{data}', '{}')
     WHERE type = ANY($1) AND received_at < now() - interval '1 hour' AND body -> 'data' <> '{}'`,
    [secretTypes],
  );
}
