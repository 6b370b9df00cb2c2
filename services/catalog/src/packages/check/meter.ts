import { crc32 } from 'node:zlib';
import { createWaveform } from '../../media/waveform';
import { createTruePeak } from './true-peak';

/**
 * What a recording measures. Levels are in dB of full scale, loudness in LUFS, −Infinity in silence. `louder` and `difference` say by
 * how many dB one side is above the other, `monoLoss` how many dB less than both sides a sum to mono has (0 where they are equal).
 */
export type Measures = {
  loudness: number;
  truePeak: number;
  samplePeak: number;
  clips: { count: number; atSeconds?: number };
  louder: 'left' | 'right';
  difference: number;
  monoLoss: number;
  /** whether every sample fits into 16 bits */
  fits16: boolean;
  /** where the loudest second begins */
  loudestAtSeconds: number;
  /** the same for the same samples */
  print: string;
  /** the highest levels of the parts of the recording, 0 to 1 */
  wave: number[];
};

const STEPS_PER_SECOND = 10;
const STEPS_PER_BLOCK = 4;
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;
/** The highest value of 16 bits; what is cut at a lower level is no clipping. */
const FULL_SCALE = 32_767 / 32_768 - 1e-7;
const CLIP_SAMPLES = 3;

/**
 * Measures a recording while it is read, in memory that hardly grows: loudness after ITU-R BS.1770-4 with both gates, true peak, clipping
 * (three equal samples or more at full scale), the balance of the sides, and a waveform.
 */
export function createMeter(sampleRate: number, channels: number) {
  const sides = Array.from({ length: channels }, () => ({
    weigh: createWeighting(sampleRate),
    truePeak: createTruePeak(),
    energy: 0,
    peak: 0,
    run: { value: 0, length: 0 },
    crc: 0,
  }));
  const waveform = createWaveform();
  const stepFrames = Math.round(sampleRate / STEPS_PER_SECOND);
  const steps: number[] = [];
  const clips: Measures['clips'] = { count: 0 };
  let stepEnergy = 0;
  let stepFilled = 0;
  let frames = 0;
  let cross = 0;
  let fits16 = true;

  const findClips = (samples: Float32Array, side: (typeof sides)[number]) => {
    const { run } = side;
    for (let i = 0; i < samples.length; i += 1) {
      const value = samples[i] ?? 0;
      if (value < FULL_SCALE && value > -FULL_SCALE) {
        run.length = 0;
        continue;
      }
      run.length = value === run.value ? run.length + 1 : 1;
      run.value = value;
      if (run.length !== CLIP_SAMPLES) continue;
      clips.count += 1;
      clips.atSeconds = Math.min(clips.atSeconds ?? Infinity, (frames + i - CLIP_SAMPLES + 1) / sampleRate);
    }
  };

  const addLoudness = (block: Float32Array[]) => {
    const length = block[0]?.length ?? 0;
    for (let from = 0; from < length;) {
      const to = Math.min(length, from + stepFrames - stepFilled);
      for (const [i, side] of sides.entries()) stepEnergy += side.weigh(block[i] ?? NOTHING, from, to);
      stepFilled += to - from;
      from = to;
      if (stepFilled < stepFrames) continue;
      steps.push(stepEnergy / stepFrames);
      stepEnergy = 0;
      stepFilled = 0;
    }
  };

  return {
    add(block: Float32Array[]) {
      for (const [i, side] of sides.entries()) {
        const samples = block[i] ?? NOTHING;
        let [energy, peak] = [0, side.peak];
        for (let j = 0; j < samples.length; j += 1) {
          const value = samples[j] ?? 0;
          energy += value * value;
          if (value > peak) peak = value;
          else if (-value > peak) peak = -value;
        }
        side.energy += energy;
        side.peak = peak;
        if (peak >= FULL_SCALE) findClips(samples, side);
        side.truePeak.add(samples);
        side.crc = crc32(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength), side.crc);
        fits16 &&= samples.every((value) => Number.isInteger(value * 32_768));
      }
      const [left, right = left] = block;
      if (!left || !right) return;
      if (right !== left) for (let i = 0; i < left.length; i += 1) cross += (left[i] ?? 0) * (right[i] ?? 0);
      waveform.add(left, right);
      addLoudness(block);
      frames += left.length;
    },
    finish(): Measures {
      const [left, right = left] = sides.map(({ energy }) => energy) as [number, number?];
      const sum = left + (right ?? left);
      const samplePeak = level(Math.max(...sides.map(({ peak }) => peak)));
      const both = (sum + 2 * (channels === 1 ? left : cross)) / 2;
      return {
        loudness: integratedLoudness(steps),
        truePeak: Math.max(samplePeak, level(Math.max(...sides.map(({ truePeak }) => truePeak.finish())))),
        samplePeak,
        clips,
        louder: left >= (right ?? left) ? 'left' : 'right',
        difference: sum === 0 ? 0 : Math.abs(power(left) - power(right ?? left)),
        monoLoss: sum === 0 ? 0 : power(sum) - power(Math.max(0, both)),
        fits16,
        loudestAtSeconds: loudestStep(steps) / STEPS_PER_SECOND,
        print: `${frames} ${sides.map(({ crc }) => crc.toString(16)).join(' ')}`,
        wave: waveform.finish().peaks,
      };
    },
  };
}

const NOTHING = new Float32Array(0);
const power = (energy: number) => 10 * Math.log10(energy);
const level = (amplitude: number) => 20 * Math.log10(amplitude);
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const loudnessOf = (energy: number) => -0.691 + power(energy);

/** Blocks of 400 ms begin each 100 ms; those below −70 LUFS do not count, nor those 10 LU below the mean of the others. */
function integratedLoudness(steps: readonly number[]): number {
  const blocks = steps.slice(STEPS_PER_BLOCK - 1).map((_, i) => mean(steps.slice(i, i + STEPS_PER_BLOCK)));
  const audible = blocks.filter((energy) => loudnessOf(energy) > ABSOLUTE_GATE);
  if (audible.length === 0) return -Infinity;
  const gate = loudnessOf(mean(audible)) + RELATIVE_GATE;
  return loudnessOf(mean(audible.filter((energy) => loudnessOf(energy) > gate)));
}

function loudestStep(steps: readonly number[]): number {
  let [loudest, energy] = [0, 0];
  for (let i = 0; i + STEPS_PER_SECOND <= steps.length; i += 1) {
    const second = mean(steps.slice(i, i + STEPS_PER_SECOND));
    if (second > energy) [loudest, energy] = [i, second];
  }
  return loudest;
}

/** The K-weighting of BS.1770 at any sample rate: a shelf that raises the highs by 4 dB, and a high pass. */
function createWeighting(sampleRate: number) {
  const shelf = (() => {
    const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
    const high = 10 ** (3.999843853973347 / 20);
    const band = high ** 0.4996667741545416;
    const damped = k / 0.7071752369554196;
    const a0 = 1 + damped + k * k;
    return {
      b: [(high + band * damped + k * k) / a0, (2 * (k * k - high)) / a0, (high - band * damped + k * k) / a0] as const,
      a: [(2 * (k * k - 1)) / a0, (1 - damped + k * k) / a0] as const,
    };
  })();
  const pass = (() => {
    const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
    const damped = k / 0.5003270373238773;
    const a0 = 1 + damped + k * k;
    return [(2 * (k * k - 1)) / a0, (1 - damped + k * k) / a0] as const;
  })();
  const [b0, b1, b2] = shelf.b;
  const [a1, a2] = shelf.a;
  const [c1, c2] = pass;
  let state: readonly [number, number, number, number] = [0, 0, 0, 0];

  /** The energy of the weighted samples from one index to before another. */
  return (samples: Float32Array, from: number, to: number): number => {
    let [s1, s2, p1, p2] = state;
    let energy = 0;
    for (let i = from; i < to; i += 1) {
      const x = samples[i] ?? 0;
      const y = b0 * x + s1;
      s1 = b1 * x - a1 * y + s2;
      s2 = b2 * x - a2 * y;
      const z = y + p1;
      p1 = -2 * y - c1 * z + p2;
      p2 = y - c2 * z;
      energy += z * z;
    }
    // Numbers too small for the processor's quick path would make silence slow.
    const isStill = Math.abs(s1) + Math.abs(s2) + Math.abs(p1) + Math.abs(p2) < 1e-15;
    state = isStill ? [0, 0, 0, 0] : [s1, s2, p1, p2];
    return energy;
  };
}
