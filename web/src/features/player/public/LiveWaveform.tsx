import { Waveform } from '../../../ui/display/Waveform';
import { useProgress } from './audio';

/** The small waveform of the row whose track is playing. */
export function LiveWaveform({ wave, duration }: { wave: string; duration: number }) {
  return <Waveform wave={wave} progress={useProgress(duration)} />;
}
