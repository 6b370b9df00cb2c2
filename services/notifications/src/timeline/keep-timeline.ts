import { ALL_EVENTS, subjectOf, TIMELINE_QUEUE } from '@shop/contracts/events';
import type { Broker } from '@shop/messaging';
import DataLoader from 'dataloader';
import { ERASED, type TimelineArchive } from './archive';
import { entryOf, type Entry } from './entry';

/** Deliveries that arrive together are written together. */
const MOST_AT_ONCE = 200;
/** How long an event may lag behind the erasure of the account that it is about. */
const LATE_DAYS = 60;
const DAY_MS = 86_400_000;

/**
 * Keeps every event of every service. The archive has a queue of its own, so that no mail waits for it. What cannot be written goes back to
 * the queue, and an event that comes twice is kept once.
 */
export function keepTimeline(broker: Broker, archive: TimelineArchive) {
  const writer = new DataLoader<Entry, Entry>(
    async (entries) => {
      await archive.keep(entries);
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

const accountsErasedBy = (entries: readonly Entry[]) =>
  entries.filter(({ type }) => type === ERASED).flatMap(({ subjects }) => subjects.map((key) => subjectOf(key).id));

/** Removes entries that are older than `days`, and those that came about accounts after these were erased. */
export async function tidyTimeline(archive: TimelineArchive, days: number, now = new Date()): Promise<void> {
  const daysAgo = (count: number) => new Date(now.getTime() - count * DAY_MS);
  await archive.prune(daysAgo(days));
  for (const account of await archive.erasedSince(daysAgo(LATE_DAYS))) await archive.forget(account);
}
