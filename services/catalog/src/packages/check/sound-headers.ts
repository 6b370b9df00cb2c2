import type { ByteReader, Layout } from './pcm';

/** What the head of a file says; `dataBytes` of samples follow. A `reason` says why it cannot be read. */
export type PcmHeader = { sampleRate: number; bitDepth: number; channels: number; layout: Layout; dataBytes: number };
export type Unreadable = { reason: string };

const UNKNOWN_SIZE = 0xffff_ffff;
const CHUNK_HEAD = 8;
/** More than any description of a format needs. */
const MOST_FORMAT = 1024;
const CUT_OFF: Unreadable = { reason: 'it is cut off before the sound begins' };
const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

/**
 * Reads the head of a WAV, RF64 or BW64 file up to its samples.
 *
 * @param bytes behind the name WAVE
 * @param sizeBytes of the whole file, for one that does not say how long its sound is
 */
export async function readWavHeader(bytes: ByteReader, sizeBytes: number): Promise<PcmHeader | Unreadable> {
  let format: Omit<PcmHeader, 'dataBytes'> | undefined;
  let longSize: number | undefined;
  for (;;) {
    const head = await bytes.read(CHUNK_HEAD);
    if (head.length < CHUNK_HEAD) return CUT_OFF;
    const name = head.toString('latin1', 0, 4);
    const size = head.readUInt32LE(4);
    if (name === 'data') {
      if (!format) return { reason: 'it does not say how its sound is written' };
      const left = sizeBytes - bytes.position();
      return { ...format, dataBytes: size === UNKNOWN_SIZE ? (longSize ?? left) : size };
    }
    const paddedSize = size + (size % 2);
    if ((name === 'fmt ' || name === 'ds64') && size <= MOST_FORMAT) {
      const chunk = await bytes.read(paddedSize);
      if (chunk.length < Math.min(size, 16)) return CUT_OFF;
      if (name === 'ds64') longSize = Number(chunk.readBigUInt64LE(8));
      else {
        const read = wavFormat(chunk);
        if ('reason' in read) return read;
        format = read;
      }
    } else if ((await bytes.skip(paddedSize)) < paddedSize) return CUT_OFF;
  }
}

function wavFormat(chunk: Buffer): Omit<PcmHeader, 'dataBytes'> | Unreadable {
  const tag = chunk.readUInt16LE(0);
  const isExtensible = tag === EXTENSIBLE && chunk.length >= 26;
  // The first two bytes of the format's long number are the short one.
  const kind = isExtensible ? chunk.readUInt16LE(24) : tag;
  const bits = chunk.readUInt16LE(14);
  const validBits = isExtensible ? chunk.readUInt16LE(18) : bits;
  if (kind !== PCM && kind !== FLOAT) return { reason: 'its sound is compressed; WAV with PCM is needed' };
  const bytes = Math.ceil(bits / 8);
  if (!(kind === FLOAT ? [4, 8] : [1, 2, 3, 4]).includes(bytes))
    return { reason: `its samples have ${bits} bits, which is not known` };
  return {
    channels: chunk.readUInt16LE(2),
    sampleRate: chunk.readUInt32LE(4),
    bitDepth: validBits > 0 && validBits <= bits ? validBits : bits,
    layout: { bytes: bytes as Layout['bytes'], isFloat: kind === FLOAT, isBigEndian: false, isUnsigned: bytes === 1 },
  };
}

/** Reads the head of an AIFF or AIFF-C file up to its samples. @param bytes behind the name AIFF or AIFC */
export async function readAiffHeader(bytes: ByteReader): Promise<PcmHeader | Unreadable> {
  let format: PcmHeader | undefined;
  for (;;) {
    const head = await bytes.read(CHUNK_HEAD);
    if (head.length < CHUNK_HEAD) return CUT_OFF;
    const name = head.toString('latin1', 0, 4);
    const size = head.readUInt32BE(4);
    if (name === 'SSND') {
      if (!format) return { reason: 'it does not say how its sound is written' };
      const offset = (await bytes.read(CHUNK_HEAD)).readUInt32BE(0);
      await bytes.skip(offset);
      return format;
    }
    const paddedSize = size + (size % 2);
    if (name === 'COMM' && size <= MOST_FORMAT) {
      const chunk = await bytes.read(paddedSize);
      if (chunk.length < 18) return CUT_OFF;
      const read = aiffFormat(chunk);
      if ('reason' in read) return read;
      format = read;
    } else if ((await bytes.skip(paddedSize)) < paddedSize) return CUT_OFF;
  }
}

function aiffFormat(chunk: Buffer): PcmHeader | Unreadable {
  const channels = chunk.readUInt16BE(0);
  const frames = chunk.readUInt32BE(2);
  const bits = chunk.readUInt16BE(6);
  const compression = chunk.length >= 22 ? chunk.toString('latin1', 18, 22) : 'NONE';
  const isFloat = /^fl(32|64)$/i.test(compression);
  if (!isFloat && !['NONE', 'twos', 'sowt'].includes(compression))
    return { reason: 'its sound is compressed; plain AIFF or WAV is needed' };
  const bytes = Math.ceil(bits / 8);
  if (!(isFloat ? [4, 8] : [1, 2, 3, 4]).includes(bytes)) return { reason: `its samples have ${bits} bits, which is not known` };
  return {
    channels,
    // A number of 80 bits: exponent, then a mantissa whose upper half holds every whole rate.
    sampleRate: chunk.readUInt32BE(10) * 2 ** ((chunk.readUInt16BE(8) & 0x7fff) - 16_383 - 31),
    bitDepth: bits,
    layout: { bytes: bytes as Layout['bytes'], isFloat, isBigEndian: compression !== 'sowt' },
    dataBytes: frames * channels * bytes,
  };
}
