import { MUSIC_KEYS, type KeyMode } from '@shop/contracts/constants';
import { PRINT_RATE } from '../../fingerprints/fingerprint';
import { contradictsKey, createKeyFinder, type KeyEstimate } from './key';
import { soundOfChords, soundOfPart, sumOf, toneOf, type Samples } from './testing/sounds';

const SECONDS = 16;
const options = { rate: PRINT_RATE };

function estimate([samples]: Samples): KeyEstimate | undefined {
  const finder = createKeyFinder();
  for (let at = 0; at < samples!.length; at += 1881) finder.add(samples!.subarray(at, at + 1881));
  return finder.finish();
}

const SCALES: Record<KeyMode, number[]> = { major: [0, 2, 4, 5, 7, 9, 11], minor: [0, 2, 3, 5, 7, 8, 10] };
/** A progression by the degrees of its chords, with their roots an octave lower. @param tonic semitones above A */
const progression = (tonic: number, mode: KeyMode, degrees: number[]) =>
  degrees.map((degree) => {
    const noteOf = (step: number) => tonic + SCALES[mode][(degree + step) % 7]!;
    return [noteOf(0) - 12, noteOf(0), noteOf(2), noteOf(4)];
  });
const drums = () => soundOfPart(8, SECONDS, { ...options, level: 0.02 });

const PROGRESSIONS: [mode: KeyMode, degrees: number[]][] = [
  ['minor', [0, 3, 4, 0]],
  ['minor', [0, 3, 5, 4]],
  ['minor', [0, 0, 5, 6]],
  ['major', [0, 4, 5, 3]],
  ['major', [0, 5, 3, 4]],
  ['major', [0, 3, 4, 0]],
];

test.each(PROGRESSIONS)('the key of %s chords %j is named under drums, whatever the tonic', (mode, degrees) => {
  for (const tonic of [0, 5, 10]) {
    const sound = sumOf([soundOfChords(progression(tonic, mode, degrees), SECONDS, options), drums()]);
    expect(estimate(sound)).toMatchObject({ tonic: MUSIC_KEYS[tonic], mode });
  }
});

test('a scale is named, also a third of a semitone off concert pitch; half way to the next key none is', () => {
  const scale = (detuned: number) =>
    soundOfChords(
      [0, 2, 3, 5, 7, 8, 10, 0].map((note) => [note + detuned, detuned - 12]),
      SECONDS,
      options,
    );
  expect(estimate(scale(0))).toMatchObject({ tonic: 'A', mode: 'minor' });
  expect(estimate(scale(0.3))).toMatchObject({ tonic: 'A', mode: 'minor' });
  expect(estimate(scale(0.5))).toBeUndefined();
});

test('noise, drums, a drone, silence and a few seconds have no key', () => {
  const noise = [Float32Array.from({ length: SECONDS * PRINT_RATE }, (_, i) => ((i * i * 7919) % 1013) / 1013 - 0.5)];
  const many = sumOf([1, 2, 3, 4].map((seed) => soundOfPart(seed, SECONDS, options)));
  const hum = soundOfChords([[-12, 0, 7, 12]], SECONDS, options);
  const short = soundOfChords(progression(0, 'minor', [0, 3, 4, 0]), 10, options);
  const silence = [new Float32Array(SECONDS * PRINT_RATE)];
  const tone = toneOf(220, SECONDS, options);
  for (const sound of [noise, drums(), many, hum, tone, silence, short]) expect(estimate(sound)).toBeUndefined();
});

test('only a tonic outside of the scale contradicts it: not the relative key, a fifth or another mode', () => {
  const contradicting = (mode: KeyMode, degrees: number[]) => {
    const key = estimate(soundOfChords(progression(0, mode, degrees), SECONDS, options))!;
    return MUSIC_KEYS.filter((declared) => contradictsKey(key, declared));
  };
  expect(contradicting('minor', [0, 3, 4, 0])).toEqual(['A#', 'C#', 'D#', 'F#', 'G#']);
  expect(contradicting('major', [0, 3, 4, 0])).toEqual(['A#', 'C', 'D#', 'F', 'G']);
});
