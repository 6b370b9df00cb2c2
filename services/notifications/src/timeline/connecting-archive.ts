import { unavailable } from '@shop/http';
import { retry, type Log } from '@shop/runtime';
import type { TimelineArchive } from './archive';

const AWAY = 'The timeline is not available right now. Please try again in a moment.';

/**
 * An archive that is opened while the service runs, and tried again until it opens, because no mail waits for it. Until then every
 * call is refused as an outage: events go back to their queue, and the page says that the timeline is away.
 */
export function connectingArchive(
  open: (signal: AbortSignal) => Promise<TimelineArchive>,
  log: Log,
  pauseMs = 5000,
): TimelineArchive {
  const closing = new AbortController();
  let openArchive: TimelineArchive | undefined;
  const opening = retry(() => open(closing.signal), {
    ...{ withinMs: Infinity, pauseMs, signal: closing.signal },
    onFailure: (err) => log.warn({ err }, 'the timeline waits for its database'),
  }).then(
    (archive) => void (openArchive = archive),
    () => {}, // closed before it was there
  );
  const there = () => {
    if (!openArchive) throw unavailable(AWAY);
    return openArchive;
  };

  return {
    keep: async (entries) => there().keep(entries),
    find: async (filter, window) => there().find(filter, window),
    forget: async (accountId) => there().forget(accountId),
    erasedAmong: async (accountIds) => there().erasedAmong(accountIds),
    erasedSince: async (moment) => there().erasedSince(moment),
    prune: async (before) => there().prune(before),
    async close() {
      closing.abort();
      await opening;
      await openArchive?.close();
    },
  };
}
