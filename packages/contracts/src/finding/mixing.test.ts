import { camelot, keyInWords, keysMix, keyText, mixesWith, temposMix } from './mixing';

const key = (text: string) => {
  const [music_key, key_mode = null] = text.split(' ');
  return { music_key: music_key!, key_mode };
};

test.each([
  ['A minor', '8A'],
  ['C major', '8B'],
  ['E minor', '9A'],
  ['G major', '9B'],
  ['D minor', '7A'],
  ['C# minor', '12A'],
  ['G# minor', '1A'],
  ['B major', '1B'],
  ['F# major', '2B'],
  ['F minor', '4A'],
])('%s is %s on the Camelot wheel', (text, place) => {
  expect(camelot(key(text))).toBe(place);
});

test.each([
  ['G# minor', 'G#m · 1A'],
  ['C major', 'C · 8B'],
  ['A', 'A'],
  ['', ''],
])('%s is read as %s', (text, label) => {
  expect(keyText(key(text))).toBe(label);
});

test.each([
  ['G# minor', 'G sharp minor'],
  ['C major', 'C major'],
  ['A', 'A'],
  ['', 'key unknown'],
])('%s is said as %s', (text, words) => {
  expect(keyInWords(key(text))).toBe(words);
});

test.each([
  ['A minor', 'A minor', true],
  ['A minor', 'C major', true],
  ['A minor', 'E minor', true],
  ['A minor', 'D minor', true],
  ['A minor', 'G major', false],
  ['A minor', 'A major', false],
  ['C# minor', 'G# minor', true],
  ['A minor', 'B minor', false],
])('with both modes known, %s and %s mix: %s', (first, second, fits) => {
  expect(keysMix(key(first), key(second))).toBe(fits);
  expect(keysMix(key(second), key(first))).toBe(fits);
});

test.each([
  ['A', 'A minor', true],
  ['A', 'E', true],
  ['A minor', 'D', true],
  ['A', 'C', false],
  ['', 'A', false],
])('with a mode missing, %p and %p mix: %s', (first, second, fits) => {
  expect(keysMix(key(first), key(second))).toBe(fits);
  expect(keysMix(key(second), key(first))).toBe(fits);
});

test.each([
  [128, 128, true],
  [128, 134, true],
  [128, 135, false],
  [140, 70, true],
  [86, 174, true],
  [86, 150, false],
  [null, 128, false],
  [128, 0, false],
])('%p and %p bpm mix: %s', (first, second, fits) => {
  expect(temposMix(first, second)).toBe(fits);
  expect(temposMix(second, first)).toBe(fits);
});

test('no track mixes with itself', () => {
  const track = { id: 1, bpm: 128, music_key: 'A', key_mode: null };
  expect(mixesWith(track, track)).toBe(false);
  expect(mixesWith(track, { ...track, id: 2 })).toBe(true);
});

test('the tempo may change by a chosen percent', () => {
  expect(temposMix(128, 138)).toBe(false);
  expect(temposMix(128, 138, 8)).toBe(true);
  expect(temposMix(128, 130, 1)).toBe(false);
});
