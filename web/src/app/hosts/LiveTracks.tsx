import { useEffect } from 'react';
import { useAppStore } from '../../lib/hooks';
import { persistently } from '../../lib/loading/persistently';

/** The server repeats what happened before, so this can wait until the page itself has loaded. */
const START_AFTER_MS = 1500;

/** Tracks that are sold leave the open page; without the code for it the page simply stays as it is. */
export function LiveTracks() {
  const store = useAppStore();
  useEffect(() => {
    let stop: (() => void) | null = null;
    let left = false;
    const start = async () => {
      const { followTracks } = await persistently(() => import('../live/follow-tracks'));
      if (!left) stop = followTracks(store);
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
