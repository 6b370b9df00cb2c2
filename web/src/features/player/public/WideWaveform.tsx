import { useEffect, useState } from 'react';
import { Waveform } from '#ui/display/Waveform.tsx';
import { useProgress } from './audio';
import { loadPeaks } from './peaks';
import type { Playable } from './playable';
import { waveOf } from './wave-of';

type Track = Pick<Playable, 'wave' | 'peaks' | 'duration'>;

/** A waveform across the page: at once the coarse one of the lists, then the fine one when its peaks have loaded. */
export function WideWaveform({ track, bars, current }: { track: Track; bars: number; current: boolean }) {
  const wave = useFineWave(track, bars);
  return current ? <Played wave={wave} duration={track.duration} /> : <Waveform wave={wave} />;
}

const Played = ({ wave, duration }: { wave: string; duration: number }) => (
  <Waveform wave={wave} progress={useProgress(duration)} />
);

function useFineWave({ peaks, wave }: Track, bars: number): string {
  const [fine, setFine] = useState<{ of: Track['peaks']; wave: string } | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    void loadPeaks({ peaks, wave }, controller.signal).then((values) => {
      if (!controller.signal.aborted && values.length >= bars) setFine({ of: peaks, wave: waveOf(values, bars) });
    });
    return () => controller.abort();
  }, [peaks, wave, bars]);
  return fine?.of === peaks ? fine.wave : wave;
}
