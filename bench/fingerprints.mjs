import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../infra/local/ensure-installed.mjs';
import { closedAtInterrupt, median } from './shop.mjs';

const TRACKS = Number(process.env.BENCH_TRACKS ?? 20);
/** Tracks that differ in style, tempo, key or mode, each compared with all others, and at most so many of the demo. */
const STRANGERS = Number(process.env.BENCH_STRANGERS ?? 2000);
const STORED = Number(process.env.BENCH_STORED ?? 100_000);
const WORDS_OF_TRACK = 1000;
/** So many are written well within the time that a statement may take, also on a busy machine. */
const TRACKS_A_STATEMENT = 200;
const RATE = 44_100;

const require = createRequire(import.meta.url);
/** Programs that only catalog has. */
const requireOfCatalog = createRequire(join(root, 'services/catalog/package.json'));
const built = (path) => require(join(root, path));

/**
 * Measures fingerprints: how many of the changed recordings are found as the same, how many strangers are taken for the same or similar,
 * the speed beside reading the same samples once, and the time and size at 100,000 tracks.
 * @returns whether at least 99 of 100 are found and no stranger is
 */
export async function run() {
  const parts = {
    ...built('services/catalog/dist/fingerprints/fingerprint.js'),
    ...built('services/catalog/dist/fingerprints/compare.js'),
    ...built('infra/demo/dist/sound/render-loop.js'),
    ...built('infra/demo/dist/catalogue/demo-tracks.js'),
    ...built('infra/demo/dist/catalogue/sold-tracks.js'),
    ...built('infra/demo/dist/sound/styles.js'),
  };
  const isFound = await findChanged(parts);
  const demo = pairsAmong(parts, [...parts.demoTracks, ...parts.soldTracks].slice(0, STRANGERS).map(parts.factsOfTrack));
  console.log(`the demo: ${demo.tracks} tracks, ${demo.hits} pairs that are the same or similar`);
  const strangers = STRANGERS > 0 ? pairsAmong(parts, factsOfStrangers(parts)) : { hits: 0 };
  if (STRANGERS > 0)
    console.log(`${strangers.tracks} strangers, ${strangers.pairs} pairs: ${strangers.hits} the same or similar`);
  if (STORED > 0) await measureStored(parts);
  const isMet = isFound && demo.hits === 0 && strangers.hits === 0;
  console.log(`target: 99 of 100 found, and no stranger: ${isMet ? 'met' : 'missed'}`);
  return isMet;
}

function printOf({ createFingerprint }, channels, rate = RATE) {
  const fingerprint = createFingerprint(rate);
  for (let at = 0; at < channels[0].length; at += 16_384) fingerprint.add(channels.map((side) => side.subarray(at, at + 16_384)));
  return fingerprint.finish();
}

const loopOf = ({ renderLoop }, facts) => {
  const { left, right } = renderLoop(facts);
  return { channels: [left, right], rate: RATE };
};
const changed = ({ channels, rate }, change) => ({
  channels: channels.map((side) => side.map((sample, i) => change(sample, i / rate, side.length / rate))),
  rate,
});
const cut = ({ channels, rate }, seconds = 2) => ({ channels: channels.map((side) => side.subarray(seconds * rate)), rate });
const noise = (db) => () => (Math.random() * 2 - 1) * Math.sqrt(3) * 10 ** (db / 20);

/** A voice of formants, a second long every five, 8 dB below the music. */
function tagged(sound) {
  const [side] = sound.channels;
  const level = Math.sqrt(side.reduce((sum, sample) => sum + sample * sample, 0) / side.length) * 10 ** (-8 / 20) * 5 ** 0.5;
  return changed(sound, (sample, second) => {
    const t = second % 5;
    if (t > 1) return sample;
    const hertz = 140 + 40 * Math.sin(6 * Math.PI * t);
    let voice = 0;
    for (let nth = 1; nth < 14; nth += 1)
      voice += (Math.sin(2 * Math.PI * hertz * nth * t) / nth) * (1 + Math.sin(2 * Math.PI * (2 + nth) * t));
    return sample + level * 0.6 * voice * Math.sin(Math.PI * t);
  });
}

/** Encodes as MP3 and decodes it again; low rates lose sampling rate too. */
async function encoded({ channels }, kbps) {
  const { createMp3Encoder } = requireOfCatalog('wasm-media-encoders');
  const { default: decode } = await import(pathToFileURL(requireOfCatalog.resolve('audio-decode')).href);
  const encoder = await createMp3Encoder();
  encoder.configure({ channels: 2, sampleRate: RATE, bitrate: kbps });
  const parts = [];
  for (let at = 0; at < channels[0].length; at += RATE)
    parts.push(encoder.encode(channels.map((side) => side.subarray(at, at + RATE))).slice());
  parts.push(encoder.finalize().slice());
  const file = Buffer.concat(parts);
  const decoder = await decode.mp3();
  const blocks = [];
  for (let at = 0; at < file.length; at += 16_384) blocks.push(await decoder(new Uint8Array(file.subarray(at, at + 16_384))));
  blocks.push(await decoder());
  decoder.free();
  const filled = blocks.filter(({ channelData }) => channelData[0]?.length);
  const join = (nth) => Float32Array.from(filled.flatMap(({ channelData }) => [...(channelData[nth] ?? channelData[0])]));
  return { channels: [join(0), join(1)], rate: filled[0].sampleRate };
}

const slower = ({ channels, rate }) => ({ channels, rate: rate * 1.03 });
const PROMISED = {
  'MP3 of 96 kbit/s': (sound) => encoded(sound, 96),
  'MP3 of 128 kbit/s': (sound) => encoded(sound, 128),
  'half as loud': (sound) => changed(sound, (sample) => sample / 2),
  'fades of 3 and 4 s': (sound) => changed(sound, (sample, at, length) => sample * Math.min(1, at / 3, (length - at) / 4)),
  'intro cut by 2 s': (sound) => cut(sound),
  'a tag at −8 dB': tagged,
  'noise at −40 dB': (sound) => changed(sound, (sample) => sample + noise(-40)()),
  'tag, cut, MP3 and half as loud': async (sound) => changed(await encoded(cut(tagged(sound)), 96), (sample) => sample / 2),
};
const NOT_PROMISED = { 'speed and pitch 3 % off': slower };

async function findChanged(parts) {
  const sounds = parts.demoTracks.slice(0, TRACKS).map((track) => loopOf(parts, parts.factsOfTrack(track)));
  const before = process.cpuUsage();
  const originals = sounds.map(({ channels }) => printOf(parts, channels));
  const printing = secondsSince(before);
  const soundSeconds = sounds.reduce((sum, { channels }) => sum + channels[0].length / RATE, 0);
  const again = process.cpuUsage();
  let sum = 0;
  for (const { channels } of sounds) for (const side of channels) for (const sample of side) sum += Math.abs(sample);
  const reading = secondsSince(again);
  console.log(
    `prints: ${(soundSeconds / printing).toFixed(0)} times real time, ${(printing / reading).toFixed(1)} times a look at each sample`,
  );
  if (!(sum > 0)) throw new Error('The tracks are silent');

  let [promised, found] = [0, 0];
  for (const [name, change] of Object.entries({ ...PROMISED, ...NOT_PROMISED })) {
    const agreements = [];
    for (const [nth, sound] of sounds.entries()) {
      const { channels, rate } = await change(sound);
      const print = printOf(parts, channels, rate);
      agreements.push({ ...parts.compare(print, originals[nth]), equal: equalWords(parts, print, originals[nth]) });
    }
    const same = agreements.filter(({ likeness }) => likeness === 'same').length;
    const errors = agreements.map(({ bitError = 0.5 }) => bitError);
    console.log(
      `  ${name}: ${same} of ${TRACKS}, bit error ${median(errors).toFixed(3)} (at most ${Math.max(...errors).toFixed(3)}), equal words at least ${Math.min(...agreements.map(({ equal }) => equal))}`,
    );
    if (!(name in PROMISED)) continue;
    promised += TRACKS;
    found += same;
  }
  console.log(`promised: ${found} of ${promised}`);
  return found >= 0.99 * promised;
}

function equalWords({ searchWords }, a, b) {
  const words = new Set(searchWords(b));
  return searchWords(a).filter((word) => words.has(word)).length;
}

/** Every combination of style, tempo, key and mode, in a mixed order. */
function factsOfStrangers({ STYLES, demoTracks, factsOfTrack }) {
  const keys = ['A', 'A#', 'B', 'C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#'];
  const styles = Object.keys(STYLES);
  const bpmOf = Object.fromEntries(demoTracks.map((track) => [track.category, factsOfTrack(track).bpm]));
  return Array.from({ length: STRANGERS }, (_, nth) => ({
    name: `Stranger ${nth}`,
    style: styles[nth % styles.length],
    music_key: keys[Math.floor(nth / styles.length) % 12],
    key_mode: Math.floor(nth / styles.length / 12) % 2 === 0 ? 'minor' : 'major',
    bpm: bpmOf[styles[nth % styles.length]] + 2 * Math.floor(nth / styles.length / 24),
    vocal: false,
    showcase: 'finished',
  }));
}

/** Compares each track with those that share words with it, as the shop does. */
function pairsAmong(parts, facts) {
  const prints = facts.map((fact) => printOf(parts, loopOf(parts, fact).channels));
  const places = new Map();
  let hits = 0;
  for (const [nth, print] of prints.entries()) {
    const shared = new Map();
    for (const word of new Set(print.words)) {
      if (word === 0) continue;
      for (const place of places.get(word) ?? []) shared.set(place, (shared.get(place) ?? 0) + 1);
    }
    for (const [other, count] of shared) {
      if (count < 3) continue;
      const agreement = parts.compare(print, prints[other]);
      if (!agreement) continue;
      hits += 1;
      console.log(
        `  ${agreement.likeness} (${agreement.bitError.toFixed(3)}): ${describe(facts[nth])} and ${describe(facts[other])}`,
      );
    }
    for (const word of parts.searchWords(print)) places.set(word, [...(places.get(word) ?? []), nth]);
  }
  return { tracks: facts.length, pairs: (facts.length * (facts.length - 1)) / 2, hits };
}
const describe = ({ name, style, bpm, music_key: key, key_mode: mode }) => `${name} (${style}, ${bpm}, ${key} ${mode})`;

async function measureStored(parts) {
  const { createLog, openDatabase } = require('@shop/runtime');
  const { makeDataDir, postgresIn, removeDataDir, startPostgres } = require('@shop/local');
  const { schema } = built('services/catalog/dist/database.js');
  const { matchesOf, saveFingerprint } = built('services/catalog/dist/fingerprints/recordings.js');
  const dataDir = await makeDataDir();
  const postgres = await startPostgres({ dataDir: postgresIn(dataDir) });
  const close = async () => {
    await postgres.stop();
    await removeDataDir(dataDir);
  };
  const measure = async () => {
    const source = await openDatabase({ ...schema, url: postgres.url, log: createLog('bench', 'error') });
    try {
      const began = performance.now();
      for (let from = 0; from < STORED; from += TRACKS_A_STATEMENT)
        await source.query(
          `INSERT INTO fingerprint_words SELECT (random() * 4294967295 - 2147483648)::bigint::int, track
           FROM generate_series(1000000 + $1::int, 1000000 + $1::int + $2::int - 1) AS track, generate_series(1, ${WORDS_OF_TRACK})`,
          [from, Math.min(TRACKS_A_STATEMENT, STORED - from)],
        );
      await source.query('VACUUM ANALYZE fingerprint_words');
      console.log(`${STORED} tracks of ${WORDS_OF_TRACK} words: filled in ${Math.round((performance.now() - began) / 1000)} s`);
      const [sizes] = await source.query(
        `SELECT pg_size_pretty(pg_table_size('fingerprint_words')) AS rows, pg_size_pretty(pg_indexes_size('fingerprint_words')) AS index`,
      );
      console.log(`  ${sizes.rows} of rows, ${sizes.index} of index`);
      const sounds = parts.demoTracks.slice(0, TRACKS).map((track) => loopOf(parts, parts.factsOfTrack(track)));
      for (const [nth, { channels }] of sounds.entries()) {
        const [{ id }] = await source.query(
          `INSERT INTO products (name, category, price_cents, music_key, type, download_link, is_hot, exclusive_vocal, img, audio, peaks, wave, duration)
           VALUES ('Track', 'Techno', 100, 'A', 'Instrumental', '', false, false, '', '', '', '', 20) RETURNING id`,
        );
        await saveFingerprint(source.manager, { productId: id, source: `track ${nth}` }, printOf(parts, channels));
      }
      const times = [];
      let right = 0;
      for (const sound of sounds) {
        const { channels } = changed(sound, (sample) => sample + noise(-40)());
        const print = printOf(parts, channels);
        const startedAt = performance.now();
        const matches = await matchesOf(source.manager, print, {
          productId: null,
          packageId: null,
          sellerId: 1,
          submissionId: null,
        });
        times.push(performance.now() - startedAt);
        right += Number(matches.length === 1 && matches[0].agreement.likeness === 'same');
      }
      console.log(
        `  found ${right} of ${TRACKS}, each in ${median(times).toFixed(1)} ms (at most ${Math.max(...times).toFixed(1)} ms)`,
      );
    } finally {
      await source.destroy();
    }
  };
  try {
    await closedAtInterrupt(close, measure());
  } finally {
    await close();
  }
}

function secondsSince(before) {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
