/* oxlint-disable typescript/no-non-null-assertion -- every index stays inside its signal or pattern; a branch for each sample would say nothing */
export const SAMPLE_RATE = 44_100;

export type Stereo = { left: Float32Array; right: Float32Array };

export const silence = (samples: number): Stereo => ({ left: new Float32Array(samples), right: new Float32Array(samples) });

/** Hertz of a MIDI note; 69 is the A at 440. */
export const hertz = (note: number) => 440 * 2 ** ((note - 69) / 12);

/** The correction that smooths a step in a wave at phase `t`, so that high notes do not alias (polyBLEP). */
export function blep(t: number, step: number): number {
  if (t < step) {
    const x = t / step;
    return x + x - x * x - 1;
  }
  if (t > 1 - step) {
    const x = (t - 1) / step;
    return x * x + x + x + 1;
  }
  return 0;
}

/** A cheap approximation of tanh, exact enough for saturation and bounded to ±1. */
export function soft(x: number): number {
  if (x > 3) return 1;
  if (x < -3) return -1;
  const square = x * x;
  return (x * (27 + square)) / (27 + 9 * square);
}

/** The loudest 50 ms of a signal, as RMS: the loudness of a lane while it plays. */
function loudness({ left, right }: Stereo): number {
  const block = Math.round(SAMPLE_RATE * 0.05);
  let most = 0;
  for (let start = 0; start + block <= left.length; start += block) {
    let sum = 0;
    for (let at = start; at < start + block; at += 2) sum += left[at]! * left[at]! + right[at]! * right[at]!;
    if (sum > most) most = sum;
  }
  return Math.sqrt(most / block);
}

/** Brings a lane to a known loudness, so that the mix of every style is balanced. */
export function levelTo(lane: Stereo, target: number): Stereo {
  const now = loudness(lane);
  if (now < 1e-6) return lane;
  const gain = target / now;
  for (let at = 0; at < lane.left.length; at += 1) {
    lane.left[at]! *= gain;
    lane.right[at]! *= gain;
  }
  return lane;
}

/** A two-pole state variable filter whose frequency may change while it runs: pass `g` and `k` of `tuning` with each sample. */
type Filter = { one: number; two: number };
export const newFilter = (): Filter => ({ one: 0, two: 0 });
export const tuning = (cutoff: number) => Math.tan(Math.PI * Math.min(0.45, cutoff / SAMPLE_RATE));

export function lowpass(filter: Filter, input: number, g: number, k: number): number {
  const high = (input - (g + k) * filter.one - filter.two) / (1 + g * (g + k));
  const band = g * high + filter.one;
  const low = g * band + filter.two;
  filter.one = g * high + band;
  filter.two = g * band + low;
  return low;
}

export function bandpass(filter: Filter, input: number, g: number, k: number): number {
  const high = (input - (g + k) * filter.one - filter.two) / (1 + g * (g + k));
  const band = g * high + filter.one;
  const low = g * band + filter.two;
  filter.one = g * high + band;
  filter.two = g * band + low;
  return band * k;
}
