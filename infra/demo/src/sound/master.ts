/* oxlint-disable typescript/no-non-null-assertion -- every index stays inside its signal or pattern; a branch for each sample would say nothing */
import { lowpass, newFilter, soft, tuning, type Stereo } from './signal';

/** The loudest sample of a finished loop: −1 dBFS. */
export const PEAK = 10 ** (-1 / 20);

/** Masters the mix: soft saturation glues it, a filter removes what is too low to hear, and the loudest sample comes to −1 dBFS. */
export function finish(mix: Stereo, drive: number): Stereo {
  const { left, right } = mix;
  let top = 0;
  for (const side of [left, right]) {
    let slow = 0;
    for (let at = 0; at < side.length; at += 1) {
      slow += 0.003 * (side[at]! - slow);
      const sample = soft((side[at]! - slow) * drive * 1.25);
      side[at] = sample;
      top = Math.max(top, Math.abs(sample));
    }
  }
  const gain = PEAK / Math.max(top, 1e-6);
  const fade = 400;
  for (let at = 0; at < left.length; at += 1) {
    const edge = gain * Math.min(1, (left.length - 1 - at) / fade);
    left[at]! *= edge;
    right[at]! *= edge;
  }
  return mix;
}

/** Makes a mix sound unfinished up to `until`: narrow, dull, boxy and quiet. */
export function roughMix({ left, right }: Stereo, until: number): void {
  const dull = newFilter();
  const box = newFilter();
  const g = tuning(2600);
  const boxy = tuning(380);
  for (let at = 0; at < until; at += 1) {
    const middle = (left[at]! + right[at]!) * 0.5;
    const sample = (lowpass(dull, middle, g, 1.6) + lowpass(box, middle, boxy, 0.7) * 0.5) * 0.26;
    left[at] = sample;
    right[at] = sample;
  }
}
