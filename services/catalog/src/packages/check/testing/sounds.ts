import { flacOf } from './flac';

/** A recording, each channel for itself. */
export type Samples = Float32Array[];
type WavOptions = {
  rate?: number;
  bits?: number;
  isFloat?: boolean;
  container?: 'RIFF' | 'RF64' | 'BW64';
  isExtensible?: boolean;
  /** the format's number */
  tag?: number;
  /** chunks between format and samples */
  before?: Buffer[];
  /** what the file says about the length of its samples */
  saysBytes?: number;
};

/** Writes PCM, quantised as a music program does. */
function pcmOf(samples: Samples, bits: number, { isFloat = false, isBigEndian = false } = {}): Buffer {
  const bytes = bits / 8;
  const frames = samples[0]!.length;
  const out = Buffer.alloc(frames * samples.length * bytes);
  const view = new DataView(out.buffer, out.byteOffset, out.length);
  const most = 2 ** (bits - 1) - 1;
  // Jest is slow at looking up what is global.
  const { max, min, round } = Math;
  for (const [channel, values] of samples.entries())
    for (let i = 0; i < frames; i += 1) {
      const at = (i * samples.length + channel) * bytes;
      const value = values[i]!;
      if (isFloat) view[bits === 32 ? 'setFloat32' : 'setFloat64'](at, value, !isBigEndian);
      else {
        const level = max(-most - 1, min(most, round(value * (most + 1))));
        if (bits === 8) out[at] = isBigEndian ? level & 255 : level + 128;
        else
          for (let nth = 0; nth < bytes; nth += 1)
            out[isBigEndian ? at + bytes - 1 - nth : at + nth] = (level >> (8 * nth)) & 255;
      }
    }
  return out;
}

/** A chunk of a WAV file, with the empty byte behind one of odd length. */
export function chunkOf(name: string, content: Buffer, size = content.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(size, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

export function wavOf(samples: Samples, options: WavOptions = {}): Buffer {
  const { rate = 44_100, bits = 24, isFloat = false, container = 'RIFF', isExtensible = false, before = [], saysBytes } = options;
  const data = pcmOf(samples, bits, { isFloat });
  const tag = options.tag ?? (isFloat ? 3 : 1);
  const format = Buffer.alloc(isExtensible ? 40 : 16);
  format.writeUInt16LE(isExtensible ? 0xfffe : tag, 0);
  format.writeUInt16LE(samples.length, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE((rate * samples.length * bits) / 8, 8);
  format.writeUInt16LE((samples.length * bits) / 8, 12);
  format.writeUInt16LE(bits, 14);
  if (isExtensible) {
    format.writeUInt16LE(22, 16);
    format.writeUInt16LE(bits, 18);
    format.writeUInt16LE(tag, 24);
  }
  const isLong = container !== 'RIFF';
  const sizes = Buffer.alloc(28);
  sizes.writeBigUInt64LE(BigInt(data.length), 8);
  const body = Buffer.concat([
    Buffer.from('WAVE'),
    ...(isLong ? [chunkOf('ds64', sizes)] : []),
    chunkOf('fmt ', format),
    ...before,
    chunkOf('data', data, saysBytes ?? (isLong ? 0xffff_ffff : data.length)),
  ]);
  return chunkOf(container, body, isLong ? 0xffff_ffff : body.length);
}

export function aiffOf(samples: Samples, { rate = 44_100, bits = 24, compression = '' } = {}): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.write(name, 'latin1');
    head.writeUInt32BE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  };
  const common = Buffer.alloc(18);
  common.writeUInt16BE(samples.length, 0);
  common.writeUInt32BE(samples[0]!.length, 2);
  common.writeUInt16BE(bits, 6);
  // 80 bits: the rate times a power of two that sets the highest bit of the mantissa
  const exponent = Math.floor(Math.log2(rate));
  common.writeUInt16BE(16_383 + exponent, 8);
  common.writeUInt32BE(rate * 2 ** (31 - exponent), 10);
  const pcm = pcmOf(samples, bits, { isBigEndian: compression !== 'sowt' });
  const parts = [
    chunk('COMM', compression ? Buffer.concat([common, Buffer.from(`${compression}\0\0`)]) : common),
    chunk('SSND', Buffer.concat([Buffer.alloc(8), pcm])),
  ];
  return chunk('FORM', Buffer.concat([Buffer.from(compression ? 'AIFC' : 'AIFF'), ...parts]));
}

export { flacOf };

/** Random numbers between −1 and 1, the same for the same seed. */
function randomFrom(seed: number) {
  const { imul } = Math;
  let state = seed * 2_654_435_761;
  return () => {
    state = (imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 31 - 1;
  };
}

/** A part of a track: hits of coloured noise and a tone in its own rhythm, so that no two parts are alike. */
export function soundOfPart(seed: number, seconds: number, { rate = 44_100, channels = 2, level = 0.08 } = {}): Samples {
  const random = randomFrom(seed);
  const frames = Math.round(seconds * rate);
  const colour = 0.05 + 0.9 * Math.abs(random());
  const beat = Math.round(rate * (0.2 + 0.04 * (seed % 9)));
  const pitch = (2 * Math.PI * (55 + 37 * seed)) / rate;
  const pan = 0.3 * random();
  const mono = new Float32Array(frames);
  const { exp, sin } = Math;
  let noise = 0;
  for (let i = 0; i < frames; i += 1) {
    noise += colour * (random() - noise);
    const decay = exp(-3 * ((i % beat) / beat));
    mono[i] = level * decay * (noise + 0.5 * sin(pitch * i));
  }
  return channels === 1 ? [mono] : [mono.map((value) => value * (1 + pan)), mono.map((value) => value * (1 - pan))];
}

/** The chords A minor, F, C and G, in semitones above A. */
export const A_MINOR = [
  [0, 3, 7],
  [-4, 0, 3],
  [3, 7, 10],
  [-2, 2, 5],
] as const;

/**
 * Chords of two seconds each, again and again, in both channels. @param chords the notes of each, in semitones above A3
 */
export function soundOfChords(
  chords: readonly (readonly number[])[],
  seconds: number,
  { rate = 44_100, level = 0.03 } = {},
): Samples {
  const mono = new Float32Array(Math.round(seconds * rate));
  const length = 2 * rate;
  const { exp, min, sin, PI } = Math;
  for (let from = 0, nth = 0; from < mono.length; from += length, nth += 1)
    for (const note of chords[nth % chords.length] ?? []) {
      const pitch = (2 * PI * 220 * 2 ** (note / 12)) / rate;
      const count = min(length, mono.length - from);
      for (let i = 0; i < count; i += 1)
        mono[from + i]! +=
          level * exp((-2 * i) / length) * (sin(pitch * i) + 0.5 * sin(2 * pitch * i) + 0.3 * sin(3 * pitch * i));
    }
  return [mono, mono.slice()];
}

/** The sum of parts in stereo, each with its gain. */
export function sumOf(parts: readonly Samples[], gains: readonly number[] = []): Samples {
  return [0, 1].map((side) => {
    const sum = new Float32Array(parts[0]![0]!.length);
    for (const [i, part] of parts.entries()) {
      const [values, gain] = [part[side] ?? part[0]!, gains[i] ?? 1];
      for (let j = 0; j < sum.length; j += 1) sum[j]! += gain * values[j]!;
    }
    return sum;
  });
}

/** Each sample changed by a rule. */
export const shaped = (samples: Samples, rule: (value: number, index: number) => number): Samples =>
  samples.map((values) => values.map((value, i) => rule(value, i)));

/** The same sound later, and as long. */
export const delayed = (samples: Samples, frames: number): Samples =>
  samples.map((values) => {
    const later = new Float32Array(values.length);
    later.set(values.subarray(0, values.length - frames), frames);
    return later;
  });

/** A tone in both channels, faded in and out, so that its beginning is no peak of its own. */
export function toneOf(hertz: number, seconds: number, { rate = 48_000, level = 1, phase = 0, fade = 0 } = {}): Samples {
  const frames = Math.round(seconds * rate);
  const faded = fade * rate;
  const { min, sin } = Math;
  const tone = Float32Array.from({ length: frames }, (_, i) => {
    const edge = faded === 0 ? 1 : min(1, i / faded, (frames - 1 - i) / faded);
    return level * edge * sin((2 * Math.PI * hertz * i) / rate + phase);
  });
  return [tone, tone.slice()];
}
