import { useEffect, useState } from 'react';
import { serverNow } from './server-clock';

const EVERY_MS = 30_000;

/** The present time by the server's clock, updated every half minute, so that clocks on an open page go on. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
