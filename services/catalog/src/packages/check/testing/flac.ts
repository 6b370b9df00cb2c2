const FRAMES_PER_BLOCK = 4096;

/** Writes whole numbers of bits one behind the other. */
function bitWriter() {
  const bytes: number[] = [];
  let [held, count] = [0, 0];
  return {
    /** @returns how many bits of a byte are begun */
    put(value: number, bits: number): number {
      for (let bit = bits - 1; bit >= 0; bit -= 1) {
        held = (held << 1) | ((value >> bit) & 1);
        count += 1;
        if (count < 8) continue;
        bytes.push(held);
        [held, count] = [0, 0];
      }
      return count;
    },
    bytes,
  };
}

function crcOf(bytes: readonly number[], bits: 8 | 16, polynomial: number): number {
  const top = 1 << (bits - 1);
  const mask = 2 ** bits - 1;
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << (bits - 8);
    for (let i = 0; i < 8; i += 1) crc = ((crc & top ? (crc << 1) ^ polynomial : crc << 1) & mask) >>> 0;
  }
  return crc;
}

type StreamInfo = { rate: number; bits: number; channels: number; block: number };

function streamInfo(frames: number, { rate, bits, channels, block }: StreamInfo): Buffer {
  const about = Buffer.alloc(42);
  about.write('fLaC', 'latin1');
  about[4] = 0x80;
  about.writeUIntBE(34, 5, 3);
  about.writeUInt16BE(block, 8);
  about.writeUInt16BE(block, 10);
  // 20 bits of the rate, 3 of the channels, 5 of the depth
  about.writeUIntBE(rate * 16 + (channels - 1) * 2 + ((bits - 1) >> 4), 18, 3);
  about[21] = ((bits - 1) & 0xf) << 4;
  about.writeUInt32BE(frames, 22);
  return about;
}

/** Writes a FLAC file whose samples are not compressed, which any decoder takes. */
export function flacOf(
  samples: Float32Array[],
  { rate = 44_100, bits = 24 }: { rate?: 44_100 | 48_000; bits?: 16 | 24 } = {},
): Buffer {
  const frames = samples[0]!.length;
  const parts: Buffer[] = [streamInfo(frames, { rate, bits, channels: samples.length, block: FRAMES_PER_BLOCK })];
  for (let at = 0, number = 0; at < frames; at += FRAMES_PER_BLOCK, number += 1) {
    const count = Math.min(FRAMES_PER_BLOCK, frames - at);
    const { put, bytes } = bitWriter();
    put(0xfff8, 16);
    // a length of 16 bits at the end of the head, and the rate: some decoders do not look for it in the stream's
    put(rate === 48_000 ? 0x7a : 0x79, 8);
    put(((samples.length - 1) << 4) | ((bits === 16 ? 4 : 6) << 1), 8);
    if (number < 0x80) put(number, 8);
    else if (number < 0x800) for (const byte of [0xc0 | (number >> 6), 0x80 | (number & 63)]) put(byte, 8);
    else for (const byte of [0xe0 | (number >> 12), 0x80 | ((number >> 6) & 63), 0x80 | (number & 63)]) put(byte, 8);
    put(count - 1, 16);
    put(crcOf(bytes, 8, 0x07), 8);
    for (const values of samples) {
      put(0x02, 8);
      for (let i = at; i < at + count; i += 1) put(Math.round(values[i]! * 2 ** (bits - 1)), bits);
    }
    put(crcOf(bytes, 16, 0x8005), 16);
    parts.push(Buffer.from(bytes));
  }
  return Buffer.concat(parts);
}

/** A FLAC file with what its samples must be; `numbers` are whole. */
type RandomFlac = { bytes: Buffer; numbers: number[][]; bits: number };

/**
 * Writes a FLAC file of a few blocks in which chance decides everything that the format leaves to an encoder: the length of blocks, the
 * predictor, Rice codes and their parts, unused bits, channels apart or joint, and a short last block.
 * @param chance between 0 and 1
 */
export function randomFlac(chance: () => number): RandomFlac {
  const below = (most: number) => Math.floor(chance() * most);
  const [bits, channels, block] = [chance() < 0.5 ? 16 : 24, 1 + below(2), [64, 192, 576, 1024, 4096][below(5)]!];
  const frames = block * below(4) + 1 + below(block);
  const [loudness, unused] = [2 ** below(bits - 1), chance() < 0.2 ? 1 + below(3) : 0];
  const noise = chance();
  const numbers = Array.from({ length: channels }, () => {
    const step = 0.01 + chance() / 4;
    return Array.from({ length: frames }, (_, i) => {
      const level = (1 - noise) * Math.sin(i * step) + noise * (2 * chance() - 1);
      return Math.floor((level * loudness) / 2 ** unused) * 2 ** unused;
    });
  });
  const parts: Buffer[] = [streamInfo(frames, { rate: 44_100, bits, channels, block })];
  for (let at = 0, number = 0; at < frames; at += block, number += 1) {
    const count = Math.min(block, frames - at);
    const sides = numbers.map((values) => values.slice(at, at + count));
    const joint = channels === 2 ? [1, 8, 9, 10][below(4)]! : 0;
    if (joint > 1) {
      const [left, right] = sides as [number[], number[]];
      const side = left.map((value, i) => value - right[i]!);
      if (joint === 8) sides[1] = side;
      else if (joint === 9) sides[0] = side;
      else [sides[0], sides[1]] = [left.map((value, i) => (value + right[i]!) >> 1), side];
    }
    const { put, bytes } = bitWriter();
    put(0xfff8, 16);
    put(0x79, 8);
    put((joint << 4) | ((bits === 16 ? 4 : 6) << 1), 8);
    put(number, 8);
    put(count - 1, 16);
    put(crcOf(bytes, 8, 0x07), 8);
    for (const [nth, values] of sides.entries()) {
      const isSide = joint === 9 ? nth === 0 : joint > 1 && nth === 1;
      putSubframe(put, values, bits + Number(isSide), below);
    }
    while (put(0, 0) !== 0) put(0, 1);
    put(crcOf(bytes, 16, 0x8005), 16);
    parts.push(Buffer.from(bytes));
  }
  return { bytes: Buffer.concat(parts), numbers, bits };
}

type Put = ReturnType<typeof bitWriter>['put'];

function putSubframe(put: Put, all: readonly number[], depth: number, below: (most: number) => number): void {
  const used = all.reduce((sum, value) => sum | value, 0);
  const unused = used === 0 ? 0 : 31 - Math.clz32(used & -used);
  const values = all.map((value) => value >> unused);
  const kinds = ['plain', 'fixed', 'lpc'] as const;
  const kind = values.every((value) => value === values[0]) ? 'constant' : kinds[below(3)];
  const order = kind === 'fixed' ? below(Math.min(5, values.length)) : 1 + below(Math.min(12, values.length - 1));
  put(kind === 'constant' ? 0 : kind === 'plain' ? 1 : kind === 'fixed' ? 8 + order : 31 + order, 7);
  put(unused > 0 ? 1 : 0, 1);
  if (unused > 0) put(1, unused);
  const width = depth - unused;
  if (kind === 'constant') return void put(values[0]!, width);
  if (kind === 'plain') return values.forEach((value) => put(value, width));
  for (const value of values.slice(0, order)) put(value, width);
  const factors = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]][order] ?? [];
  const [coefficients, shift] =
    kind === 'fixed' ? [factors, 0] : [Array.from({ length: order }, (_, i) => below(200) - 100 + (i === 0 ? 700 : 0)), 10];
  if (kind === 'lpc') {
    put(11, 4);
    put(shift, 5);
    for (const factor of coefficients) put(factor, 12);
  }
  const rest = values.map((value, i) => {
    let sum = 0;
    for (const [j, factor] of coefficients.entries()) sum += factor * (values[i - 1 - j] ?? 0);
    return value - Math.floor(sum / 2 ** shift);
  });
  const most = [4, 3, 2, 1].find((some) => values.length % 2 ** some === 0 && values.length >> some > order) ?? 0;
  const [partitions, long] = [below(most + 1), below(2)];
  put(long, 2);
  put(partitions, 4);
  const length = values.length >> partitions;
  for (let nth = 0; nth < 1 << partitions; nth += 1) {
    const part = rest.slice(nth === 0 ? order : nth * length, (nth + 1) * length);
    const widest = part.reduce((sum, value) => Math.max(sum, Math.abs(value)), 0);
    const rice = Math.min(long ? 30 : 14, Math.max(0, Math.ceil(Math.log2(widest + 1)) - below(3)));
    if (below(8) === 0) {
      // written as they are
      put(long ? 31 : 15, 4 + long);
      put(28, 5);
      for (const value of part) put(value, 28);
      continue;
    }
    put(rice, 4 + long);
    for (const value of part) {
      const folded = value >= 0 ? 2 * value : -2 * value - 1;
      for (let zeros = Math.floor(folded / 2 ** rice); zeros > 0; zeros -= 1) put(0, 1);
      put(1, 1);
      put(folded % 2 ** rice, rice);
    }
  }
}
