import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { root } from '../infra/local/ensure-installed.mjs';

const TRACK_SECONDS = 300;
const STEMS = 5;
const RATE = 44_100;
/** How long the recordings are before they begin anew. */
const LOOP_SECONDS = 10;
const TARGET_CPU_SECONDS = 60;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

/**
 * Measures the check of a package of about 500 MB: a master, the unmastered mix and five stems of five minutes. The sound comes from
 * memory, so that no disk is measured; beside it, in turns, the SHA-256 of the same bytes, so that runs on other machines compare.
 * @returns whether the target is met
 */
export async function run() {
  const { checkPackage } = createRequire(import.meta.url)(join(root, 'services/catalog/dist/packages/check/check-package.js'));
  const files = filesOfTrack();
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const hashing = await cpuOf(() => hash(files));
    let memoryMb = 0;
    const checking = await cpuOf(async () => {
      const { findings } = await checkPackage(files, {
        onProgress: () => (memoryMb = Math.max(memoryMb, process.memoryUsage.rss() / 1e6)),
      });
      const failing = findings.filter(({ level }) => level === 'fail');
      if (failing.length > 0) throw new Error(`A good package was refused: ${failing[0].text}`);
    });
    rounds.push({ hashing, checking, memoryMb });
  }
  return report(files, rounds);
}

/** Noise that dies away in a rhythm, each recording in its own; the mix is the sum of the stems. */
function filesOfTrack() {
  const stems = Array.from({ length: STEMS }, (_, nth) => {
    const level = 0.5 / STEMS;
    const beat = RATE * (0.2 + 0.05 * nth);
    return Float64Array.from(
      { length: 2 * RATE * LOOP_SECONDS },
      (_, i) => level * Math.exp((-3 * ((i / 2) % beat)) / beat) * (Math.random() - 0.5),
    );
  });
  const mix = stems[0].map((_, i) => stems.reduce((sum, stem) => sum + stem[i], 0));
  return [
    fileOf(
      'Master/Track.wav',
      'master',
      mix.map((value) => 0.9 * Math.tanh(6 * value)),
      16,
    ),
    fileOf('Unmaster/Track.wav', 'unmastered', mix, 24),
    ...stems.map((stem, nth) => fileOf(`Stems/${nth + 1}.wav`, 'stem', stem, 24)),
  ].concat({ id: 'midi', path: 'MIDI/Lead.mid', role: 'midi', ...contentOf([midi]) });
}

const midi = Buffer.from('4d546864000000060000000100604d54726b0000000c00903c6460803c0000ff2f00', 'hex');

/** A WAV file that repeats its samples until the track ends. */
function fileOf(path, role, samples, bits) {
  const bytes = bits / 8;
  const loop = Buffer.alloc(samples.length * bytes);
  for (const [i, value] of samples.entries()) loop.writeIntLE(Math.round(value * 2 ** (bits - 1)), i * bytes, bytes);
  const head = Buffer.alloc(44);
  const length = loop.length * (TRACK_SECONDS / LOOP_SECONDS);
  head.write('RIFF    WAVEfmt ', 'latin1');
  head.writeUInt32LE(length + 36, 4);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 2 * bytes, 28);
  head.writeUInt16LE(2 * bytes, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(length, 40);
  return { id: path, path, role, ...contentOf([head, ...Array.from({ length: TRACK_SECONDS / LOOP_SECONDS }, () => loop)]) };
}

const CHUNK = 65_536;
function contentOf(parts) {
  function* chunks() {
    for (const part of parts) for (let at = 0; at < part.length; at += CHUNK) yield part.subarray(at, at + CHUNK);
  }
  return {
    sizeBytes: parts.reduce((sum, { length }) => sum + length, 0),
    open: () => Readable.from(chunks(), { objectMode: false }),
  };
}

async function hash(files) {
  for (const { open } of files) {
    const sum = createHash('sha256');
    for await (const chunk of open()) sum.update(chunk);
    sum.digest();
  }
}

/** @returns the seconds that the processor worked */
async function cpuOf(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function report(files, rounds) {
  const megabytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) / 1e6;
  const { hashing, checking, memoryMb } = rounds.toSorted((a, b) => a.checking - b.checking)[Math.floor(rounds.length / 2)];
  const soundSeconds = TRACK_SECONDS * (STEMS + 2);
  console.log(
    `The check of a package of ${megabytes.toFixed(0)} MB, ${soundSeconds / 60} minutes of sound, the median of ${rounds.length}`,
  );
  console.log(
    `  ${checking.toFixed(1)} s of CPU, ${(soundSeconds / checking).toFixed(0)} times real time, ${memoryMb.toFixed(0)} MB of memory`,
  );
  console.log(`  ${(checking / hashing).toFixed(1)} times the SHA-256 of the same bytes`);
  const met = (checking * 500) / megabytes < TARGET_CPU_SECONDS;
  console.log(`  target: ${TARGET_CPU_SECONDS} s of CPU for 500 MB: ${met ? 'met' : 'missed'}`);
  return met;
}
