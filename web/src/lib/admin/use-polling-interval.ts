import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../calls/api';
import { useAppDispatch } from '../hooks';

/** A page without input for so long counts as abandoned. */
const ABANDONED_MS = 5 * 60_000;
const INPUT = ['pointermove', 'pointerdown', 'wheel', 'keydown'];

/**
 * The polling interval of a query: `everyMs` while somebody uses the page, and 0, which is never, while it is hidden or
 * abandoned. Otherwise its calls would keep the session alive for ever. Queries with `refetchOnFocus` are asked at once when the
 * user is back.
 */
export function usePollingInterval(everyMs: number): number {
  const [isUsed, setUsed] = useState(true);
  const dispatch = useAppDispatch();
  const refresh = useEffectEvent(() => {
    if (!isUsed) dispatch(api.internalActions.onFocus());
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const checkVisibility = () => {
      const isInFront = document.visibilityState === 'visible';
      clearTimeout(timer);
      if (isInFront) {
        timer = setTimeout(() => setUsed(false), ABANDONED_MS);
        refresh();
      }
      setUsed(isInFront);
    };
    checkVisibility();
    document.addEventListener('visibilitychange', checkVisibility);
    for (const input of INPUT) window.addEventListener(input, checkVisibility, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', checkVisibility);
      for (const input of INPUT) window.removeEventListener(input, checkVisibility, { capture: true });
    };
  }, []);

  return isUsed ? everyMs : 0;
}
