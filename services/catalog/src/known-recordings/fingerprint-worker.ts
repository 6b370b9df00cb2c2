import decode from 'audio-decode';
import { openPlace, type StoragePlace } from '@shop/storage';
import { bytesOf, createFingerprint } from '../fingerprints/fingerprint';
import { Unusable } from '../packages/check/findings';
import { openSound } from '../packages/check/sound';

/** A stored recording: a preview is MP3, a master WAV, AIFF or FLAC. */
type FingerprintTask = { place: StoragePlace; key: string; kind: 'preview' | 'master'; sizeBytes: number };

/** @returns the bytes of the print; none of a recording that cannot be read. @throws Error while the storage is away */
export default async function printRecording({ place, key, kind, sizeBytes }: FingerprintTask): Promise<Uint8Array> {
  const storage = await openPlace(place);
  const body = await storage.read(key);
  if (kind === 'preview') return ofMp3(body as AsyncIterable<Uint8Array>);
  try {
    const sound = await openSound({ path: key, sizeBytes, open: () => body });
    const fingerprint = createFingerprint(sound.sampleRate);
    for await (const block of sound.blocks()) fingerprint.add(block);
    await sound.close();
    return new Uint8Array(bytesOf(fingerprint.finish()));
  } catch (error) {
    if (error instanceof Unusable) return new Uint8Array();
    throw error;
  }
}

async function ofMp3(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const decoder = await decode.mp3();
  let fingerprint: ReturnType<typeof createFingerprint> | undefined;
  const take = ({ channelData, sampleRate }: { channelData: Float32Array[]; sampleRate: number }) => {
    if (!channelData[0]?.length) return;
    fingerprint ??= createFingerprint(sampleRate);
    fingerprint.add(channelData);
  };
  try {
    for await (const chunk of body) take(await decoder(new Uint8Array(chunk)));
    take(await decoder());
  } finally {
    decoder.free();
  }
  return new Uint8Array(fingerprint ? bytesOf(fingerprint.finish()) : []);
}
