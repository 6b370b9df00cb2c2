import type { DataSource } from 'typeorm';
import type { Message } from './brokers/broker';
import { jsonb } from './jsonb';
import { namesOf, type Subscription } from './subscriptions';

/** How long an answer is used, in milliseconds: less than the ten seconds after which a new reaction counts (`reactions.since`). */
const HOLDS_MS = 2_000;

/**
 * The reactions of another release of the service, which runs beside this one and takes deliveries from the same queue. It skips
 * reactions that no replica has named for four minutes: they are removed a minute later, and so are the deliveries left for them.
 */
const ELSEWHERE = `SELECT type, reaction FROM reactions
  WHERE seen_at > now() - interval '4 minutes' AND (type, reaction) NOT IN (SELECT * FROM unnest($1::text[], $2::text[]))`;

type Reactions = readonly { type: string; reaction: string }[];

/**
 * Leaves deliveries to the reactions of another release, as waiting rows of the inbox, so that a new reaction misses no event
 * during a roll-out (docs/decisions/0037-two-releases-one-queue.md).
 * @returns a function for these messages. It throws when the database cannot store them; the broker then delivers again.
 */
export function leaveToOtherReleases(source: DataSource, subscriptions: readonly Subscription[]) {
  const ownNames = namesOf(subscriptions);
  let elsewhere: Promise<Reactions> = Promise.resolve([]);
  let askedAt = -Infinity;

  const ask = () => {
    if (performance.now() - askedAt < HOLDS_MS) return elsewhere;
    askedAt = performance.now();
    elsewhere = source.query<Reactions>(ELSEWHERE, ownNames);
    elsewhere.catch(() => (askedAt = -Infinity));
    return elsewhere;
  };

  return async (messages: readonly Message[]): Promise<void> => {
    const otherReactions = await ask();
    const entries = messages.flatMap((message) =>
      otherReactions.filter(({ type }) => type === message.type).map(({ reaction }) => ({ reaction, message })),
    );
    if (entries.length === 0) return;
    await source.query(
      `INSERT INTO inbox (reaction, message_id, type, state, body, next_try_at, reason)
       SELECT reaction, message_id, type, 'waiting', body, now(), 'Only another release has this reaction.'
       FROM unnest($1::text[], $2::uuid[], $3::text[], $4::jsonb[]) AS left_over (reaction, message_id, type, body)
       ON CONFLICT DO NOTHING`,
      [
        entries.map(({ reaction }) => reaction),
        entries.map(({ message }) => message.id),
        entries.map(({ message }) => message.type),
        entries.map(({ message }) => jsonb(message)),
      ],
    );
  };
}

/**
 * SQL that says whether this release tries a row of the inbox: it has the reaction to that type, or no running release has it. Its
 * $2 and $3 are `namesOf` its own subscriptions.
 */
export const IS_OURS = `((type, reaction) IN (SELECT * FROM unnest($2::text[], $3::text[])) OR NOT EXISTS (
  SELECT FROM reactions WHERE reactions.type = inbox.type AND reactions.reaction = inbox.reaction))`;
