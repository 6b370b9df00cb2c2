import { WAVE_VALUES } from '@shop/contracts/constants';

/** How many values the large waveform of the player has. */
const PEAK_VALUES = 1000;
const BLOCK = 1024;

/** Collects the loudest sample of each block while a recording is decoded, so that memory never holds the whole recording. */
export function createWaveform() {
  const blocks: number[] = [];
  let loudest = 0;
  let filledCount = 0;
  return {
    add(left: Float32Array, right: Float32Array) {
      for (let i = 0; i < left.length; i += 1) {
        const l = left[i] ?? 0;
        const r = right[i] ?? 0;
        if (l > loudest) loudest = l;
        else if (-l > loudest) loudest = -l;
        if (r > loudest) loudest = r;
        else if (-r > loudest) loudest = -r;
        filledCount += 1;
        if (filledCount === BLOCK) {
          blocks.push(loudest);
          loudest = 0;
          filledCount = 0;
        }
      }
    },
    /** `peaks`: 0..1 with three decimals; `wave`: 48 bytes as hexadecimal text, the loudest part at ff. */
    finish(): { peaks: number[]; wave: string } {
      if (filledCount > 0) blocks.push(loudest);
      const levels = blocks.map((level) => Math.min(1, level));
      const top = levels.reduce((a, b) => Math.max(a, b), 0) || 1;
      const bytes = squeeze(levels, WAVE_VALUES, mean).map((level) => Math.round((level / top) * 255));
      return {
        peaks: squeeze(levels, PEAK_VALUES, highest).map((level) => Math.round(level * 1000) / 1000),
        wave: Buffer.from(bytes).toString('hex'),
      };
    },
  };
}

/** Makes `count` values, each from its share of the given ones; a short recording repeats some. */
function squeeze(values: number[], count: number, combine: (group: number[]) => number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * values.length) / count);
    const to = Math.max(from + 1, Math.floor(((i + 1) * values.length) / count));
    return combine(values.slice(from, to));
  });
}

const highest = (values: number[]) => values.reduce((a, b) => Math.max(a, b), 0);
const mean = (values: number[]) => (values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length);
