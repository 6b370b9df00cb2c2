import type { Page } from '@shop/contracts/views';
import { useEffect, useState } from 'react';
import { lastWhileFetching } from '#lib/last-while-fetching.ts';

const VOLUME = 0.5;
type Rows = Pick<Page<{ audio: string }>, 'data'>;

/**
 * Plays one recording at a time from a table, without counting plays. It stops when its row leaves the table or the page closes.
 */
export function useListen(list: { data?: Rows; currentData?: Rows; isFetching: boolean }) {
  const [playing, setPlaying] = useState<string | null>(null);
  const rows = lastWhileFetching(list).data?.data ?? [];
  if (playing !== null && !rows.some(({ audio }) => audio === playing)) setPlaying(null);
  useEffect(() => {
    if (playing === null) return;
    const audio = new Audio(playing);
    audio.volume = VOLUME;
    let isCancelled = false;
    const stop = () => {
      if (!isCancelled) setPlaying(null);
    };
    // A media key, a headset or a call pauses it too.
    for (const event of ['pause', 'ended', 'error']) audio.addEventListener(event, stop);
    audio.play().catch(stop);
    return () => {
      isCancelled = true;
      audio.pause();
    };
  }, [playing]);
  return { playing, toggle: (source: string) => setPlaying((before) => (before === source ? null : source)) };
}
export type Listen = ReturnType<typeof useListen>;
