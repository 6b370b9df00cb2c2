const OVERSAMPLING = 4;
const TAPS = 12;
const PHASES = [1, 2, 3].map(tapsOf);
/** By how much the highest sample among the taps can be exceeded between samples. */
const MOST_RISE = Math.max(...PHASES.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)));
/** How many samples are looked at together, to leave out those that cannot hold the peak. */
const GROUP = 32;

/** A sinc between two samples under a Hann window; the sum of the taps is 1, so that a constant keeps its level. */
function tapsOf(phase: number): Float64Array {
  const taps = Float64Array.from({ length: TAPS }, (_, i) => {
    const x = i - (TAPS / 2 - 1) - phase / OVERSAMPLING;
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * (0.5 + 0.5 * Math.cos((Math.PI * x) / (TAPS / 2)));
  });
  const sum = taps.reduce((a, b) => a + b, 0);
  return taps.map((tap) => tap / sum);
}

/** Finds the highest level between the samples of one channel, at four times its rate (ITU-R BS.1770-4, annex 2). */
export function createTruePeak() {
  let tail = new Float32Array(TAPS - 1);
  let peak = 0;

  const examine = (samples: Float32Array, from: number, to: number) => {
    for (const taps of PHASES)
      for (let i = from; i < to; i += 1) {
        let value = 0;
        for (let k = 0; k < TAPS; k += 1) value += (taps[k] ?? 0) * (samples[i + k] ?? 0);
        if (value < 0) value = -value;
        if (value > peak) peak = value;
      }
  };

  const add = (block: Float32Array) => {
    const samples = new Float32Array(tail.length + block.length);
    samples.set(tail);
    samples.set(block, tail.length);
    for (let from = 0; from < block.length; from += GROUP) {
      const to = Math.min(from + GROUP, block.length);
      let highest = 0;
      for (let i = from; i < to + TAPS - 1; i += 1) {
        const value = samples[i] ?? 0;
        if (value > highest) highest = value;
        else if (-value > highest) highest = -value;
      }
      if (highest * MOST_RISE > peak) examine(samples, from, to);
    }
    tail = samples.slice(block.length);
  };

  return {
    add,
    /** 1 is full scale */
    finish(): number {
      add(new Float32Array(TAPS));
      return peak;
    },
  };
}
