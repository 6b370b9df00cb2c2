/* oxlint-disable typescript/no-non-null-assertion -- every index stays inside its signal or pattern; a branch for each sample would say nothing */
import { MUSIC_KEYS, type KeyMode } from '@shop/contracts/constants';
import { pick } from '../random';
import type { LoopFacts } from './loop-facts';
import type { Style } from './styles';

const SCALES = { minor: [0, 2, 3, 5, 7, 8, 10], major: [0, 2, 4, 5, 7, 9, 11] } as const;

/** Degrees of the scale, one in each bar. Each progression begins or ends on the tonic, so that a listener hears the key. */
const PROGRESSIONS: Record<KeyMode, number[][]> = {
  minor: [
    [0, 5, 2, 6],
    [0, 3, 5, 4],
    [0, 0, 5, 6],
    [0, 5, 3, 6],
    [0, 2, 5, 3],
    [0, 6, 5, 6],
  ],
  major: [
    [0, 4, 5, 3],
    [0, 5, 3, 4],
    [0, 2, 3, 3],
    [0, 3, 5, 4],
  ],
};

export const CYCLE_BARS = 4;

/** The chords of four bars, as MIDI notes: bass roots from E2 up (voices add the octave below), and chord notes close to middle C. */
export type Harmony = { roots: number[]; chords: number[][]; scale: number[]; tonic: number };

export function harmonyOf({ music_key, key_mode }: LoopFacts, style: Style, random: () => number): Harmony {
  // MUSIC_KEYS begins at A, which is pitch class 9.
  const tonic = (MUSIC_KEYS.indexOf(music_key) + 9) % 12;
  const scale = SCALES[key_mode].map((step) => (tonic + step) % 12);
  const degrees = style.harmony === 'static' ? [0, 0, 0, pick(random, [0, 5, 6])] : pick(random, PROGRESSIONS[key_mode]);
  const tones = style.sevenths ? [0, 2, 4, 6] : [0, 2, 4];
  const chords = degrees.map((degree) => tones.map((tone) => near(scale[(degree + tone) % 7]!, 62)).sort((a, b) => a - b));
  return { roots: degrees.map((degree) => within(scale[degree]!, 40)), chords, scale, tonic };
}

/** The note of this pitch class that is nearest to `centre`. */
const near = (pitchClass: number, centre: number) => centre - 6 + ((((pitchClass - centre + 6) % 12) + 12) % 12);

/** The first note of this pitch class from `lowest` up. */
export const within = (pitchClass: number, lowest: number) => lowest + ((((pitchClass - lowest) % 12) + 12) % 12);
