import { createHash } from 'node:crypto';
import FFT from 'fft.js';
import { cutFrames, hannWindow } from './frames';

/** The name of the algorithm with its version: prints of two algorithms are never compared. A change of either computes all anew. */
export const ALGORITHM = 'shop-bands-1';

/** The print of a recording: `words` has one for each 46 ms, 0 where it is silent or a steady tone. */
export type Fingerprint = { words: Int32Array };

/** Samples per second of the sound that a print is made of. */
export const PRINT_RATE = 5512.5;
const FRAME = 2048;
const HOP = 256;
export const WORDS_PER_SECOND = PRINT_RATE / HOP;
const BANDS = 33;
const HERTZ = { from: 120, to: 2000 } as const;
/** A frame that is so much quieter than full scale has no word. */
const SILENCE = 1e-7;
/** The share of the energy that must move between two frames. */
const STEADY = 0.002;
/** The low-pass keeps what lies below 2 kHz free of what is folded down. */
const CUT_HERTZ = 2600;
const HALF_SECONDS = 0.0012;
/** How finely the low-pass is tabulated between two samples. */
const STEPS = 32;

/**
 * Makes the print of a recording while it is read, in memory that grows by 86 bytes a second. After Haitsma and Kalker (2002): the energies
 * of 33 bands from 120 to 2,000 Hz, each a bit wider than the one below; a word has the signs of 32 differences of neighbours, in band
 * and time (docs/product/fingerprints.md#the-algorithm).
 * @param onSamples given the sound that the print is made of: mono, at `PRINT_RATE`, without what lies above 2.6 kHz
 */
export function createFingerprint(sampleRate: number, onSamples?: (samples: Float32Array) => void) {
  const fft = new FFT(FRAME);
  const spectrum = fft.createComplexArray();
  const frame = new Float32Array(FRAME);
  const bins = bandBins();
  const lowpass = createDecimator(sampleRate);
  let before: Float64Array | undefined;
  const words: number[] = [];

  const addFrame = (recent: Float32Array) => {
    before ??= new Float64Array(BANDS);
    let energy = 0;
    for (let i = 0; i < FRAME; i += 1) {
      const sample = recent[i] ?? 0;
      energy += sample * sample;
      frame[i] = sample * (WINDOW[i] ?? 0);
    }
    if (energy / FRAME < SILENCE) {
      words.push(0);
      before = new Float64Array(BANDS);
      return;
    }
    fft.realTransform(spectrum, frame);
    const bands = energiesOf(spectrum, bins);
    words.push(isSteady(bands, before) ? 0 : wordOf(bands, before) || 1);
    before = bands;
  };
  const addToFrames = cutFrames(FRAME, HOP, addFrame);

  return {
    /** Takes the next samples, each channel for itself. */
    add(channels: readonly Float32Array[]) {
      const samples = lowpass(channels);
      onSamples?.(samples);
      addToFrames(samples);
    },
    finish: (): Fingerprint => ({ words: Int32Array.from(words.slice(1)) }),
  };
}

const WINDOW = hannWindow(FRAME);

/** The first bin of each band, and the one behind the last. */
const bandBins = () =>
  Array.from({ length: BANDS + 1 }, (_, band) => {
    const hertz = HERTZ.from * (HERTZ.to / HERTZ.from) ** (band / BANDS);
    return Math.round((hertz * FRAME) / PRINT_RATE);
  });

function energiesOf(spectrum: readonly number[], bins: readonly number[]): Float64Array {
  const energies = new Float64Array(BANDS);
  for (let band = 0; band < BANDS; band += 1) {
    let sum = 0;
    for (let bin = bins[band] ?? 0; bin < (bins[band + 1] ?? 0); bin += 1) {
      const [real, imaginary] = [spectrum[2 * bin] ?? 0, spectrum[2 * bin + 1] ?? 0];
      sum += real * real + imaginary * imaginary;
    }
    energies[band] = sum;
  }
  return energies;
}

/** Whether nothing changes: a tone, whose signs would be those of rounding. */
function isSteady(bands: Float64Array, before: Float64Array): boolean {
  let [change, sum] = [0, 0];
  for (let band = 0; band < BANDS; band += 1) {
    change += Math.abs((bands[band] ?? 0) - (before[band] ?? 0));
    sum += bands[band] ?? 0;
  }
  return change < STEADY * sum;
}

function wordOf(bands: Float64Array, before: Float64Array): number {
  let word = 0;
  for (let band = 0; band < BANDS - 1; band += 1) {
    const now = (bands[band] ?? 0) - (bands[band + 1] ?? 0);
    const then = (before[band] ?? 0) - (before[band + 1] ?? 0);
    word = (word << 1) | (now > then ? 1 : 0);
  }
  return word | 0;
}

/** Makes mono of 5,512.5 Hz from blocks of any rate, by a low-pass at the places of the new samples. */
function createDecimator(sampleRate: number) {
  const ratio = sampleRate / PRINT_RATE;
  const half = Math.max(2, Math.ceil(HALF_SECONDS * sampleRate));
  const kernel = kernelOf(sampleRate, half);
  let carry = new Float32Array(2 * half);
  /** The place of the next new sample in `carry` and what follows. */
  let at = half;
  return (channels: readonly Float32Array[]): Float32Array => {
    const count = channels[0]?.length ?? 0;
    const input = new Float32Array(carry.length + count);
    input.set(carry);
    const gain = 1 / Math.max(1, channels.length);
    for (const channel of channels)
      for (let i = 0, to = carry.length; i < count; i += 1, to += 1) input[to] = (input[to] ?? 0) + gain * (channel[i] ?? 0);
    const output: number[] = [];
    for (; at + half < input.length; at += ratio) {
      const whole = Math.floor(at);
      const step = Math.floor((at - whole) * STEPS);
      let sum = 0;
      for (let i = -half + 1; i <= half; i += 1) sum += (input[whole + i] ?? 0) * (kernel[(i + half) * STEPS - step] ?? 0);
      output.push(sum);
    }
    const from = Math.max(0, Math.floor(at) - half);
    carry = input.slice(from);
    at -= from;
    return Float32Array.from(output);
  };
}

/** A windowed sinc of unit gain, at every `1 / STEPS` of a sample from `-half` to `half`. */
function kernelOf(sampleRate: number, half: number): Float32Array {
  const cut = Math.min(0.45, CUT_HERTZ / sampleRate);
  const kernel = Float32Array.from({ length: 2 * half * STEPS + 1 }, (_, i) => {
    const x = i / STEPS - half;
    const sinc = x === 0 ? 1 : Math.sin(2 * Math.PI * cut * x) / (2 * Math.PI * cut * x);
    return 2 * cut * sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / half));
  });
  return kernel;
}

/** A print as bytes: each word in 4, the lowest first. */
export const bytesOf = ({ words }: Fingerprint): Buffer => {
  const bytes = Buffer.alloc(words.length * 4);
  for (const [at, word] of words.entries()) bytes.writeInt32LE(word, at * 4);
  return bytes;
};

export const fingerprintOf = (bytes: Uint8Array): Fingerprint => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { words: Int32Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => view.getInt32(at * 4, true)) };
};

/** SHA-256 of the algorithm's name and the print's bytes, in hex: what certificates state. */
export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(`${ALGORITHM}\n`).update(bytes).digest('hex');

/** The least share of different words in music. */
const FEWEST_DIFFERENT = 0.3;

/** Whether a recording says too little to be told from others: a tone, a hum, silence. Music hardly repeats a word. */
export function isMonotonous({ words }: Fingerprint): boolean {
  const soundingWords = words.filter((word) => word !== 0);
  return new Set(soundingWords).size <= FEWEST_DIFFERENT * soundingWords.length;
}

/** Of recordings that are longer, a part of the words is kept. */
const CLIP_SECONDS = 60;
const KEPT_OF_TRACKS = 4;

/** The words by which a recording is found: none of what says too little, all of a clip; of a track those whose hash says so, wherever the sound begins. */
export function searchWords(fingerprint: Fingerprint): number[] {
  if (isMonotonous(fingerprint)) return [];
  const { words } = fingerprint;
  const all = new Set(words);
  all.delete(0);
  if (words.length <= CLIP_SECONDS * WORDS_PER_SECOND) return [...all];
  return [...all].filter((word) => (Math.imul(word, 0x9e3779b1) >>> 16) % KEPT_OF_TRACKS === 0);
}
