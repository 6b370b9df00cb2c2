/* oxlint-disable typescript/no-non-null-assertion -- every index stays inside its signal or pattern; a branch for each sample would say nothing */
import { SAMPLE_RATE, type Stereo } from './signal';

const HEADER_BYTES = 44;

/** Whole samples of 24 bits, of both sides. */
export type Samples = { left: Int32Array; right: Int32Array };

/** A 16-bit stereo WAV file of these samples. */
export function wavOf({ left, right }: Stereo): Buffer {
  const file = emptyFile(left.length, 2);
  const samples = new Int16Array(file.buffer, file.byteOffset + HEADER_BYTES, left.length * 2);
  for (let at = 0; at < left.length; at += 1) {
    samples[2 * at] = Math.round(left[at]! * 32_767);
    samples[2 * at + 1] = Math.round(right[at]! * 32_767);
  }
  return file;
}

/** A 24-bit stereo WAV file of these samples. */
export function deepWavOf({ left, right }: Samples): Buffer {
  const file = emptyFile(left.length, 3);
  let byte = HEADER_BYTES;
  // Each byte by itself: a call for each sample takes three times as long.
  for (let at = 0; at < left.length; at += 1) {
    const l = left[at]!;
    const r = right[at]!;
    file[byte] = l;
    file[byte + 1] = l >> 8;
    file[byte + 2] = l >> 16;
    file[byte + 3] = r;
    file[byte + 4] = r >> 8;
    file[byte + 5] = r >> 16;
    byte += 6;
  }
  return file;
}

function emptyFile(frames: number, sampleBytes: number): Buffer {
  const frameBytes = 2 * sampleBytes;
  const bytes = frames * frameBytes;
  const file = Buffer.alloc(HEADER_BYTES + bytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(2, 22);
  file.writeUInt32LE(SAMPLE_RATE, 24);
  file.writeUInt32LE(SAMPLE_RATE * frameBytes, 28);
  file.writeUInt16LE(frameBytes, 32);
  file.writeUInt16LE(8 * sampleBytes, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(bytes, 40);
  return file;
}
