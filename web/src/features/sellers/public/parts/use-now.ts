import { useEffect, useState } from 'react';

const EVERY_MS = 30_000;

/** The present time, moved on every half minute: clocks on a page that stays open go on. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
