/* oxlint-disable typescript/no-non-null-assertion -- every index stays inside its signal or pattern; a branch for each sample would say nothing */
import { SAMPLE_RATE, type Stereo } from './signal';

const HEADER_BYTES = 44;

/** A 16-bit stereo WAV file of these samples. */
export function wavOf({ left, right }: Stereo): Buffer {
  const bytes = left.length * 4;
  const file = Buffer.alloc(HEADER_BYTES + bytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(2, 22);
  file.writeUInt32LE(SAMPLE_RATE, 24);
  file.writeUInt32LE(SAMPLE_RATE * 4, 28);
  file.writeUInt16LE(4, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(bytes, 40);
  const samples = new Int16Array(file.buffer, file.byteOffset + HEADER_BYTES, left.length * 2);
  for (let at = 0; at < left.length; at += 1) {
    samples[2 * at] = Math.round(left[at]! * 32_767);
    samples[2 * at + 1] = Math.round(right[at]! * 32_767);
  }
  return file;
}
