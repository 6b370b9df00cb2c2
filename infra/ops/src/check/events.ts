import type { Fact } from '@shop/runtime';
import { SERVICES } from '../services';
import { rowIn, type Invariant } from './invariant';
import type { List, ReadFacts } from './read-facts';

/** Seconds. An event that was sent this long ago and is not handled is in no queue any more. */
const LOST_AFTER = 600;

type Reaction = { service: string; reaction: string; since: number };

/** The reactions to each type of event, and when each service got them. */
async function reactionsOf(read: ReadFacts): Promise<Map<string, Reaction[]>> {
  const byType = new Map<string, Reaction[]>();
  for (const service of SERVICES)
    for await (const { type, reaction, since } of read(`${service}.reactions`)) {
      const reactions = byType.get(String(type)) ?? [];
      byType.set(String(type), [...reactions, { service, reaction: String(reaction), since: Number(since) }]);
    }
  return byType;
}

const listsOf = (name: string) => SERVICES.map((service): List => `${service}.${name}`);
const SENT = listsOf('events-sent');

/** Every event that was sent must have a row in the inbox of each service that hears it, for each of its reactions. */
export const EVENTS: Invariant = {
  name: 'event-is-handled',
  says: 'Every event that a service sent was handled by each reaction of the others, or waits for another try or an operator.',
  from: [...SENT, ...listsOf('events-handled')],
  judge: async (read, underWay, before) => {
    const reactions = await reactionsOf(read);
    const now = Date.now() / 1000;
    return (rows) => {
      const from = SENT.find((list) => rows[list]);
      if (!from) return null;
      const { type, sent } = rows[from] as Fact & { type: string; sent: number };
      const handledReactions = (service: string) =>
        (rowIn(rows, `${service}.events-handled` as List)?.reactions ?? []) as string[];
      const missing = (reactions.get(type) ?? []).filter(
        ({ service, reaction, since }) => sent > since && !handledReactions(service).includes(reaction),
      );
      if (missing.length === 0) return null;
      if (sent < now - LOST_AFTER)
        return `${type} was never handled by ${missing.map(({ service, reaction }) => `${service} ${reaction}`).join(', ')}`;
      // A busy shop sends events all the time: events from just now do not explain an earlier difference.
      if (sent < before) for (const { service } of missing) underWay.add(service);
      return null;
    };
  },
};
