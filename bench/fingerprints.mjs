import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../infra/local/ensure-installed.mjs';
import { median } from './shop.mjs';
import { catalog, changed, demo, loopOf, noise, printOf, RATE } from './sounds-and-prints.mjs';
import { measureStored } from './stored-words.mjs';
import { factsOfStrangers, pairsAmong } from './strangers.mjs';

const TRACKS = Number(process.env.BENCH_TRACKS ?? 20);
/** Tracks that differ in style, tempo, key or mode, each compared with all others, and at most so many of the demo. */
const STRANGERS = Number(process.env.BENCH_STRANGERS ?? 2000);
const STORED = Number(process.env.BENCH_STORED ?? 100_000);

/** Programs that only catalog has. */
const requireOfCatalog = createRequire(join(root, 'services/catalog/package.json'));

/**
 * Measures fingerprints: how many of the changed recordings are found as the same, the speed beside reading the same samples once, the time
 * and size at 100,000 tracks, and how many strangers are taken for the same or similar.
 * @returns whether at least 99 of 100 are found and no stranger that is no twin is taken for the same
 */
export async function run() {
  const outcomes = [await findChanged()];
  const ofDemo = [...demo.demoTracks, ...demo.soldTracks].slice(0, STRANGERS);
  if (STRANGERS > 0) outcomes.push(await areStrangers('of the demo', ofDemo.map(demo.factsOfTrack)));
  if (STORED > 0) outcomes.push(await measureStored(STORED, TRACKS));
  if (STRANGERS > 0) outcomes.push(await areStrangers('that are strangers', factsOfStrangers(STRANGERS)));
  const isMet = outcomes.every(Boolean);
  console.log(`target: 99 of 100 found, and no stranger the same: ${isMet ? 'met' : 'missed'}`);
  return isMet;
}

async function areStrangers(which, facts) {
  const { tracks, pairs, compared, hits } = await pairsAmong(facts);
  for (const { sentence } of hits) console.log(`  ${sentence}`);
  const count = (wanted, ofTwins) => hits.filter(({ likeness, isTwin }) => likeness === wanted && isTwin === ofTwins).length;
  console.log(
    `${tracks} tracks ${which}, ${pairs} pairs, ${compared} with words in common: ${count('same', false)} the same, ${count('similar', false)} similar; of twins ${count('same', true)} and ${count('similar', true)}`,
  );
  return count('same', false) === 0;
}

const cut = ({ channels, rate }, seconds = 2) => ({ channels: channels.map((side) => side.subarray(seconds * rate)), rate });
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
  'noise at −40 dB': (sound) => changed(sound, noise(-40)),
  'tag, cut, MP3 and half as loud': async (sound) => changed(await encoded(cut(tagged(sound)), 96), (sample) => sample / 2),
};
const NOT_PROMISED = { 'speed and pitch 3 % off': slower };

async function findChanged() {
  const sounds = demo.demoTracks.slice(0, TRACKS).map((track) => loopOf(demo.factsOfTrack(track)));
  const before = process.cpuUsage();
  const originals = sounds.map(printOf);
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
      const print = printOf(await change(sound));
      agreements.push({ ...catalog.compare(print, originals[nth]), equal: equalWords(print, originals[nth]) });
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

function equalWords(a, b) {
  const words = new Set(catalog.searchWords(b));
  return catalog.searchWords(a).filter((word) => words.has(word)).length;
}

function secondsSince(before) {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
