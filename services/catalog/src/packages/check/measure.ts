import type { PackageRole } from '@shop/contracts/constants';
import { bytesOf, createFingerprint } from '../../fingerprints/fingerprint';
import { createKeyFinder, type KeyEstimate } from './key';
import { createMeter, type Measures } from './meter';
import { openSound, type Sound, type StoredFile } from './sound';

/** A file of the package with its role, which its maker may have corrected. `open` reads it from its start; it is called up to five times. */
export type PackageFile = StoredFile & { id: string; role: PackageRole };

/**
 * What is known of a file; what cannot be read has its id alone. `format` of a project is the program that saved it. Loudness in LUFS, the
 * peak in dB, `wave` 0 to 1 for drawing.
 */
export type CheckedFile = { id: string } & Partial<{
  format: string;
  sampleRate: number;
  bitDepth: number;
  channels: number;
  seconds: number;
  loudness: number;
  truePeak: number;
  wave: number[];
}>;

/** A master has a print, and a key where it is clear. */
export type MeasuredFile = { file: PackageFile; sound: Sound; measures: Measures; print?: Uint8Array; key?: KeyEstimate };

/**
 * Reads a recording once, from its start to its end.
 * @param onRead is told how many bytes were read
 * @throws Unusable when it cannot be read
 */
export async function measure(file: PackageFile, onRead: (bytes: number) => void): Promise<MeasuredFile> {
  const sound = await openSound(file);
  try {
    const meter = createMeter(sound.sampleRate, sound.channels);
    const isMaster = file.role === 'master';
    const keyFinder = isMaster ? createKeyFinder() : undefined;
    const fingerprint = isMaster ? createFingerprint(sound.sampleRate, keyFinder?.add) : undefined;
    const frames = sound.seconds * sound.sampleRate;
    for await (const block of sound.blocks()) {
      meter.add(block);
      fingerprint?.add(block);
      onRead((file.sizeBytes * (block[0]?.length ?? 0)) / frames);
    }
    // A part of a larger memory would be sent with all of it.
    const print = fingerprint && new Uint8Array(bytesOf(fingerprint.finish()));
    const key = keyFinder?.finish();
    return { file, sound, measures: meter.finish(), ...(print && { print }), ...(key && { key }) };
  } finally {
    await sound.close();
  }
}

/** What is known of a file: of a recording what was measured, of a project its program. */
export function describeFile(id: string, measuredFile: MeasuredFile | undefined, program: string | undefined): CheckedFile {
  if (!measuredFile) return { id, ...(program !== undefined && { format: program }) };
  const { sound, measures } = measuredFile;
  return {
    id,
    format: sound.format,
    sampleRate: sound.sampleRate,
    bitDepth: sound.bitDepth,
    channels: sound.channels,
    seconds: Math.round(sound.seconds * 1000) / 1000,
    // Silence has no level.
    ...(Number.isFinite(measures.loudness) && { loudness: Math.round(measures.loudness * 10) / 10 }),
    ...(Number.isFinite(measures.truePeak) && { truePeak: Math.round(measures.truePeak * 10) / 10 }),
    wave: measures.wave,
  };
}
