import { MUSIC_KEYS, type KeyMode, type MusicKey } from '@shop/contracts/constants';
import FFT from 'fft.js';
import { PRINT_RATE } from '../../fingerprints/fingerprint';
import { cutFrames, hannWindow } from '../../fingerprints/frames';

/** The key of a recording. `fits` says how well each tonic fits by its better mode, −1 to 1, in the order of MUSIC_KEYS. */
export type KeyEstimate = { tonic: MusicKey; mode: KeyMode; fits: readonly number[] };

/** A second and a half: it tells semitones apart from the lowest note on. */
const FRAME = 8192;
const HOP = FRAME / 2;
const HERTZ = { from: 55, to: 2000 } as const;
const FIRST_BIN = Math.ceil((HERTZ.from * FRAME) / PRINT_RATE);
const LAST_BIN = Math.floor((HERTZ.to * FRAME) / PRINT_RATE);
/** A note stands out by so much from the mean of so many bins on either side of it. */
const STANDS_OUT = 3;
const AROUND = 40;

const SEMITONES = 12;
const SCALES = { major: [0, 2, 4, 5, 7, 9, 11], minor: [0, 2, 3, 5, 7, 8, 10] } as const;
/** From A1 to B6. */
const NOTES = 63;
const STEPS_PER_SEMITONE = 10;

/** A recording that is shorter has no clear key. */
const LEAST_SECONDS = 14;
/** How much the notes must lie on semitones, 0 to 1: those of noise and drums lie anywhere. */
const LEAST_TUNED = 0.3;
/** By how many semitones the pitch may be off concert pitch; half way to the next key, nobody can say which it is. */
const MOST_DETUNED = 0.35;
/** How many notes of the octave there are, each with what share of the strongest: a drone and its overtones are no key. */
const LEAST_NOTES = 5;
const LEAST_SHARE = 0.15;
/** How well the best key must fit, and by how much better than one that it contradicts. */
const LEAST_FIT = 0.7;
const LEAST_MARGIN = 0.5;

/** How well each semitone above the tonic fits a key, as listeners judged in the experiments of Krumhansl and Kessler (1982). */
const PROFILES = {
  major: [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88],
  minor: [6.33, 2.68, 3.52, 5.38, 2.6, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17],
} as const;

const WINDOW = hannWindow(FRAME);

/**
 * Estimates the key of a recording while it is read: the notes that stand out of its spectrum from 55 to 2,000 Hz, folded into one octave,
 * against the profiles of the 24 keys. It takes mono samples at `PRINT_RATE`.
 */
export function createKeyFinder() {
  const fft = new FFT(FRAME);
  const spectrum = fft.createComplexArray();
  const frame = new Float32Array(FRAME);
  const levels = new Float64Array(LAST_BIN + AROUND + 2);
  const sums = new Float64Array(levels.length + 1);
  /** How loud the notes of a frame are: of the many lines that a beat gives to a note, the strongest counts. */
  const weights = new Float64Array(NOTES);
  const pitches = new Float64Array(NOTES);
  /** The weights of all frames in one octave, which begins at A. */
  const octave = new Float64Array(SEMITONES * STEPS_PER_SEMITONE);
  let frames = 0;

  const addFrame = (recent: Float32Array) => {
    for (let i = 0; i < FRAME; i += 1) frame[i] = (recent[i] ?? 0) * (WINDOW[i] ?? 0);
    fft.realTransform(spectrum, frame);
    for (let bin = FIRST_BIN - AROUND; bin < levels.length; bin += 1) {
      const [real, imaginary] = [spectrum[2 * bin] ?? 0, spectrum[2 * bin + 1] ?? 0];
      levels[bin] = Math.sqrt(real * real + imaginary * imaginary);
      sums[bin + 1] = (sums[bin] ?? 0) + (levels[bin] ?? 0);
    }
    for (let bin = FIRST_BIN; bin <= LAST_BIN; bin += 1) {
      const [lower, level, higher] = [levels[bin - 1] ?? 0, levels[bin] ?? 0, levels[bin + 1] ?? 0];
      if (level <= lower || level < higher) continue;
      const mean = ((sums[bin + AROUND + 1] ?? 0) - (sums[bin - AROUND] ?? 0)) / (2 * AROUND + 1);
      if (level < STANDS_OUT * mean) continue;
      // The top of the parabola through three bins.
      const exactBin = bin + (higher - lower) / (4 * level - 2 * lower - 2 * higher);
      const pitch = SEMITONES * Math.log2((exactBin * PRINT_RATE) / FRAME / HERTZ.from);
      const note = Math.round(pitch);
      const weight = Math.sqrt(level);
      if (weight <= (weights[note] ?? 0)) continue;
      weights[note] = weight;
      pitches[note] = pitch;
    }
    for (const [note, weight] of weights.entries()) {
      const step = modulo(Math.round((pitches[note] ?? 0) * STEPS_PER_SEMITONE), octave.length);
      octave[step] = (octave[step] ?? 0) + weight;
    }
    weights.fill(0);
    frames += 1;
  };

  return {
    add: cutFrames(FRAME, HOP, addFrame),
    /** @returns nothing where no key is clear, as in noise, drums and drones */
    finish: (): KeyEstimate | undefined => (frames * HOP < LEAST_SECONDS * PRINT_RATE ? undefined : estimateFrom(octave)),
  };
}

function estimateFrom(octave: Float64Array): KeyEstimate | undefined {
  const notes = notesIn(octave);
  if (!notes) return undefined;
  const strongest = Math.max(...notes);
  if (notes.filter((weight) => weight >= LEAST_SHARE * strongest).length < LEAST_NOTES) return undefined;
  const fitsOf = (mode: KeyMode) => MUSIC_KEYS.map((_, tonic) => correlation(PROFILES[mode], rotate(notes, tonic)));
  const [major, minor] = [fitsOf('major'), fitsOf('minor')];
  const fits = major.map((fit, tonic) => Math.max(fit, minor[tonic] ?? 0));
  const best = Math.max(...fits);
  const at = fits.indexOf(best);
  const tonic = MUSIC_KEYS[at];
  if (tonic === undefined || best < LEAST_FIT) return undefined;
  return { tonic, mode: best === major[at] ? 'major' : 'minor', fits };
}

/** The weights of the twelve notes from A on, however the recording is tuned; nothing where they lie on no semitones. */
function notesIn(octave: Float64Array): number[] | undefined {
  let [real, imaginary, total] = [0, 0, 0];
  for (const [step, weight] of octave.entries()) {
    const angle = (2 * Math.PI * step) / STEPS_PER_SEMITONE;
    real += weight * Math.cos(angle);
    imaginary += weight * Math.sin(angle);
    total += weight;
  }
  const detuning = Math.atan2(imaginary, real) / (2 * Math.PI);
  if (Math.hypot(real, imaginary) < LEAST_TUNED * total || total === 0 || Math.abs(detuning) > MOST_DETUNED) return undefined;
  const notes = MUSIC_KEYS.map(() => 0);
  for (const [step, weight] of octave.entries()) {
    const pitch = step / STEPS_PER_SEMITONE - detuning;
    const note = modulo(Math.round(pitch), SEMITONES);
    // What lies between two semitones belongs to neither.
    notes[note] = (notes[note] ?? 0) + weight * Math.cos(Math.PI * (pitch - Math.round(pitch))) ** 2;
  }
  return notes;
}

/**
 * Whether a recording is clearly in another key than is said of it. Only a tonic outside of the scale contradicts it: one inside is that of
 * the relative key, a fifth up or down, or of another mode, such as Dorian, all of which are easily taken for each other.
 */
export function contradictsKey({ tonic, mode, fits }: KeyEstimate, declaredKey: MusicKey): boolean {
  const [from, to] = [MUSIC_KEYS.indexOf(tonic), MUSIC_KEYS.indexOf(declaredKey)];
  if (SCALES[mode].some((steps) => (from + steps) % SEMITONES === to)) return false;
  return (fits[from] ?? 0) - (fits[to] ?? 0) >= LEAST_MARGIN;
}

const modulo = (value: number, divisor: number) => ((value % divisor) + divisor) % divisor;
const rotate = (notes: readonly number[], by: number) => [...notes.slice(by), ...notes.slice(0, by)];

/** Pearson's, −1 to 1. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const centred = (values: readonly number[]) => {
    const mean = values.reduce((x, y) => x + y, 0) / values.length;
    return values.map((value) => value - mean);
  };
  const [x, y] = [centred(a), centred(b)];
  const product = (v: readonly number[], w: readonly number[]) => v.reduce((sum, value, i) => sum + value * (w[i] ?? 0), 0);
  return product(x, y) / (Math.sqrt(product(x, x) * product(y, y)) || 1);
}
