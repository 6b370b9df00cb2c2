/* oxlint-disable typescript/no-non-null-assertion -- every index stays inside its signal or pattern; a branch for each sample would say nothing */
import { SAMPLE_RATE, type Stereo } from './signal';

const COMBS = [1557, 1617, 1491, 1422] as const;
const PASSES = [556, 341] as const;
const SPREAD = 23;

/** A room: adds the reverb of `send` (mono) to `out`. `seconds` is how long it rings. */
export function addReverb(out: Stereo, send: Float32Array, seconds: number): void {
  reverbSide(out.left, send, seconds, 0);
  reverbSide(out.right, send, seconds, SPREAD);
}

function reverbSide(out: Float32Array, send: Float32Array, seconds: number, spread: number) {
  const combs = COMBS.map((length) => ({
    line: new Float32Array(length + spread),
    at: 0,
    dull: 0,
    feedback: 10 ** ((-3 * (length + spread)) / SAMPLE_RATE / seconds),
  }));
  const passes = PASSES.map((length) => ({ line: new Float32Array(length + spread), at: 0 }));
  for (let index = 0; index < out.length; index += 1) {
    const input = send[index]! * 0.25;
    let wet = 0;
    for (let combIndex = 0; combIndex < 4; combIndex += 1) {
      const comb = combs[combIndex]!;
      const echo = comb.line[comb.at]!;
      comb.dull = echo * 0.72 + comb.dull * 0.28;
      comb.line[comb.at] = input + comb.dull * comb.feedback;
      comb.at = comb.at + 1 === comb.line.length ? 0 : comb.at + 1;
      wet += echo;
    }
    for (let passIndex = 0; passIndex < 2; passIndex += 1) {
      const pass = passes[passIndex]!;
      const echo = pass.line[pass.at]!;
      pass.line[pass.at] = wet + echo * 0.5;
      pass.at = pass.at + 1 === pass.line.length ? 0 : pass.at + 1;
      wet = echo - wet * 0.5;
    }
    out[index]! += wet;
  }
}
