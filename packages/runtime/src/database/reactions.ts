import { namesOf, type Subscription } from '@shop/messaging';
import type { DataSource } from 'typeorm';

/** How often in a row, a minute apart, a replica must have named its own reactions before it removes others. */
const IN_A_ROW = 6;

/**
 * Records that a replica has these reactions, and removes those that no replica has named for five minutes, with their waiting
 * deliveries (docs/decisions/0037-two-releases-one-queue.md). A replica removes reactions only after it has named its own all
 * that time, because an outage of the database makes all of them old.
 * @returns a function to call at the service's start, even while the broker is away, and every minute
 */
export function reactionsKeeper(source: DataSource, subscriptions: readonly Subscription[]): () => Promise<void> {
  let namedCount = 0;
  return async () => {
    const before = namedCount;
    namedCount = 0;
    await source.query(NAME, namesOf(subscriptions));
    namedCount = before + 1;
    if (namedCount >= IN_A_ROW) await source.query(REMOVE_GONE);
  };
}

const NAME = `INSERT INTO reactions (type, reaction, since)
  SELECT type, reaction, CASE WHEN EXISTS (SELECT FROM reactions) THEN now() + interval '10 seconds' ELSE now() END
  FROM unnest($1::text[], $2::text[]) AS named (type, reaction)
  ORDER BY type, reaction ON CONFLICT (type, reaction) DO UPDATE SET seen_at = now()`;

const REMOVE_GONE = `WITH gone AS (DELETE FROM reactions WHERE seen_at < now() - interval '5 minutes' RETURNING type, reaction)
  UPDATE inbox SET state = 'done', body = NULL, reason = NULL FROM gone
  WHERE inbox.type = gone.type AND inbox.reaction = gone.reaction AND state = 'waiting' AND attempts = 0`;
