import MusicTempo from 'music-tempo';
import { TEMPO_RATE } from './tempo-rate';

/** How many seconds are analysed. A minute gives the tempo as well as the whole track does. */
const HEARD_SECONDS = 60;
/**
 * The tempo of a recording in beats per minute; null when there is no beat. `samples` are mono, at TEMPO_RATE. Only a minute from
 * the middle is analysed.
 */
export function tempoOf(samples: Float32Array): number | null {
  const length = HEARD_SECONDS * TEMPO_RATE;
  const from = Math.max(0, Math.floor((samples.length - length) / 2));
  try {
    const analysis = new MusicTempo(samples.subarray(from, from + length));
    const bpm = Number(analysis.tempo);
    return Number.isFinite(bpm) && bpm > 0 ? bpm : null;
  } catch {
    // The library throws when it finds no beat, as in silence.
    return null;
  }
}
