import { useEffect, useState } from 'react';

/** The remaining seconds of a wait, and a function that restarts it. It uses the clock, so a sleeping tab does not stretch it. */
export function useCountdown(seconds: number): [left: number, restart: () => void] {
  const [endsAt, setEndsAt] = useState(() => Date.now() + seconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const running = secondsLeft > 0;

  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);

  const restart = () => {
    setNow(Date.now());
    setEndsAt(Date.now() + seconds * 1000);
  };
  return [secondsLeft, restart];
}
