import { aProduct } from '../../../../testing/a-track';
import { camelot, keysMix, mixesWith, similarTo, temposMix } from './mixing';

const key = (text: string) => {
  const [music_key, key_mode = null] = text.split(' ');
  return aProduct({ music_key: music_key!, key_mode });
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
  ['A minor', 'A minor', true],
  ['A minor', 'C major', true],
  ['A minor', 'E minor', true],
  ['A minor', 'D minor', true],
  ['A minor', 'G major', false],
  ['A minor', 'A major', false],
  ['C# minor', 'G# minor', true],
  ['A minor', 'B minor', false],
])('with both modes known, %s and %s mix: %s', (one, other, fits) => {
  expect(keysMix(key(one), key(other))).toBe(fits);
  expect(keysMix(key(other), key(one))).toBe(fits);
});

test.each([
  ['A', 'A minor', true],
  ['A', 'E', true],
  ['A minor', 'D', true],
  ['A', 'C', false],
  ['', 'A', false],
])('with a mode missing, %p and %p mix: %s', (one, other, fits) => {
  expect(keysMix(key(one), key(other))).toBe(fits);
  expect(keysMix(key(other), key(one))).toBe(fits);
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
])('%p and %p bpm mix: %s', (one, other, fits) => {
  expect(temposMix(one, other)).toBe(fits);
  expect(temposMix(other, one)).toBe(fits);
});

test('no track mixes with itself', () => {
  expect(mixesWith(aProduct({ id: 1 }), aProduct({ id: 1 }))).toBe(false);
  expect(mixesWith(aProduct({ id: 1 }), aProduct({ id: 2 }))).toBe(true);
});

test('similar is genre before tempo and key, then the store, then the newer', () => {
  const products = [
    aProduct({ id: 1 }),
    aProduct({ id: 2, category: 'House', bpm: 128, store_name: 'Other' }),
    aProduct({ id: 3, category: 'Techno', bpm: 90, music_key: 'C', store_name: 'Other' }),
    aProduct({ id: 4, category: 'Techno', store_name: 'Other' }),
    aProduct({ id: 5, category: 'Trance', bpm: 90, music_key: 'C', store_name: 'Other' }),
  ];
  expect(similarTo(products[0]!, products, 4).map(({ id }) => id)).toEqual([4, 3, 2, 5]);
  expect(similarTo({ id: 9, store_name: 'Night Works' }, products, 2).map(({ id }) => id)).toEqual([1, 5]);
});

test('a track of the same genre comes before one that shares all but the genre', () => {
  const model = aProduct({ id: 1, category: 'Techno', bpm: 130, music_key: 'A', key_mode: 'minor', store_name: 'Night Works' });
  const kin = aProduct({ id: 2, category: 'Techno', bpm: 90, music_key: 'D#', key_mode: 'minor', store_name: 'Elsewhere' });
  const stranger = { ...model, id: 3, category: 'House' };
  expect(similarTo(model, [stranger, kin], 2).map(({ id }) => id)).toEqual([2, 3]);
});
