import type { Readable } from 'node:stream';
import { finding, Unusable } from './findings';
import { flacBlocks, readFlacAbout, type FlacFault } from './flac';
import { readBytes, samplesOf, type ByteReader } from './pcm';
import { readAiffHeader, readWavHeader, type PcmHeader, type Unreadable } from './sound-headers';

/** A file as it is stored; `open` reads it from its start, each time anew. */
export type StoredFile = { path: string; sizeBytes: number; open: () => Readable };

/** A recording; `blocks` reads it once from start to end, each channel for itself, and fails by `Unusable` where it ends too soon. */
export type Sound = {
  format: 'wav' | 'aiff' | 'flac';
  sampleRate: number;
  bitDepth: number;
  isFloat: boolean;
  channels: number;
  seconds: number;
  blocks: () => AsyncGenerator<Float32Array[]>;
  close: () => Promise<void>;
};

const FRAMES_AT_ONCE = 16_384;
const HEAD_BYTES = 12;
/** Nothing of a track is longer. It bounds the work: an hour of silence takes a few kilobytes of FLAC. */
const MOST_SECONDS = 3600;
const SAMPLE_RATES = { min: 8000, max: 384_000 } as const;

/**
 * Opens a WAV (also RF64 and BW64), AIFF or FLAC file. FLAC is taken for every role, because it keeps all bits and says rate and depth; files
 * that lose sound, such as MP3, are not.
 *
 * @throws Unusable `audio-unreadable`
 */
export async function openSound(file: StoredFile): Promise<Sound> {
  const bytes = readBytes(file.open());
  try {
    return await readHead(bytes, file);
  } catch (error) {
    await bytes.close();
    throw error;
  }
}

async function readHead(bytes: ByteReader, file: StoredFile): Promise<Sound> {
  const head = await bytes.read(HEAD_BYTES);
  const [start, kind] = [head.toString('latin1', 0, 4), head.toString('latin1', 8, 12)];
  if (['RIFF', 'RF64', 'BW64'].includes(start) && kind === 'WAVE')
    return ofPcm('wav', await readWavHeader(bytes, file.sizeBytes), bytes, file.path);
  if (start === 'FORM' && (kind === 'AIFF' || kind === 'AIFC'))
    return ofPcm('aiff', await readAiffHeader(bytes), bytes, file.path);
  if (start === 'fLaC') return ofFlac(head, bytes, file.path);
  throw unreadable(file.path, head.length < HEAD_BYTES ? 'it is empty' : `it is ${otherKind(head)}; WAV, AIFF or FLAC is needed`);
}

function ofPcm(format: 'wav' | 'aiff', header: PcmHeader | Unreadable, bytes: ByteReader, path: string): Sound {
  if ('reason' in header) throw unreadable(path, header.reason);
  const { sampleRate, bitDepth, channels, layout, dataBytes } = header;
  const frameBytes = layout.bytes * channels;
  const frames = frameBytes === 0 ? 0 : Math.floor(dataBytes / frameBytes);
  const about = checked({ format, sampleRate, bitDepth, isFloat: layout.isFloat, channels, seconds: frames / sampleRate }, path);

  async function* blocks() {
    for (let left = frames; left > 0;) {
      const data = await bytes.read(Math.min(left, FRAMES_AT_ONCE) * frameBytes);
      const block = samplesOf(data, channels, layout);
      const count = block[0]?.length ?? 0;
      if (count < Math.min(left, FRAMES_AT_ONCE)) throw cutOff(path, (frames - left + count) / sampleRate, about.seconds);
      left -= count;
      yield block;
    }
  }
  return { ...about, blocks, close: bytes.close };
}

async function ofFlac(head: Buffer, bytes: ByteReader, path: string): Promise<Sound> {
  const flacFacts = await readFlacAbout(head, bytes);
  if (!flacFacts) throw unreadable(path, 'it is cut off before the sound begins');
  const { sampleRate, bitDepth, channels, frames } = flacFacts;
  const about = checked({ format: 'flac', sampleRate, bitDepth, isFloat: false, channels, seconds: frames / sampleRate }, path);
  const faultOf = (fault: FlacFault, count: number) => {
    if (fault === 'cut off') return cutOff(path, count / sampleRate, about.seconds);
    return unreadable(path, fault === 'damaged' ? 'its sound is damaged' : 'it is longer than it says');
  };
  return { ...about, blocks: () => flacBlocks(bytes, flacFacts, faultOf), close: bytes.close };
}

type About = Omit<Sound, 'blocks' | 'close'>;

function checked(about: About, path: string): About {
  const { sampleRate, channels, seconds } = about;
  if (!(sampleRate >= SAMPLE_RATES.min && sampleRate <= SAMPLE_RATES.max))
    throw unreadable(path, 'its sample rate makes no sense');
  if (channels !== 1 && channels !== 2) throw unreadable(path, `it has ${channels} channels; mono or stereo is needed`);
  if (seconds === 0) throw unreadable(path, 'it holds no sound');
  if (seconds > MOST_SECONDS) throw unreadable(path, 'it is longer than an hour');
  return about;
}

function otherKind(head: Buffer): string {
  const start = head.toString('latin1');
  if (start.startsWith('ID3') || head.readUInt16BE(0) >= 0xffe0) return 'an MP3, which has lost sound';
  if (start.startsWith('OggS')) return 'an Ogg file, which has lost sound';
  if (start.slice(4, 8) === 'ftyp') return 'an M4A file';
  return 'no sound file that we know';
}

const cutOff = (path: string, seconds: number, expectedSeconds: number) =>
  new Unusable(
    finding(
      'audio-unreadable',
      { file: path, reason: `it is cut off: ${seconds.toFixed(1)} of ${expectedSeconds.toFixed(1)} seconds are there` },
      seconds,
    ),
  );
const unreadable = (path: string, reason: string) => new Unusable(finding('audio-unreadable', { file: path, reason }));
