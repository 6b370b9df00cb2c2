import { useEffect, useState } from 'react';

const EVERY_MS = 30_000;

/** The present time, updated every half minute, so that clocks on an open page go on. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
