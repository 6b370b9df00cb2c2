/* oxlint-disable typescript/no-non-null-assertion -- every index stays inside its signal or pattern; a branch for each sample would say nothing */
import { bandpass, newFilter, tuning, type Stereo } from './signal';

/** The three resonances of a throat, in Hz. */
const VOWELS = [
  [800, 1150, 2900],
  [450, 800, 2830],
  [400, 1700, 2600],
  [640, 1190, 2390],
] as const;
const STRENGTHS = [1, 0.75, 0.35] as const;

/** Turns a bright lane into a sung one, with another vowel on every beat. */
export function sing({ left, right }: Stereo, samplesPerBeat: number, random: () => number): void {
  const vowels = Array.from(
    { length: Math.ceil(left.length / samplesPerBeat) },
    () => VOWELS[Math.floor(random() * VOWELS.length)]!,
  );
  for (const side of [left, right]) {
    const filters = STRENGTHS.map(newFilter);
    const hertz = vowels[0]!.map(Number);
    let g = hertz.map(tuning);
    for (let at = 0; at < side.length; at += 1) {
      if (at % 64 === 0) {
        const goal = vowels[Math.floor(at / samplesPerBeat)]!;
        for (let band = 0; band < 3; band += 1) hertz[band]! += (goal[band]! - hertz[band]!) * 0.06;
        g = hertz.map(tuning);
      }
      const dry = side[at]!;
      let sample = dry * 0.08;
      for (let band = 0; band < 3; band += 1) sample += bandpass(filters[band]!, dry, g[band]!, 0.14) * STRENGTHS[band]! * 2.2;
      side[at] = sample;
    }
  }
}
