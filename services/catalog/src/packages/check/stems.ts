import FFT from 'fft.js';
import { openSound, type Sound, type StoredFile } from './sound';

/** How the stems together compare with the mix: `residual` is what differs, in dB of the mix, and `atSeconds` where it is loudest. */
export type Comparison = { residual: number; atSeconds: number; suspicion?: string };

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
  const delay = delayBetween(
    first.window[0]!,
    add(
      first.window.slice(1),
      first.window.slice(1).map(() => 1),
    ),
  );
  const second = delay === 0 ? first : await measure(mix, stems, { delay, aroundSeconds, onFrames });
  const best = second.residual < first.residual ? { ...second, delay } : { ...first, delay: 0 };
  if (best.residual <= BAD) return best;
  // A loud stem that is late alone may have been taken for the delay of all.
  for (const delayOfAll of new Set([best.delay, 0])) {
    const { window } = await measure(mix, stems, { delay: delayOfAll, aroundSeconds: best.atSeconds - 1, onFrames });
    const suspicion = suspicionIn(
      window[0]!,
      window.slice(1),
      stems.map(({ path }) => path),
    );
    if (suspicion !== undefined) return { residual: best.residual, atSeconds: best.atSeconds, suspicion };
  }
  return { residual: best.residual, atSeconds: best.atSeconds };
}

type Plan = { delay: number; aroundSeconds: number; onFrames: (frames: number) => void };
type Measured = Comparison & { /** the mix and each stem in mono, some seconds long */ window: Float32Array[] };

/** Reads all at once, the mix `delay` frames later than the stems. */
async function measure(
  mix: StoredFile,
  stems: readonly StoredFile[],
  { delay, aroundSeconds, onFrames }: Plan,
): Promise<Measured> {
  const sounds: Sound[] = [];
  try {
    for (const file of [mix, ...stems]) sounds.push(await openSound(file));
    const { sampleRate, seconds } = sounds[0]!;
    const readers = sounds.map(readFrames);
    await readers[0]!(Math.max(0, delay));
    if (delay < 0) for (const read of readers.slice(1)) await read(-delay);

    const length = Math.round(seconds * sampleRate) - Math.max(0, delay);
    const from = Math.max(0, Math.min(length - WINDOW, Math.round(aroundSeconds * sampleRate)));
    const window = sounds.map(() => new Float32Array(WINDOW));
    const energies = Array.from({ length: Math.ceil(length / sampleRate) }, () => ({ mix: 0, both: 0, sum: 0 }));
    for (let at = 0; at < length; at += FRAMES_AT_ONCE) {
      const count = Math.min(FRAMES_AT_ONCE, length - at);
      const [ofMix, ...ofStems] = await together(readers, count);
      addEnergies(energies, { at, sampleRate }, ofMix!, ofStems);
      for (const [i, block] of [ofMix!, ...ofStems].entries()) copyMono(window[i]!, block, at - from);
      onFrames(count);
    }
    return { ...compared(energies), window };
  } finally {
    for (const sound of sounds) await sound.close();
  }
}

type Block = Float32Array[];

async function together(readers: readonly ((count: number) => Promise<Block>)[], count: number): Promise<Block[]> {
  const blocks: Block[] = [];
  for (const read of readers) blocks.push(await read(count));
  return blocks;
}

/** Reads a recording in blocks of any length, in stereo, with silence behind its end. */
function readFrames(sound: Sound): (count: number) => Promise<Block> {
  const blocks = sound.blocks();
  let rest: Block = [new Float32Array(0)];
  return async (count) => {
    const out = [new Float32Array(count), new Float32Array(count)];
    for (let filled = 0; filled < count;) {
      if (rest[0]!.length === 0) {
        const { value, done } = await blocks.next();
        if (done) break;
        rest = value;
        continue;
      }
      const taken = Math.min(count - filled, rest[0]!.length);
      const [left, right = left] = rest as [Float32Array, Float32Array?];
      out[0]!.set(left.subarray(0, taken), filled);
      out[1]!.set(right.subarray(0, taken), filled);
      rest = rest.map((samples) => samples.subarray(taken));
      filled += taken;
    }
    return out;
  };
}

type Energies = { mix: number; both: number; sum: number };

function addEnergies(
  seconds: Energies[],
  { at, sampleRate }: { at: number; sampleRate: number },
  mix: Block,
  stems: readonly Block[],
) {
  for (const side of [0, 1]) {
    const ofMix = mix[side]!;
    const sum = add(
      stems.map((block) => block[side]!),
      stems.map(() => 1),
    );
    for (let i = 0; i < ofMix.length;) {
      const second = Math.floor((at + i) / sampleRate);
      const energies = seconds[second]!;
      const to = Math.min(ofMix.length, (second + 1) * sampleRate - at);
      for (; i < to; i += 1) {
        const [m, s] = [ofMix[i]!, sum[i]!];
        energies.mix += m * m;
        energies.both += m * s;
        energies.sum += s * s;
      }
    }
  }
}

function compared(seconds: readonly Energies[]): Comparison {
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

/** Copies the part of a block that lies in the window, which begins `at` frames before it. The sides count unequally, so that they never cancel. */
function copyMono(window: Float32Array, [left, right]: Block, at: number) {
  const from = Math.max(0, -at);
  const to = Math.min(left!.length, window.length - at);
  for (let i = from; i < to; i += 1) window[at + i] = 0.6 * left![i]! + 0.4 * right![i]!;
}

function add(parts: readonly Float32Array[], gains: readonly number[]): Float32Array {
  const sum = new Float32Array(parts[0]?.length ?? 0);
  for (const [i, part] of parts.entries()) {
    const gain = gains[i]!;
    for (let j = 0; j < sum.length; j += 1) sum[j]! += gain * part[j]!;
  }
  return sum;
}

/**
 * By how many frames `a` comes later than `b`: the peak of their cross-correlation, where every frequency counts alike, so that a beat
 * is not taken for the one before.
 */
function delayBetween(a: Float32Array, b: Float32Array): number {
  const fft = new FFT(FFT_SIZE);
  const spectrumOf = (samples: Float32Array) => {
    const padded = new Float32Array(FFT_SIZE);
    padded.set(samples);
    const spectrum = fft.createComplexArray();
    fft.realTransform(spectrum, padded);
    fft.completeSpectrum(spectrum);
    return spectrum;
  };
  const [x, y] = [spectrumOf(a), spectrumOf(b)];
  const cross = fft.createComplexArray();
  let sum = 0;
  for (let i = 0; i < cross.length; i += 2) {
    cross[i] = x[i]! * y[i]! + x[i + 1]! * y[i + 1]!;
    cross[i + 1] = x[i + 1]! * y[i]! - x[i]! * y[i + 1]!;
    sum += Math.hypot(cross[i]!, cross[i + 1]!);
  }
  if (sum === 0) return 0;
  // What is too quiet to have a phase does not count.
  const floor = (1e-3 * sum) / FFT_SIZE;
  for (let i = 0; i < cross.length; i += 2) {
    const weight = 1 / (Math.hypot(cross[i]!, cross[i + 1]!) + floor);
    cross[i]! *= weight;
    cross[i + 1]! *= weight;
  }
  const correlation = fft.createComplexArray();
  fft.inverseTransform(correlation, cross);
  let [best, delay] = [0, 0];
  for (let shift = -WINDOW / 2; shift <= WINDOW / 2; shift += 1) {
    const value = Math.abs(correlation[2 * ((shift + FFT_SIZE) % FFT_SIZE)]!);
    if (value > best) [best, delay] = [value, shift];
  }
  return delay;
}

/** Gives each stem the gain with which all of them come closest to the mix; the one whose gain stands out is the suspect. */
function suspicionIn(mix: Float32Array, stems: readonly Float32Array[], paths: readonly string[]): string | undefined {
  const energy = dot(mix, mix);
  const audible = stems.flatMap((stem, i) => (dot(stem, stem) > AUDIBLE * energy ? [{ stem, path: paths[i]! }] : []));
  if (audible.length < 2) return undefined;
  const parts = audible.map(({ stem }) => stem);
  const gains = gainsOf(mix, parts);
  const usual = [...gains].sort((a, b) => a - b)[Math.floor(gains.length / 2)]!;
  if (usual <= 0) return undefined;
  const suspects = gains.flatMap((gain, i) =>
    gain / usual < 0.5 || gain / usual > 2 ? [{ ...audible[i]!, index: i, ratio: gain / usual }] : [],
  );
  if (suspects.length === 0) return 'The stems that are here fit, so that one is likely missing.';
  if (suspects.length > audible.length / 2) return undefined;
  const [suspect] = suspects.sort((a, b) => dot(b.stem, b.stem) - dot(a.stem, a.stem)) as [(typeof suspects)[number]];
  const { path, ratio, stem, index } = suspect;
  if (ratio < -0.5) return `“${path}” is likely inverted (its polarity is turned around).`;
  if (ratio > 2) return `“${path}” is likely much quieter here than in the unmastered version.`;
  const rest = add([mix, ...parts], [1, ...gains.map((gain, i) => (i === index ? 0 : -gain))]);
  const shift = delayBetween(rest, stem);
  const shifted = shift >= 0 ? [rest.subarray(shift), stem] : [rest, stem.subarray(-shift)];
  const likeness = dot(shifted[0]!, shifted[1]!) / Math.sqrt(dot(rest, rest) * dot(stem, stem));
  if (shift !== 0 && likeness > 0.5) return `“${path}” likely begins ${milliseconds(shift)} too ${shift < 0 ? 'late' : 'early'}.`;
  return ratio > 0.3
    ? `“${path}” is likely much louder here than in the unmastered version.`
    : `“${path}” is likely not in the unmastered version as it is here: another take, or a channel that was muted.`;
}

/** The gains of least squares, by elimination; a little is added to the diagonal, so that equal stems have an answer too. */
function gainsOf(mix: Float32Array, parts: readonly Float32Array[]): number[] {
  const rows = parts.map((a) => [...parts.map((b) => dot(a, b)), dot(a, mix)]);
  const ridge = (1e-4 * rows.reduce((sum, row, i) => sum + row[i]!, 0)) / rows.length;
  for (const [i, row] of rows.entries()) row[i]! += ridge;
  for (const [i, pivot] of rows.entries())
    for (const [j, row] of rows.entries()) {
      if (j === i) continue;
      const factor = row[i]! / pivot[i]!;
      for (let k = i; k < row.length; k += 1) row[k]! -= factor * pivot[k]!;
    }
  return rows.map((row, i) => row.at(-1)! / row[i]!);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) sum += a[i]! * b[i]!;
  return sum;
}

const milliseconds = (frames: number) => `${Math.max(1, Math.round((Math.abs(frames) / 44_100) * 1000))} ms`;
