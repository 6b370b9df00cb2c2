/* oxlint-disable typescript/no-non-null-assertion -- every index stays inside its block; a branch for each sample would say nothing */
import { createHash } from 'node:crypto';
import { SAMPLE_RATE } from './signal';

/** Whole samples of 24 bits, of both sides. */
export type Samples = { left: Int32Array; right: Int32Array };

const BITS = 24;
const BLOCK = 4096;
const PARTITION_ORDER = 4;
const MOST_RICE = 14;
const MID_SIDE = 10;
const INDEPENDENT = 1;

/**
 * A FLAC file of these samples (RFC 9639): stereo, 44.1 kHz, 24 bits. Fixed predictors and Rice codes make it about half as large as a WAV
 * file, and less where nothing plays.
 */
export function flacOf({ left, right }: Samples): Buffer {
  const out = bitWriter(1024 + left.length * 7);
  const md5 = createHash('md5');
  const smallest = { left: new Int32Array(BLOCK), right: new Int32Array(BLOCK) };
  out.bytes(streamInfo(left.length, Buffer.alloc(16)));
  for (let at = 0, number = 0; at < left.length; at += BLOCK, number += 1) {
    const count = Math.min(BLOCK, left.length - at);
    const sides = [left.subarray(at, at + count), right.subarray(at, at + count)] as const;
    md5.update(interleaved(sides[0], sides[1]));
    for (let i = 0; i < count; i += 1) {
      smallest.left[i] = (sides[0][i]! + sides[1][i]!) >> 1;
      smallest.right[i] = sides[0][i]! - sides[1][i]!;
    }
    const plain = [subframe(sides[0], BITS), subframe(sides[1], BITS)];
    const joint = [subframe(smallest.left.subarray(0, count), BITS), subframe(smallest.right.subarray(0, count), BITS + 1)];
    const isJoint = joint[0]!.size + joint[1]!.size < plain[0]!.size + plain[1]!.size;
    const start = out.length();
    out.put(0xfff8, 16);
    // the length of the block (4,096, or in 16 bits below), 44.1 kHz
    out.put(count === BLOCK ? 0xc9 : 0x79, 8);
    out.put(((isJoint ? MID_SIDE : INDEPENDENT) << 4) | (6 << 1), 8);
    for (const byte of numberInBytes(number)) out.put(byte, 8);
    if (count < BLOCK) out.put(count - 1, 16);
    out.put(crc(out.since(start), 8, 0x07), 8);
    for (const { write } of isJoint ? joint : plain) write(out);
    out.align();
    out.put(crc(out.since(start), 16, 0x8005), 16);
  }
  const file = out.finish();
  streamInfo(left.length, md5.digest()).copy(file);
  return file;
}

function streamInfo(frames: number, md5: Buffer): Buffer {
  const head = Buffer.alloc(42);
  head.write('fLaC', 'latin1');
  head[4] = 0x80;
  head.writeUIntBE(34, 5, 3);
  head.writeUInt16BE(BLOCK, 8);
  head.writeUInt16BE(BLOCK, 10);
  // 20 bits of the rate, 3 of the channels, 5 of the depth
  head.writeUIntBE(SAMPLE_RATE * 16 + 2 + ((BITS - 1) >> 4), 18, 3);
  head[21] = ((BITS - 1) & 0xf) << 4;
  head.writeUInt32BE(frames, 22);
  md5.copy(head, 26);
  return head;
}

function interleaved(left: Int32Array, right: Int32Array): Buffer {
  const bytes = Buffer.alloc(left.length * 6);
  for (let i = 0; i < left.length; i += 1) {
    bytes.writeIntLE(left[i]!, 6 * i, 3);
    bytes.writeIntLE(right[i]!, 6 * i + 3, 3);
  }
  return bytes;
}

/** One side of a block: its size in bits, and what writes it. */
type Subframe = { size: number; write: (out: BitWriter) => void };

function subframe(values: Int32Array, bits: number): Subframe {
  let used = 0;
  let isConstant = true;
  for (let i = 0; i < values.length; i += 1) {
    used |= values[i]!;
    isConstant &&= values[i] === values[0];
  }
  if (isConstant)
    return {
      size: 8 + bits,
      write(out) {
        out.put(0, 8);
        out.put(values[0]!, bits);
      },
    };
  const unused = 31 - Math.clz32(used & -used);
  const order = values.length > 64 ? bestOrder(values) : 0;
  const residual = differences(unused > 0 ? values.map((value) => value >> unused) : values, order);
  const partitions = values.length % (1 << PARTITION_ORDER) === 0 && values.length > 64 ? PARTITION_ORDER : 0;
  const rices = riceOf(residual, order, partitions);
  const depth = bits - unused;
  return {
    size: 8 + unused + order * depth + rices.size,
    write(out) {
      out.put(((8 + order) << 1) | Number(unused > 0), 8);
      if (unused > 0) out.unary(unused - 1);
      for (let i = 0; i < order; i += 1) out.put(values[i]! >> unused, depth);
      out.put(0, 2);
      out.put(partitions, 4);
      const length = values.length >> partitions;
      for (const [nth, rice] of rices.parameters.entries()) {
        out.put(rice, 4);
        for (let i = nth === 0 ? order : nth * length; i < (nth + 1) * length; i += 1) {
          const folded = residual[i]! >= 0 ? residual[i]! * 2 : -residual[i]! * 2 - 1;
          out.unary(Math.floor(folded / 2 ** rice));
          out.put(folded, rice);
        }
      }
    },
  };
}

/** The predictor with the smallest rest: each of the five takes the difference of what the one before leaves. */
function bestOrder(values: Int32Array): number {
  const sums = [0, 0, 0, 0, 0];
  for (let i = 4; i < values.length; i += 1) {
    const [a, b, c, d, e] = [values[i]!, values[i - 1]!, values[i - 2]!, values[i - 3]!, values[i - 4]!];
    sums[0]! += Math.abs(a);
    sums[1]! += Math.abs(a - b);
    sums[2]! += Math.abs(a - 2 * b + c);
    sums[3]! += Math.abs(a - 3 * b + 3 * c - d);
    sums[4]! += Math.abs(a - 4 * b + 6 * c - 4 * d + e);
  }
  return sums.indexOf(Math.min(...sums));
}

function differences(values: Int32Array, order: number): Int32Array {
  let rest = values;
  for (let nth = 1; nth <= order; nth += 1) {
    const before = rest;
    rest = before.map((value, i) => (i < nth ? value : value - before[i - 1]!));
  }
  return rest;
}

/** The Rice parameter of each part of a block, by the mean of what it holds, and the size of all in bits. */
function riceOf(residual: Int32Array, order: number, partitions: number) {
  const length = residual.length >> partitions;
  let size = 6;
  const parameters = Array.from({ length: 1 << partitions }, (_, nth) => {
    const from = nth === 0 ? order : nth * length;
    const to = (nth + 1) * length;
    let sum = 0;
    for (let i = from; i < to; i += 1) sum += Math.abs(residual[i]!);
    const mean = (2 * sum) / Math.max(1, to - from);
    const rice = Math.min(MOST_RICE, Math.max(0, Math.floor(Math.log2(mean * 0.7 + 1))));
    size += 4 + (to - from) * (1 + rice) + (2 * sum) / 2 ** rice;
    return rice;
  });
  return { parameters, size };
}

/** The number of a frame, written as UTF-8 would write it. */
function numberInBytes(number: number): number[] {
  if (number < 0x80) return [number];
  if (number < 0x800) return [0xc0 | (number >> 6), 0x80 | (number & 63)];
  return [0xe0 | (number >> 12), 0x80 | ((number >> 6) & 63), 0x80 | (number & 63)];
}

type BitWriter = ReturnType<typeof bitWriter>;

/** Writes whole numbers of bits one behind the other. */
function bitWriter(bytes: number) {
  let file = Buffer.alloc(bytes);
  let [length, held, free] = [0, 0, 8];
  const room = (needed: number) => {
    if (length + needed > file.length) file = Buffer.concat([file], 2 * (length + needed));
  };
  const put = (value: number, bits: number) => {
    room(5);
    for (let left = bits; left > 0;) {
      const now = Math.min(left, free);
      held = (held << now) | ((value >>> (left - now)) & ((1 << now) - 1));
      [left, free] = [left - now, free - now];
      if (free > 0) continue;
      file[length] = held;
      [length, held, free] = [length + 1, 0, 8];
    }
  };
  return {
    put,
    /** So many zeros and a one. */
    unary(zeros: number) {
      room(zeros / 8 + 5);
      for (let left = zeros; left > 0; left -= 24) put(0, Math.min(24, left));
      put(1, 1);
    },
    bytes(some: Buffer) {
      some.copy(file, length);
      length += some.length;
    },
    align: () => free < 8 && put(0, free),
    length: () => length,
    since: (start: number) => file.subarray(start, length),
    finish: () => file.subarray(0, length),
  };
}

const TABLES = new Map<number, Uint16Array>();

function crc(bytes: Uint8Array, bits: 8 | 16, polynomial: number): number {
  const mask = 2 ** bits - 1;
  let table = TABLES.get(bits);
  if (!table) {
    table = new Uint16Array(256).map((_, byte) => {
      let sum = byte << (bits - 8);
      for (let i = 0; i < 8; i += 1) sum = (sum & (1 << (bits - 1)) ? (sum << 1) ^ polynomial : sum << 1) & mask;
      return sum;
    });
    TABLES.set(bits, table);
  }
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 1) sum = ((sum << 8) ^ table[(sum >> (bits - 8)) ^ bytes[i]!]!) & mask;
  return sum;
}
