/* oxlint-disable typescript/no-non-null-assertion -- every index stays inside its signal or pattern; a branch for each sample would say nothing */
import { SAMPLE_RATE, type Stereo } from './signal';

const COMBS = [1557, 1617, 1491, 1422] as const;
const PASSES = [556, 341] as const;
const SPREAD = 23;

/** Samples that pass through all combs before the next ones do. */
const BLOCK = 4096;

/** A room: adds the reverb of `send` (mono) to `out`. `seconds` is how long it rings. */
export function addReverb(out: Stereo, send: Float32Array, seconds: number): void {
  if (send.every((sample) => sample === 0)) return;
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
  const wet = new Float64Array(BLOCK);
  for (let from = 0; from < out.length; from += BLOCK) {
    const count = Math.min(BLOCK, out.length - from);
    wet.fill(0);
    for (const comb of combs) {
      const { line, feedback } = comb;
      let { at, dull } = comb;
      for (let index = 0; index < count; index += 1) {
        const echo = line[at]!;
        dull = echo * 0.72 + dull * 0.28;
        line[at] = send[from + index]! * 0.25 + dull * feedback;
        at = at + 1 === line.length ? 0 : at + 1;
        wet[index]! += echo;
      }
      Object.assign(comb, { at, dull });
    }
    for (const pass of passes) {
      const { line } = pass;
      let { at } = pass;
      for (let index = 0; index < count; index += 1) {
        const echo = line[at]!;
        line[at] = wet[index]! + echo * 0.5;
        at = at + 1 === line.length ? 0 : at + 1;
        wet[index] = echo - wet[index]! * 0.5;
      }
      pass.at = at;
    }
    for (let index = 0; index < count; index += 1) out[from + index]! += wet[index]!;
  }
}
