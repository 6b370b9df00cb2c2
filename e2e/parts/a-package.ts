import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { SHOP } from '../addresses';

const RATE = 44_100;
/** A little more than the shortest master. */
const SECONDS = 170.5;
const PREVIEW_SECONDS = 30;
/** What repeats: so much is computed, and the rest is copied. */
const LOOP_FRAMES = RATE / 2;

/** The folder of a package on disk, the path of the file in it that has a fault, a file that corrects it, and a part of its master. */
type MadePackage = { name: string; folder: string; faulty: string; corrected: string; preview: string };

/**
 * Writes the files of a track in mono: master, unmastered version, two stems and MIDI. In the folder one stem is turned around, so
 * that the stems are not the mix. Each call makes another recording.
 */
export function aPackage(): MadePackage {
  const home = mkdtempSync(join(tmpdir(), 'package-'));
  const seed = Date.now() % 1000;
  const bass = part(seed, 40 + (seed % 50), 0.16);
  const lead = part(seed + 1, 300 + (seed % 211), 0.12);
  const mix = bass.map((value, i) => value + lead[i]!);
  const name = 'Harbour Lights';
  const master = mix.map((value) => Math.tanh(4 * value));
  const files: Record<string, Buffer> = {
    'Master/Harbour Lights.wav': wav(master, 16),
    'Master/Unmaster/Harbour Lights.wav': wav(mix, 24),
    'Stems/Bass.wav': wav(bass, 24),
    'Stems/Lead.wav': wav(
      lead.map((value) => -value),
      24,
    ),
    'MIDI/Lead.mid': midi(124),
  };
  for (const [path, bytes] of Object.entries(files)) {
    const file = join(home, name, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  const corrected = join(home, 'Lead corrected.wav');
  writeFileSync(corrected, wav(lead, 24));
  const preview = join(home, 'Preview.wav');
  writeFileSync(preview, wav(master, 16, PREVIEW_SECONDS));
  return { name, folder: join(home, name), faulty: `${name}/Stems/Lead.wav`, corrected, preview };
}

/** Hits of noise with a tone, between −1 and 1. */
function part(seed: number, hertz: number, level: number): number[] {
  let state = seed + 1;
  return Array.from({ length: LOOP_FRAMES }, (_, i) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const noise = state / 1_073_741_824 - 1;
    const decay = Math.exp((-6 * i) / LOOP_FRAMES);
    return level * decay * (0.4 * noise + 0.6 * Math.sin((2 * Math.PI * hertz * i) / RATE));
  });
}

function wav(loop: readonly number[], bits: 16 | 24, seconds = SECONDS): Buffer {
  const bytes = bits / 8;
  const most = 2 ** (bits - 1) - 1;
  const samples = Buffer.alloc(loop.length * bytes);
  for (const [i, value] of loop.entries()) samples.writeIntLE(Math.round(value * most), i * bytes, bytes);
  const data = Buffer.alloc(Math.round(seconds * RATE) * bytes).fill(samples);
  const head = Buffer.alloc(44);
  head.write('RIFF    WAVEfmt ', 'latin1');
  head.writeUInt32LE(36 + data.length, 4);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * bytes, 28);
  head.writeUInt16LE(bytes, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** A note at this tempo. */
function midi(bpm: number): Buffer {
  const tempo = Math.round(60_000_000 / bpm);
  const track = [
    0,
    0xff,
    0x51,
    3,
    tempo >> 16,
    (tempo >> 8) & 255,
    tempo & 255,
    0,
    0x90,
    60,
    100,
    96,
    0x80,
    60,
    0,
    0,
    0xff,
    0x2f,
    0,
  ];
  const head = [0, 0, 0, 6, 0, 0, 0, 1, 0, 96];
  return Buffer.from([...Buffer.from('MThd'), ...head, ...Buffer.from('MTrk'), 0, 0, 0, track.length, ...track]);
}

/** The link of an order breaks off so often, each time after so many bytes. */
const BREAKS = 3;
const BYTES_UNTIL_BREAK = 2_000_000;

/** Follows the link of an order over a connection that breaks off; each time it goes on from the byte where it was. @returns the file */
export async function downloaded(link: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let from = 0;
  let etag = '';
  for (let nth = 0; nth <= BREAKS; nth += 1) {
    const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-`, 'if-range': etag } : {};
    const answer = await fetch(new URL(link, SHOP), { headers });
    expect(answer.status).toBe(from > 0 ? 206 : 200);
    etag = answer.headers.get('etag')!;
    const until = from + BYTES_UNTIL_BREAK;
    for await (const part of answer.body!) {
      parts.push(part);
      from += part.length;
      // Leaving the loop closes the connection.
      if (nth < BREAKS && from >= until) break;
    }
  }
  return Buffer.concat(parts);
}

/** Unpacks a ZIP of the shop, whose files are stored as they are, in the form for large ones. @returns the SHA-256 of each by its name */
export function unpackedHashes(zip: Buffer): Record<string, string> {
  const large = (at: number) => Number(zip.readBigUInt64LE(at));
  const end = zip.lastIndexOf('PK\x06\x06', undefined, 'latin1');
  const hashes: Record<string, string> = {};
  for (let i = 0, at = large(end + 48); i < large(end + 32); i += 1) {
    const [name, extra] = [at + 46, at + 46 + zip.readUInt16LE(at + 28)];
    const [size, from] = [large(extra + 4), large(extra + 20)];
    const begin = from + 30 + zip.readUInt16LE(from + 26) + zip.readUInt16LE(from + 28);
    const file = zip.subarray(begin, begin + size);
    hashes[zip.toString('utf8', name, extra)] = createHash('sha256').update(file).digest('hex');
    at = extra + zip.readUInt16LE(at + 30);
  }
  return hashes;
}
