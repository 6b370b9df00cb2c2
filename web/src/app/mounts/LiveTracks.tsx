import { useEffect } from 'react';
import { useAppStore } from '#lib/hooks.ts';
import { withRetry } from '#lib/loading/with-retry.ts';

/** The stream waits so long, so that the page itself loads first. The gateway repeats the messages of that time. */
const START_AFTER_MS = 1500;

/** Removes sold tracks from the open page, and follows logins in other windows. Without its code, the page stays as it is. */
export function LiveTracks() {
  const store = useAppStore();
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isCancelled = false;
    const start = async () => {
      const { followOthers } = await withRetry(() => import('../live/follow-others'));
      if (!isCancelled) stop = followOthers(store);
    };
    const timer = setTimeout(() => void start().catch(() => {}), START_AFTER_MS);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [store]);
  return null;
}
