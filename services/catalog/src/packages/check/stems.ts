import FFT from 'fft.js';
import { openSound, type Sound, type StoredFile } from './sound';

/** How the stems together compare with the mix: `residual` is what differs, in dB of the mix, and `atSeconds` where it is loudest. */
type Comparison = { residual: number; atSeconds: number; suspicion?: string };

/** Three seconds at 44.1 kHz, in which the delay between two recordings is found. */
const WINDOW = 2 ** 17;
const FFT_SIZE = 2 * WINDOW;
const FRAMES_AT_ONCE = 16_384;
/** Below it nothing more is looked for. */
const GOOD = -40;
/** Above it the stem is looked for that spoils the sum. */
const BAD = -12;
/** A stem that is so much quieter than the mix where it differs is no suspect. */
const AUDIBLE = 0.001;

/**
 * Compares the sum of the stems with the unmastered mix, after one delay and one gain for all. Recordings are read forward, together, in
 * memory that does not grow with their length; up to four times where the stems do not sum.
 *
 * @param aroundSeconds where the mix is loud, so that a delay can be found there
 * @param onFrames is told how many frames of each recording were read
 * @returns with a suspicion which stem is missing, late or inverted, where that can be told
 */
export async function compareStems(
  mix: StoredFile,
  stems: readonly StoredFile[],
  { aroundSeconds, onFrames = () => {} }: { aroundSeconds: number; onFrames?: (frames: number) => void },
): Promise<Comparison> {
  const first = await measure(mix, stems, { delay: 0, aroundSeconds, onFrames });
  if (first.residual <= GOOD) return first;
  const delay = delayBetween(first.mix, add(first.stems));
  const second = delay === 0 ? first : await measure(mix, stems, { delay, aroundSeconds, onFrames });
  const [best, delayOfBest] = second.residual < first.residual ? [second, delay] : [first, 0];
  const { residual, atSeconds } = best;
  if (residual <= BAD) return { residual, atSeconds };
  const paths = stems.map(({ path }) => path);
  // A loud stem that is late alone may have been taken for the delay of all.
  for (const delayOfAll of new Set([delayOfBest, 0])) {
    const there = await measure(mix, stems, { delay: delayOfAll, aroundSeconds: atSeconds - 1, onFrames });
    const suspicion = suspicionIn(there.mix, there.stems, paths);
    if (suspicion !== undefined) return { residual, atSeconds, suspicion };
  }
  return { residual, atSeconds };
}

type Plan = { delay: number; aroundSeconds: number; onFrames: (frames: number) => void };
/** The mix and each stem in mono, some seconds of them. */
type MixAndStems = Comparison & { mix: Float32Array; stems: Float32Array[] };

/** Reads all at once, the mix `delay` frames later than the stems. */
async function measure(
  mix: StoredFile,
  stems: readonly StoredFile[],
  { delay, aroundSeconds, onFrames }: Plan,
): Promise<MixAndStems> {
  const openSounds: Sound[] = [];
  const open = async (file: StoredFile) => {
    const sound = await openSound(file);
    openSounds.push(sound);
    return { read: readFrames(sound), window: new Float32Array(WINDOW), sound };
  };
  try {
    const whole = await open(mix);
    const parts: Awaited<ReturnType<typeof open>>[] = [];
    for (const stem of stems) parts.push(await open(stem));
    const { sampleRate, seconds } = whole.sound;
    await skip(whole.read, delay);
    for (const part of parts) await skip(part.read, -delay);

    const length = Math.round(seconds * sampleRate) - Math.max(0, delay);
    const from = Math.max(0, Math.min(length - WINDOW, Math.round(aroundSeconds * sampleRate)));
    const energies = Array.from({ length: Math.ceil(length / sampleRate) }, () => ({ mix: 0, both: 0, sum: 0 }));
    const sum: Stereo = [new Float32Array(FRAMES_AT_ONCE), new Float32Array(FRAMES_AT_ONCE)];
    for (let at = 0; at < length; at += FRAMES_AT_ONCE) {
      const count = Math.min(FRAMES_AT_ONCE, length - at);
      for (const side of sum) side.fill(0);
      for (const { read, window } of parts) {
        const [left, right] = await read(count);
        addTo(sum[0], left);
        addTo(sum[1], right);
        copyMono(window, [left, right], at - from);
      }
      const block = await whole.read(count);
      copyMono(whole.window, block, at - from);
      for (const side of [0, 1] as const) addEnergies(energies, { at, sampleRate }, block[side], sum[side]);
      onFrames(count);
    }
    return { ...comparisonOf(energies), mix: whole.window, stems: parts.map(({ window }) => window) };
  } finally {
    for (const sound of openSounds) await sound.close();
  }
}

type Stereo = readonly [left: Float32Array, right: Float32Array];
type Read = (count: number) => Promise<Stereo>;

const EMPTY = new Float32Array(0);
const inStereo = ([left = EMPTY, right = left]: readonly Float32Array[]): Stereo => [left, right];

/** Reads a recording in blocks of any length, in stereo, with silence behind its end. A block holds until the next one is read. */
function readFrames(sound: Sound): Read {
  const blocks = sound.blocks();
  const out = inStereo([new Float32Array(FRAMES_AT_ONCE), new Float32Array(FRAMES_AT_ONCE)]);
  let rest = inStereo([]);
  return async (count) => {
    let fill = 0;
    while (fill < count) {
      if (rest[0].length === 0) {
        const next = await blocks.next();
        if (next.done) break;
        rest = inStereo(next.value);
        continue;
      }
      const takenFrames = Math.min(count - fill, rest[0].length);
      for (const side of [0, 1] as const) out[side].set(rest[side].subarray(0, takenFrames), fill);
      rest = [rest[0].subarray(takenFrames), rest[1].subarray(takenFrames)];
      fill += takenFrames;
    }
    for (const side of out) side.fill(0, fill);
    return [out[0].subarray(0, count), out[1].subarray(0, count)];
  };
}

async function skip(read: Read, frames: number) {
  for (let left = frames; left > 0; left -= FRAMES_AT_ONCE) await read(Math.min(left, FRAMES_AT_ONCE));
}

type Energies = { mix: number; both: number; sum: number };

function addEnergies(
  seconds: Energies[],
  { at, sampleRate }: { at: number; sampleRate: number },
  ofMix: Float32Array,
  ofSum: Float32Array,
) {
  for (let i = 0; i < ofMix.length;) {
    const second = Math.floor((at + i) / sampleRate);
    const to = Math.min(ofMix.length, (second + 1) * sampleRate - at);
    let [mix, both, sum] = [0, 0, 0];
    for (; i < to; i += 1) {
      const m = ofMix[i] ?? 0;
      const s = ofSum[i] ?? 0;
      mix += m * m;
      both += m * s;
      sum += s * s;
    }
    const energies = seconds[second];
    if (!energies) return;
    energies.mix += mix;
    energies.both += both;
    energies.sum += sum;
  }
}

function comparisonOf(seconds: readonly Energies[]): Comparison {
  const total = (field: keyof Energies) => seconds.reduce((sum, each) => sum + each[field], 0);
  const gain = total('sum') === 0 ? 0 : total('both') / total('sum');
  const left = ({ mix, both, sum }: Energies) => Math.max(0, mix - 2 * gain * both + gain * gain * sum);
  const differing = seconds.map(left);
  const rest = differing.reduce((a, b) => a + b, 0);
  return {
    residual: 10 * Math.log10(Math.max(rest / total('mix'), 1e-12)),
    atSeconds: differing.indexOf(differing.reduce((a, b) => Math.max(a, b), 0)),
  };
}

/** Copies the part of a block that lies in the window, which begins `-at` frames behind it. The sides count unequally, so that they never cancel. */
function copyMono(window: Float32Array, [left, right]: Stereo, at: number) {
  const to = Math.min(left.length, window.length - at);
  for (let i = Math.max(0, -at); i < to; i += 1) window[at + i] = 0.6 * (left[i] ?? 0) + 0.4 * (right[i] ?? 0);
}

function addTo(sum: Float32Array, part: Float32Array, gain = 1) {
  for (let i = 0; i < part.length; i += 1) sum[i] = (sum[i] ?? 0) + gain * (part[i] ?? 0);
}

function add(parts: readonly Float32Array[], gains?: readonly number[]): Float32Array {
  const sum = new Float32Array(WINDOW);
  for (const [i, part] of parts.entries()) addTo(sum, part, gains?.[i]);
  return sum;
}

let sharedFft: FFT | undefined;

/**
 * By how many frames `a` comes later than `b`: the peak of their cross-correlation, where every frequency counts alike, so that a beat
 * is not taken for the one before.
 */
function delayBetween(a: Float32Array, b: Float32Array): number {
  // Its tables take longer to make than a transform.
  const fft = (sharedFft ??= new FFT(FFT_SIZE));
  const { abs, hypot } = Math;
  const spectrumOf = (samples: Float32Array) => {
    const paddedWindow = new Float32Array(FFT_SIZE);
    paddedWindow.set(samples);
    const spectrum = fft.createComplexArray();
    fft.realTransform(spectrum, paddedWindow);
    fft.completeSpectrum(spectrum);
    return spectrum;
  };
  const [x, y] = [spectrumOf(a), spectrumOf(b)];
  const cross = fft.createComplexArray();
  let sum = 0;
  for (let i = 0; i < cross.length; i += 2) {
    const [a, b, c, d] = [x[i] ?? 0, x[i + 1] ?? 0, y[i] ?? 0, y[i + 1] ?? 0];
    cross[i] = a * c + b * d;
    cross[i + 1] = b * c - a * d;
    sum += hypot(cross[i] ?? 0, cross[i + 1] ?? 0);
  }
  if (sum === 0) return 0;
  // What is too quiet to have a phase does not count.
  const floor = (1e-3 * sum) / FFT_SIZE;
  for (let i = 0; i < cross.length; i += 2) {
    const [real, imaginary] = [cross[i] ?? 0, cross[i + 1] ?? 0];
    const weight = 1 / (hypot(real, imaginary) + floor);
    cross[i] = real * weight;
    cross[i + 1] = imaginary * weight;
  }
  const correlation = fft.createComplexArray();
  fft.inverseTransform(correlation, cross);
  let [best, delay] = [0, 0];
  for (let shift = -WINDOW / 2; shift <= WINDOW / 2; shift += 1) {
    const value = abs(correlation[2 * ((shift + FFT_SIZE) % FFT_SIZE)] ?? 0);
    if (value > best) [best, delay] = [value, shift];
  }
  return delay;
}

/** Gives each stem the gain with which all of them come closest to the mix; the one whose gain stands out is the suspect. */
function suspicionIn(mix: Float32Array, stems: readonly Float32Array[], paths: readonly string[]): string | undefined {
  const energy = dot(mix, mix);
  const audible = stems
    .map((stem, i) => ({ stem, path: paths[i] ?? '', energy: dot(stem, stem) }))
    .filter((part) => part.energy > AUDIBLE * energy);
  if (audible.length < 2) return undefined;
  const parts = audible.map(({ stem }) => stem);
  const gains = gainsOf(mix, parts);
  const usual = [...gains].sort((a, b) => a - b)[Math.floor(gains.length / 2)] ?? 0;
  if (usual <= 0) return undefined;
  const suspects = audible
    .map((part, index) => ({ ...part, index, ratio: (gains[index] ?? 0) / usual }))
    .filter(({ ratio }) => ratio < 0.5 || ratio > 2)
    .sort((a, b) => b.energy - a.energy);
  const [suspect] = suspects;
  if (!suspect) return 'The stems that are here fit, so that one is likely missing.';
  if (suspects.length > audible.length / 2) return undefined;
  const { path, ratio, stem, index } = suspect;
  if (ratio < -0.5) return `“${path}” is likely inverted (its polarity is turned around).`;
  if (ratio > 2) return `“${path}” is likely much quieter here than in the unmastered version.`;
  const rest = add([mix, ...parts], [1, ...gains.map((gain, i) => (i === index ? 0 : -gain))]);
  const shift = delayBetween(rest, stem);
  const common = shift >= 0 ? dot(rest.subarray(shift), stem) : dot(rest, stem.subarray(-shift));
  const likeness = common / Math.sqrt(dot(rest, rest) * suspect.energy);
  if (shift !== 0 && likeness > 0.5) return `“${path}” likely begins ${milliseconds(shift)} too ${shift < 0 ? 'late' : 'early'}.`;
  return ratio > 0.3
    ? `“${path}” is likely much louder here than in the unmastered version.`
    : `“${path}” is likely not in the unmastered version as it is here: another take, or a channel that was muted.`;
}

/** The gains of least squares, by elimination; a little is added to the diagonal, so that equal stems have an answer too. */
function gainsOf(mix: Float32Array, parts: readonly Float32Array[]): number[] {
  const rows = parts.map((a) => Float64Array.from([...parts.map((b) => dot(a, b)), dot(a, mix)]));
  const ridge = (1e-4 * rows.reduce((sum, row, i) => sum + (row[i] ?? 0), 0)) / rows.length;
  for (const [i, row] of rows.entries()) row[i] = (row[i] ?? 0) + ridge;
  for (const [i, pivot] of rows.entries())
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = (row[i] ?? 0) / (pivot[i] ?? 1);
      for (let k = i; k < row.length; k += 1) row[k] = (row[k] ?? 0) - factor * (pivot[k] ?? 0);
    }
  return rows.map((row, i) => (row.at(-1) ?? 0) / (row[i] ?? 1));
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

const milliseconds = (frames: number) => `${Math.max(1, Math.round((Math.abs(frames) / 44_100) * 1000))} ms`;
