import { aLoop, music, MUSIC_RATE, randomOf } from '../testing/music';
import { compare, isPreviewOf } from './compare';
import {
  bytesOf,
  createFingerprint,
  fingerprintOf,
  hashOf,
  isMonotonous,
  searchWords,
  WORDS_PER_SECOND,
  type Fingerprint,
} from './fingerprint';

function printOf(samples: Float32Array, rate = MUSIC_RATE, block = 5000): Fingerprint {
  const fingerprint = createFingerprint(rate);
  for (let at = 0; at < samples.length; at += block) fingerprint.add([samples.subarray(at, at + block)]);
  return fingerprint.finish();
}

const original = music(1, 24);
const print = printOf(original);
const changed = (change: (sample: number, second: number) => number) =>
  Float32Array.from(original, (sample, i) => change(sample, i / MUSIC_RATE));

function joined(...parts: Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

test('has 21.5 words a second, whatever the blocks and channels that it is read in, in four bytes each', () => {
  expect(print.words.length / 24).toBeGreaterThan(WORDS_PER_SECOND - 0.6);
  expect(printOf(original, MUSIC_RATE, 77)).toEqual(print);
  const stereo = createFingerprint(MUSIC_RATE);
  stereo.add([original, original]);
  expect(stereo.finish()).toEqual(print);
  const bytes = bytesOf(print);
  expect(bytes).toHaveLength(4 * print.words.length);
  expect(fingerprintOf(bytes)).toEqual(print);
  expect(hashOf(bytes)).toMatch(/^[0-9a-f]{64}$/);
  expect(hashOf(bytes)).not.toBe(hashOf(bytesOf(printOf(music(2, 12)))));
});

const random = randomOf(5);
const SAME: [string, () => Float32Array][] = [
  ['half as loud', () => changed((sample) => sample / 2)],
  ['with fades', () => changed((sample, second) => sample * Math.min(1, second / 3, (24 - second) / 4))],
  ['with its intro cut', () => original.subarray(Math.round(2.3 * MUSIC_RATE))],
  ['with noise', () => changed((sample) => sample + 0.017 * (random() - 0.5))],
  [
    'with a tag every five seconds',
    () =>
      changed(
        (sample, second) => sample + (second % 5 < 1 ? 0.12 * Math.sin(2 * Math.PI * (200 + 90 * (second % 1)) * second) : 0),
      ),
  ],
  ['behind another recording', () => joined(music(3, 10), original)],
];

test.each(SAME)('a recording %s is the same', (_name, make) => {
  const agreement = compare(printOf(make()), print);
  expect(agreement).toMatchObject({ likeness: 'same' });
  expect(agreement!.bitError).toBeLessThan(0.18);
});

test('what agrees is said in seconds of the first recording, and where the second one is then', () => {
  const late = printOf(joined(music(3, 10), original));
  const agreement = compare(late, print)!;
  expect(agreement.shiftSeconds).toBeCloseTo(-10, 1);
  expect(Math.abs(agreement.fromSeconds - 10)).toBeLessThan(2.5);
  expect(Math.abs(agreement.toSeconds - 34)).toBeLessThan(2.5);
});

test('a part of a minute that two recordings share makes them similar, not the same', () => {
  const shared = joined(music(7, 30), original, music(8, 20));
  const second = joined(music(9, 25), original, music(10, 25));
  expect(compare(printOf(shared), printOf(second))).toMatchObject({ likeness: 'similar' });
});

test('pieces that are not the same music do not agree', () => {
  const prints = Array.from({ length: 12 }, (_, seed) => printOf(music(100 + seed, 14)));
  for (const [i, a] of prints.entries()) for (const b of prints.slice(i + 1)) expect(compare(a, b)).toBeUndefined();
});

test('a tone and silence say too little to be compared or found', () => {
  const tone = printOf(Float32Array.from({ length: 20 * MUSIC_RATE }, (_, i) => 0.5 * Math.sin(i / 4)));
  const silence = printOf(new Float32Array(20 * MUSIC_RATE));
  for (const plain of [tone, silence]) {
    expect(isMonotonous(plain)).toBe(true);
    expect(searchWords(plain)).toEqual([]);
    expect(compare(plain, plain)).toBeUndefined();
  }
});

test('a preview of the most regular loop is known beside its master, and beside no other loop or piece', () => {
  const loops = Array.from({ length: 6 }, (_, seed) => aLoop(1 + 7 * seed, 60));
  const masters = loops.map((loop) => printOf(loop));
  for (const [i, loop] of loops.entries()) {
    const part = loop.subarray(3333, 3333 + 30 * MUSIC_RATE).map((sample) => 0.6 * sample + 0.004 * (random() - 0.5));
    const preview = printOf(part);
    expect(isMonotonous(masters[i]!)).toBe(true);
    expect(compare(preview, masters[i]!)).toBeUndefined();
    expect(masters.map((master) => isPreviewOf(preview, master))).toEqual(masters.map((_, k) => k === i));
    expect(isPreviewOf(preview, print) || isPreviewOf(print, masters[i]!)).toBe(false);
  }
});

test('a short preview is known beside its master, and no other piece beside it', () => {
  const preview = printOf(original.subarray(5 * MUSIC_RATE, 11 * MUSIC_RATE));
  expect(isPreviewOf(preview, print)).toBe(true);
  const strangers = Array.from({ length: 12 }, (_, seed) => printOf(music(100 + seed, 14)));
  expect(strangers.some((stranger) => isPreviewOf(preview, stranger) || isPreviewOf(stranger, print))).toBe(false);
});

test('a clip is found by all its words, a track by a quarter, which are the same wherever the sound begins', () => {
  expect(searchWords(print)).toEqual([...new Set(print.words)]);
  const track = printOf(joined(original, music(11, 40)));
  const words = searchWords(track);
  expect(words.length / new Set(track.words).size).toBeGreaterThan(0.15);
  expect(words.length / new Set(track.words).size).toBeLessThan(0.35);
  const vocabulary = new Set(words);
  const shared = searchWords(printOf(joined(original, music(12, 40)))).filter((word) => vocabulary.has(word));
  expect(shared.length).toBeGreaterThan(50);
});
