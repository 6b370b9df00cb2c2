import { open } from 'node:fs/promises';
import decode from 'audio-decode';
import type { AudioKind } from '@shop/storage';
import { soundRangesOfWav } from './wav-sound';
import { bytesOf, createFingerprint } from '../fingerprints/fingerprint';
import { createWaveform } from './waveform';

/** `print` is the fingerprint of the recording. */
export type Transcoding = { mp3: Uint8Array; peaks: number[]; wave: string; duration: number; print: Uint8Array };
export type TranscodeStage = 'checking' | 'decoding' | 'encoding';
export type Report = (stage: TranscodeStage, percent: number) => void;

/** Refuses a recording; the message tells its sender why. Any other error comes from the decoder. */
export class Unfit extends Error {}

const SECONDS = { min: 10, max: 15 * 60 } as const;
const KBPS = 128;
const SAMPLE_RATE = 44_100;
/** How many bytes are decoded at once: few, because some formats hold minutes of silence in a few kilobytes. */
const CHUNK_BYTES = 16 * 1024;
/** By how many seconds the decoded length may differ from the header's: encoders pad and round. */
const SLACK_SECONDS = 1;

const MIME: Record<AudioKind, string> = { mp3: 'audio/mpeg', wav: 'audio/wav', flac: 'audio/flac', ogg: 'audio/ogg' };

/**
 * Makes the public 128 kbps MP3, the peaks and the small waveform of a recording (docs/product/catalogue.md#media). It works
 * chunk by chunk, so that memory does not grow with the length, and stops a file that is longer than its headers say.
 * @returns `duration` in seconds
 * @throws Unfit when the recording is not taken
 */
export async function transcode(path: string, kind: AudioKind, report: Report): Promise<Transcoding> {
  report('checking', 0);
  const header = await readHeader(path, kind);
  const decoder = await decode[header.format]();
  const encoder = await createEncoder();
  const waveform = createWaveform();
  const parts: Uint8Array[] = [];
  let samples = 0;
  let sampleRate = 0;
  let fingerprint: ReturnType<typeof createFingerprint> | undefined;

  const take = ({ channelData, sampleRate: rate }: Pcm) => {
    const [left, right = left] = channelData;
    if (!left || !right || left.length === 0) return;
    if (sampleRate === 0) {
      sampleRate = checkedRate(rate);
      fingerprint = createFingerprint(sampleRate);
      encoder.configure({ channels: 2, sampleRate, bitrate: KBPS, outputSampleRate: SAMPLE_RATE });
    }
    if (rate !== sampleRate) throw new Unfit('The sampling rate of the audio file changes in the middle.');
    samples += left.length;
    if (samples / sampleRate > header.seconds * 1.02 + SLACK_SECONDS) throw new Unfit('The audio file is longer than it says.');
    waveform.add(left, right);
    fingerprint?.add([left, right]);
    // The encoder's buffer is overwritten by the next call.
    for (let from = 0; from < left.length; from += SAMPLE_RATE)
      parts.push(encoder.encode([left.subarray(from, from + SAMPLE_RATE), right.subarray(from, from + SAMPLE_RATE)]).slice());
  };

  try {
    for await (const { chunk, percent } of chunksOf(path, kind)) {
      take(await decoder(chunk));
      report('decoding', percent);
    }
    take(await decoder());
  } finally {
    decoder.free();
  }
  const duration = sampleRate === 0 ? 0 : samples / sampleRate;
  if (duration < header.seconds * 0.98 - SLACK_SECONDS) throw new Unfit('The audio file is damaged or incomplete.');
  if (duration < SECONDS.min - 0.1) throw tooShort();
  report('encoding', 0);
  parts.push(encoder.finalize().slice());
  const print = fingerprint ? bytesOf(fingerprint.finish()) : new Uint8Array();
  return { mp3: Buffer.concat(parts), ...waveform.finish(), duration: Math.round(duration * 10) / 10, print };
}

type Pcm = { channelData: Float32Array[]; sampleRate: number };
type Header = { seconds: number; format: 'mp3' | 'wav' | 'flac' | 'oga' | 'opus' };

async function readHeader(path: string, kind: AudioKind): Promise<Header> {
  const { parseFile } = await import('music-metadata');
  const { format } = await parseFile(path, { duration: true, skipCovers: true, mimeType: MIME[kind] } as object).catch(() => {
    throw new Unfit('The audio file cannot be read.');
  });
  const { duration: seconds, numberOfChannels: channels = 0, codec = '' } = format;
  if (seconds === undefined || !Number.isFinite(seconds)) throw new Unfit('The audio file does not say how long it is.');
  if (channels !== 1 && channels !== 2) throw new Unfit('The audio must be mono or stereo.');
  if (format.sampleRate) checkedRate(format.sampleRate);
  if (seconds < SECONDS.min - 0.1) throw tooShort();
  if (seconds > SECONDS.max + SLACK_SECONDS) throw tooLong();
  if (kind !== 'ogg') return { seconds, format: kind };
  if (/vorbis/i.test(codec)) return { seconds, format: 'oga' };
  if (/opus/i.test(codec)) return { seconds, format: 'opus' };
  throw new Unfit('The audio must be MP3, WAV, FLAC or OGG.');
}

const tooShort = () => new Unfit(`The audio must be at least ${SECONDS.min} seconds long.`);
const tooLong = () => new Unfit(`The audio must be at most ${SECONDS.max / 60} minutes long.`);

const checkedRate = (rate: number) => {
  if (rate < 8000 || rate > 192_000) throw new Unfit('The sampling rate must be between 8 and 192 kHz.');
  return rate;
};

async function createEncoder() {
  const { createMp3Encoder } = await import('wasm-media-encoders');
  return createMp3Encoder();
}

async function* chunksOf(path: string, kind: AudioKind): AsyncGenerator<{ chunk: Uint8Array; percent: number }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const ranges = kind === 'wav' ? await soundRangesOfWav(file, size) : [{ from: 0, to: size }];
    for (const { from, to } of ranges)
      for (let position = from; position < to;) {
        const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, to - position));
        const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
        if (bytesRead === 0) return;
        position += bytesRead;
        yield { chunk: new Uint8Array(chunk.subarray(0, bytesRead)), percent: Math.floor((position / size) * 100) };
      }
  } finally {
    await file.close();
  }
}
