import { buffer } from 'node:stream/consumers';
import { parseMidi } from 'midi-file';
import { finding, Unusable } from './findings';
import type { StoredFile } from './sound';

/** A part of a track has a few kilobytes; what is larger is no MIDI. */
const MOST_BYTES = 4 * 1024 ** 2;
const MICROSECONDS_PER_MINUTE = 60_000_000;

/**
 * Reads a standard MIDI file.
 *
 * @returns `tempo` in beats per minute, if the file says one and keeps it
 * @throws Unusable `midi-unreadable`, also where it is cut off or has no notes
 */
export async function readMidi(file: StoredFile): Promise<{ tempo?: number }> {
  if (file.sizeBytes > MOST_BYTES) throw unreadable(file.path, 'it is too large for a MIDI file');
  const bytes = await buffer(file.open());
  const { header, tracks } = parsed(bytes, file.path);
  if (tracks.length < header.numTracks || tracks.some((events) => events.at(-1)?.type !== 'endOfTrack'))
    throw unreadable(file.path, 'it is cut off');
  const events = tracks.flat();
  if (!events.some(({ type }) => type === 'noteOn')) throw unreadable(file.path, 'it has no notes');
  const tempos = new Set(events.flatMap((event) => (event.type === 'setTempo' ? [event.microsecondsPerBeat] : [])));
  const [only] = tempos;
  return tempos.size === 1 && only ? { tempo: MICROSECONDS_PER_MINUTE / only } : {};
}

function parsed(bytes: Buffer, path: string) {
  try {
    return parseMidi(bytes);
  } catch {
    throw unreadable(path, bytes.toString('latin1', 0, 4) === 'MThd' ? 'it is damaged' : 'it is no MIDI file');
  }
}

const unreadable = (path: string, reason: string) => new Unusable(finding('midi-unreadable', { file: path, reason }));
