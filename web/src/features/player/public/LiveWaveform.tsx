import { Waveform } from '#ui/display/Waveform.tsx';
import { useProgress } from './audio';

export function LiveWaveform({ wave, duration }: { wave: string; duration: number }) {
  return <Waveform wave={wave} progress={useProgress(duration)} />;
}
