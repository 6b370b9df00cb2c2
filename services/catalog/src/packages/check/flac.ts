/* oxlint-disable typescript/no-non-null-assertion -- every index stays inside its block; a branch for each sample would say nothing */
import type { ByteReader } from './pcm';

/** What STREAMINFO says of a FLAC file; `frames` is the number of samples of each channel. */
type FlacAbout = { sampleRate: number; channels: number; bitDepth: number; frames: number };

/** Why the reading of frames ends before all samples have come. */
export type FlacFault = 'cut off' | 'damaged' | 'too long';

const STREAM_INFO_BYTES = 42;
/** More than any frame takes: 65,535 samples of two channels and 33 bits. */
const FRAME_BYTES = 1024 * 1024;
const BLOCK_SIZES = [0, 192, 576, 1152, 2304, 4608, 0, 0, 256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768];
const DEPTHS = [0, 8, 12, 0, 16, 20, 24, 32];
const [LEFT_SIDE, SIDE_RIGHT, MID_SIDE] = [8, 9, 10];
/** The coefficients of the fixed predictors, the nearest sample first. */
const FIXED = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]];

/** @param head the first 12 bytes of the file @returns nothing where the file ends before its sound begins */
export async function readFlacAbout(head: Buffer, bytes: ByteReader): Promise<FlacAbout | undefined> {
  const start = Buffer.concat([head, await bytes.read(STREAM_INFO_BYTES - head.length)]);
  if (start.length < STREAM_INFO_BYTES || (start.readUInt8(4) & 0x7f) !== 0) return undefined;
  for (let isLast = start.readUInt8(4) >= 0x80; !isLast;) {
    const next = await bytes.read(4);
    if (next.length < 4) return undefined;
    isLast = next.readUInt8(0) >= 0x80;
    await bytes.skip(next.readUIntBE(1, 3));
  }
  return {
    sampleRate: start.readUIntBE(18, 3) >> 4,
    channels: ((start.readUInt8(20) >> 1) & 7) + 1,
    bitDepth: (((start.readUInt8(20) & 1) << 4) | (start.readUInt8(21) >> 4)) + 1,
    frames: (start.readUInt8(21) & 0x0f) * 2 ** 32 + start.readUInt32BE(22),
  };
}

/**
 * Reads the frames of a FLAC file (RFC 9639) one after the other until all samples that STREAMINFO says have come; what stands behind
 * them, such as a tag, is left alone. Each frame is held against its sums.
 * @param faultOf makes what is thrown, of the fault and the samples that came before it
 * @returns samples between −1 and 1, each channel for itself
 */
export async function* flacBlocks(
  bytes: ByteReader,
  about: FlacAbout,
  faultOf: (fault: FlacFault, count: number) => Error,
): AsyncGenerator<Float32Array[]> {
  let input: Buffer = Buffer.alloc(0);
  let isAtEnd = false;
  for (let count = 0; count < about.frames;) {
    if (input.length < FRAME_BYTES && !isAtEnd) {
      const more = await bytes.read(FRAME_BYTES);
      isAtEnd = more.length < FRAME_BYTES;
      input = Buffer.concat([input, more]);
    }
    const frame = readFrame(input, about);
    if (frame === 'cut off') throw faultOf(isAtEnd ? 'cut off' : 'damaged', count);
    if (frame === 'damaged') throw faultOf('damaged', count);
    input = input.subarray(frame.size);
    count += frame.samples[0]!.length;
    if (count > about.frames) throw faultOf('too long', count);
    yield frame.samples;
  }
}

function scaled(values: Float64Array, by: number): Float32Array {
  const samples = new Float32Array(values.length);
  for (let i = 0; i < samples.length; i += 1) samples[i] = values[i]! * by;
  return samples;
}

class Broken extends Error {}

function readFrame(input: Buffer, about: FlacAbout): { size: number; samples: Float32Array[] } | 'cut off' | 'damaged' {
  const bits = bitReader(input);
  try {
    const { blockSize, assignment, bitDepth } = readHeader(input, bits, about);
    const channels = Array.from({ length: about.channels }, (_, nth) => {
      const isSide = assignment === SIDE_RIGHT ? nth === 0 : (assignment === LEFT_SIDE || assignment === MID_SIDE) && nth === 1;
      return readSubframe(bits, blockSize, bitDepth + Number(isSide));
    });
    bits.align();
    const size = bits.position();
    const sum = bits.take(16);
    if (bits.isOver()) return 'cut off';
    if (sum !== sumOf(input, size, 16)) return 'damaged';
    apart(channels, assignment);
    const full = 2 ** (bitDepth - 1);
    return { size: size + 2, samples: channels.map((values) => scaled(values, 1 / full)) };
  } catch (error) {
    if (error instanceof Broken) return bits.isOver() ? 'cut off' : 'damaged';
    throw error;
  }
}

function readHeader(input: Buffer, bits: BitReader, about: FlacAbout) {
  if (bits.take(15) !== 0x7ffc) throw new Broken();
  bits.take(1);
  const [sizeCode, rateCode, assignment, depthCode] = [bits.take(4), bits.take(4), bits.take(4), bits.take(3)];
  bits.take(1);
  // The number of the frame, as UTF-8 writes one.
  const first = bits.take(8);
  for (let mask = 0x40; first >= 0xc0 && mask & first; mask >>= 1) bits.take(8);
  const blockSize = sizeCode === 6 ? bits.take(8) + 1 : sizeCode === 7 ? bits.take(16) + 1 : BLOCK_SIZES[sizeCode]!;
  if (rateCode >= 12) bits.take(rateCode === 12 ? 8 : 16);
  const size = bits.position();
  if (bits.take(8) !== sumOf(input, size, 8)) throw new Broken();
  const bitDepth = depthCode === 0 ? about.bitDepth : DEPTHS[depthCode]!;
  const channels = assignment < 8 ? assignment + 1 : 2;
  if (blockSize === 0 || bitDepth !== about.bitDepth || channels !== about.channels || assignment > MID_SIDE) throw new Broken();
  return { blockSize, assignment, bitDepth };
}

function readSubframe(bits: BitReader, blockSize: number, depth: number): Float64Array {
  if (bits.take(1) !== 0) throw new Broken();
  const kind = bits.take(6);
  const unusedBits = bits.take(1) === 1 ? bits.zeros() + 1 : 0;
  const usedBits = depth - unusedBits;
  if (usedBits < 1) throw new Broken();
  const values = new Float64Array(blockSize);
  if (kind === 0) values.fill(bits.signed(usedBits));
  else if (kind === 1) for (let i = 0; i < blockSize; i += 1) values[i] = bits.signed(usedBits);
  else {
    const order = kind >= 32 ? kind - 31 : kind - 8;
    if (order < 0 || (kind < 32 && order > 4) || order > blockSize) throw new Broken();
    for (let i = 0; i < order; i += 1) values[i] = bits.signed(usedBits);
    let [factors, shift] = [FIXED[order]!, 0];
    if (kind >= 32) {
      const precision = bits.take(4) + 1;
      shift = bits.signed(5);
      if (precision > 15 || shift < 0) throw new Broken();
      factors = Array.from({ length: order }, () => bits.signed(precision));
    }
    readResidual(bits, values, order);
    predict(values, factors, shift);
  }
  if (unusedBits > 0) for (let i = 0; i < blockSize; i += 1) values[i]! *= 2 ** unusedBits;
  return values;
}

function readResidual(bits: BitReader, values: Float64Array, order: number): void {
  const method = bits.take(2);
  if (method > 1) throw new Broken();
  const parameterBits = 4 + method;
  const partitions = bits.take(4);
  const length = values.length >> partitions;
  if (length << partitions !== values.length || length < order) throw new Broken();
  for (let nth = 0; nth < 1 << partitions; nth += 1) {
    const rice = bits.take(parameterBits);
    const isPlain = rice === 2 ** parameterBits - 1;
    const width = isPlain ? bits.take(5) : 0;
    const [to, step] = [(nth + 1) * length, 2 ** rice];
    for (let i = nth === 0 ? order : nth * length; i < to; i += 1)
      if (isPlain) values[i] = bits.signed(width);
      else {
        const folded = bits.zeros() * step + bits.take(rice);
        values[i] = folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
      }
    if (bits.isOver()) throw new Broken();
  }
}

/** Adds what each sample's predecessors foretell. Sums stay below 2 ** 53. */
function predict(values: Float64Array, factors: readonly number[], shift: number): void {
  const order = factors.length;
  const scale = 2 ** -shift;
  const { floor } = Math;
  for (let i = order; i < values.length; i += 1) {
    let sum = 0;
    for (let j = 0; j < order; j += 1) sum += factors[j]! * values[i - 1 - j]!;
    values[i]! += floor(sum * scale);
  }
}

/** Makes left and right of two channels of which one is their difference. */
function apart([first, second]: Float64Array[], assignment: number): void {
  if (!first || !second || assignment < LEFT_SIDE) return;
  for (let i = 0; i < first.length; i += 1) {
    const otherSample = second[i]!;
    if (assignment === LEFT_SIDE) second[i] = first[i]! - otherSample;
    else if (assignment === SIDE_RIGHT) first[i]! += otherSample;
    else {
      // Half of the sum is kept; whether it was odd, the difference tells.
      const right = first[i]! + (Math.abs(otherSample % 2) - otherSample) / 2;
      first[i] = right + otherSample;
      second[i] = right;
    }
  }
}

type BitReader = ReturnType<typeof bitReader>;

/** Reads numbers of bits, the highest first. Behind the end it reads zeros and says so. */
function bitReader(input: Buffer) {
  const bitsThere = input.length * 8;
  let at = 0;
  /** The next 32 bits, of which the last ones up to the next byte are zeros. */
  const window = () => {
    const byte = at >> 3;
    if (byte + 4 <= input.length)
      return ((input[byte]! << 24) | (input[byte + 1]! << 16) | (input[byte + 2]! << 8) | input[byte + 3]!) << (at & 7);
    let bits = 0;
    for (let i = 0; i < 4; i += 1) bits = (bits << 8) | (input[byte + i] ?? 0);
    return bits << (at & 7);
  };
  const take = (count: number): number => {
    if (count > 24) return take(count - 16) * 65_536 + take(16);
    if (count === 0) return 0;
    const value = window() >>> (32 - count);
    at += count;
    return value;
  };
  return {
    take,
    signed(count: number): number {
      const value = take(count);
      return count > 0 && value >= 2 ** (count - 1) ? value - 2 ** count : value;
    },
    /** How many zeros stand before the next one, which is read too. */
    zeros(): number {
      for (const from = at; at < bitsThere; at += 32 - (at & 7)) {
        const bits = window();
        if (bits === 0) continue;
        at += Math.clz32(bits) + 1;
        return at - from - 1;
      }
      at = bitsThere + 1;
      throw new Broken();
    },
    align() {
      at = (at + 7) & ~7;
    },
    /** In whole bytes. */
    position: () => at >> 3,
    isOver: () => at > bitsThere,
  };
}

const POLYNOMIALS = { 8: 0x07, 16: 0x80_05 } as const;
const TABLES = { 8: tableOf(8), 16: tableOf(16) };

function tableOf(width: 8 | 16): Uint16Array {
  const [top, mask] = [2 ** (width - 1), 2 ** width - 1];
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let sum = byte << (width - 8);
    for (let i = 0; i < 8; i += 1) sum = (sum & top ? (sum << 1) ^ POLYNOMIALS[width] : sum << 1) & mask;
    return sum;
  });
}

/** The CRC of the first `size` bytes. */
function sumOf(input: Buffer, size: number, width: 8 | 16): number {
  const [table, mask, shift] = [TABLES[width], 2 ** width - 1, width - 8];
  let sum = 0;
  for (let i = 0; i < size; i += 1) sum = ((sum << 8) ^ table[(sum >> shift) ^ input[i]!]!) & mask;
  return sum;
}
