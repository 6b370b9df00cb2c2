import { ALL_EVENTS, subjectOf, TIMELINE_QUEUE } from '@shop/contracts/events';
import type { Broker } from '@shop/messaging';
import DataLoader from 'dataloader';
import { ACTED, ERASED, type TimelineArchive } from './archive';
import { entryOf, type Entry } from './entry';

/** Deliveries that arrive together are written together. */
const MOST_AT_ONCE = 200;
/** For how long entries that were written while their account was erased are looked at again. */
const LATE_DAYS = 60;
const DAY_MS = 86_400_000;

/**
 * Stores every event of every service once. The archive has a queue of its own, so that no mail waits for it; events that cannot be
 * written go back to it. An erased account is left out of later entries, and entries about it alone are not stored.
 */
export function archiveTimeline(broker: Broker, archive: TimelineArchive) {
  const writer = new DataLoader<Entry, Entry>(
    async (entries) => {
      const erasedIds = new Set(await archive.erasedAmong(entries.flatMap(accountsIn)));
      await archive.keep(entries.flatMap((entry) => withoutErased(entry, erasedIds)));
      for (const account of accountsErasedBy(entries)) await archive.forget(account);
      return entries;
    },
    { cache: false, maxBatchSize: MOST_AT_ONCE },
  );
  return broker.subscribe(
    TIMELINE_QUEUE,
    ALL_EVENTS.map(({ type }) => type),
    async (message) => void (await writer.load(entryOf(message))),
  );
}

const accountOf = (key: string) => {
  const { kind, id } = subjectOf(key);
  return kind === 'account' ? [id] : [];
};
const actorOf = ({ type, facts: { adminId } }: Entry) => (type === ACTED && typeof adminId === 'number' ? [adminId] : []);
const accountsIn = (entry: Entry) => [...entry.subjects.flatMap(accountOf), ...actorOf(entry)];

/** The entry without erased accounts; none if it is about erased accounts alone. */
function withoutErased(entry: Entry, erasedIds: ReadonlySet<number>): Entry[] {
  if (!accountsIn(entry).some((id) => erasedIds.has(id))) return [entry];
  const subjects = entry.subjects.filter((key) => !accountOf(key).some((id) => erasedIds.has(id)));
  if (subjects.length === 0 && entry.subjects.length > 0) return [];
  const facts = actorOf(entry).some((id) => erasedIds.has(id)) ? { ...entry.facts, adminId: null } : entry.facts;
  return [{ ...entry, subjects, facts }];
}

const accountsErasedBy = (entries: readonly Entry[]) =>
  entries.filter(({ type }) => type === ERASED).flatMap(({ subjects }) => subjects.map((key) => subjectOf(key).id));

/** Deletes entries that are older than `days`, and those about accounts that were erased while the entry was written. */
export async function tidyTimeline(archive: TimelineArchive, days: number, now = new Date()): Promise<void> {
  const daysAgo = (count: number) => new Date(now.getTime() - count * DAY_MS);
  await archive.prune(daysAgo(days));
  for (const account of await archive.erasedSince(daysAgo(LATE_DAYS))) await archive.forget(account);
}
