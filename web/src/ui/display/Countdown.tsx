import { useEffect, useState } from 'react';
import { serverNow } from '#lib/time/server-clock.ts';

const two = (count: number) => String(count).padStart(2, '0');

/** Milliseconds as `14:07`, or as `23:14:07` from an hour on. */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/**
 * The time that is left until an instant, by the server's clock, second by second. It stands beside a sentence that names the
 * instant: screen readers hear that one alone, and whoever asks for less motion sees it alone.
 */
export function Countdown({ until }: { until: string }) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  const remainingMs = Date.parse(until) - now;
  if (!(remainingMs > 0)) return null;
  return (
    <span className="countdown mono" aria-hidden>
      {clockText(remainingMs)} left
    </span>
  );
}
