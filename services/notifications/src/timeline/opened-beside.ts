import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from '@shop/http';
import type { Log } from '@shop/runtime';
import type { TimelineArchive } from './archive';

const AWAY = 'The timeline is not available right now. Please try again in a moment.';

/**
 * An archive that is opened beside the service, tried again until it is there, because no mail waits for it. Until then every call is
 * refused as an outage: what is to be kept goes back to its queue, and the page says that the timeline is away.
 */
export function openedBeside(open: () => Promise<TimelineArchive>, log: Log, pauseMs = 5000): TimelineArchive {
  const closing = new AbortController();
  let opened: TimelineArchive | undefined;
  const opening = openUntilClosed();
  const there = () => {
    if (!opened) throw unavailable(AWAY);
    return opened;
  };

  async function openUntilClosed() {
    while (!opened && !closing.signal.aborted) {
      try {
        opened = await open();
      } catch (error) {
        log.warn({ err: error }, 'the timeline waits for its database');
        await pause(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      }
    }
  }

  return {
    keep: async (entries) => there().keep(entries),
    find: async (filter, window) => there().find(filter, window),
    forget: async (accountId) => there().forget(accountId),
    erasedSince: async (moment) => there().erasedSince(moment),
    prune: async (before) => there().prune(before),
    async close() {
      closing.abort();
      await opening;
      await opened?.close();
    },
  };
}
