import { useEffect } from 'react';
import { useAppStore } from '../../lib/hooks';
import { persistently } from '../../lib/loading/persistently';

/** How long the stream waits, so that the page itself loads first. The server repeats the messages sent meanwhile. */
const START_AFTER_MS = 1500;

/** Removes sold tracks from the open page, and follows logins in other windows. When its code cannot be loaded, the page stays as it is. */
export function LiveTracks() {
  const store = useAppStore();
  useEffect(() => {
    let stop: (() => void) | null = null;
    let left = false;
    const start = async () => {
      const { followOthers } = await persistently(() => import('../live/follow-others'));
      if (!left) stop = followOthers(store);
    };
    const timer = setTimeout(() => void start().catch(() => {}), START_AFTER_MS);
    return () => {
      left = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [store]);
  return null;
}
