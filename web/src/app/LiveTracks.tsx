import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { persistently } from '../lib/persistently';
import type { makeStore } from './store';

/** What happened before is told again, so this need not compete with the page itself. */
const START_AFTER_MS = 1500;

/** Tracks that are sold leave the open page; without the code for it the page simply stays as it is. */
export function LiveTracks() {
  const store = useStore() as ReturnType<typeof makeStore>;
  useEffect(() => {
    let stop: (() => void) | null = null;
    let left = false;
    const start = async () => {
      const { followTracks } = await persistently(() => import('./live/follow-tracks'));
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
