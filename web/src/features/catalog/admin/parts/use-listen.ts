import { useEffect, useState } from 'react';

const VOLUME = 0.5;

/** Plays one recording at a time from a table, without counting plays. Leaving the page stops it. */
export function useListen() {
  const [playing, setPlaying] = useState<string | null>(null);
  useEffect(() => {
    if (playing === null) return;
    const audio = new Audio(playing);
    audio.volume = VOLUME;
    const stop = () => setPlaying(null);
    audio.addEventListener('ended', stop);
    audio.addEventListener('error', stop);
    audio.play().catch(() => undefined);
    return () => {
      audio.removeEventListener('ended', stop);
      audio.removeEventListener('error', stop);
      audio.pause();
    };
  }, [playing]);
  return { playing, toggle: (source: string) => setPlaying((before) => (before === source ? null : source)) };
}
export type Listen = ReturnType<typeof useListen>;
