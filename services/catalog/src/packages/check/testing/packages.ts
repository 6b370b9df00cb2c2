import { Readable } from 'node:stream';
import { rolesOf } from '../roles';
import { soundOfPart, shaped, sumOf, wavOf, type Samples } from './sounds';

/** Files by their path; where one is nothing, it is left out. */
export type Files = Record<string, Buffer | undefined>;

/** Long enough for four blocks of loudness, short enough for a hundred packages. */
export const SECONDS = 1.5;

/** Loud like a master, and cut nowhere. */
export const mastered = (mix: Samples): Samples => shaped(mix, (value) => 0.9 * Math.tanh(5 * value));

/** A standard MIDI file with a note, and a tempo if one is given. */
export function midiOf({ bpm, notes = 1 }: { bpm?: number; notes?: number } = {}): Buffer {
  const tempo = bpm === undefined ? 0 : Math.round(60_000_000 / bpm);
  const events = Buffer.from([
    ...(tempo ? [0, 0xff, 0x51, 3, tempo >> 16, (tempo >> 8) & 255, tempo & 255] : []),
    ...Array.from({ length: notes }, () => [0, 0x90, 60, 100, 96, 0x80, 60, 0]).flat(),
    ...[0, 0xff, 0x2f, 0],
  ]);
  const head = Buffer.from([0, 0, 0, 6, 0, 0, 0, 1, 0, 96]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(events.length);
  return Buffer.concat([Buffer.from('MThd'), head, Buffer.from('MTrk'), length, events]);
}

export const stems = {
  Kick: soundOfPart(1, SECONDS, { level: 0.12 }),
  Bass: soundOfPart(2, SECONDS, { level: 0.1 }),
  Lead: soundOfPart(3, SECONDS),
  Pad: soundOfPart(4, SECONDS),
};
export const mix = sumOf(Object.values(stems));

/** The files of a package in which nothing is to be found. */
export function goodFiles(): Files {
  return {
    'Master/Track.wav': wavOf(mastered(mix), { bits: 16 }),
    'Master/Unmaster/Track.wav': wavOf(mix),
    ...stemFiles(stems),
    'MIDI/Lead.mid': midiOf({ bpm: 124 }),
    'Project/Track.als': Buffer.from('project'),
  };
}

export const stemFiles = (parts: Record<string, Samples>, write: (samples: Samples) => Buffer = wavOf): Files =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [`Stems/${name}.wav`, write(part)]));

/** As the shop has them in its storage, with the roles by their names. */
export function storedFiles(files: Files) {
  const there = Object.entries(files).flatMap(([path, bytes]) => (bytes ? [{ path, bytes }] : []));
  const roles = rolesOf(there.map(({ path }) => path));
  return there.map(({ path, bytes }, i) => ({
    id: String(i + 1),
    path,
    role: roles[i]!,
    sizeBytes: bytes.length,
    open: () => Readable.from([bytes]),
  }));
}
