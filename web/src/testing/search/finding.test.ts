import { aProduct } from '../a-track';
import { search, searchIndex, sorted } from './finding';

const crate = [
  aProduct({ id: 4, name: 'Café Noir', price: 300, bpm: null, play_count: 2, store_name: 'Zen' }),
  aProduct({ id: 3, name: 'Night Drive', price: 200, bpm: 140, play_count: 9 }),
  aProduct({ id: 2, name: 'Halo', price: 300, bpm: 90, play_count: 2, store_name: 'Night Works' }),
];
const ids = (products: readonly { id: number }[]) => products.map(({ id }) => id);

test.each([
  ['newest', [4, 3, 2]],
  ['price-low', [3, 4, 2]],
  ['price-high', [4, 2, 3]],
  ['slowest', [2, 3, 4]],
  ['fastest', [3, 2, 4]],
  ['played', [3, 4, 2]],
] as const)('sorted by %s; the newer first among equals, no tempo last', (sort, expected) => {
  expect(ids(sorted(crate, sort))).toEqual(expected);
});

test.each([
  ['night', [3, 2]],
  ['NIGHT drive', [3]],
  ['works halo', [2]],
  ['cafe', [4]],
  ['café', [4]],
  ['  ', [4, 3, 2]],
  ['techno works', [3, 2]],
  ['night-drive', [3]],
  ['zen/noir', [4]],
  ['nihgt', [3, 2]],
  ['nohting', []],
  ['nothing', []],
])('%p is looked for in names and stores, word by word', (text, expected) => {
  expect(ids(search(searchIndex(crate), text))).toEqual(expected);
});

test.each([
  ['undreground melodik nihgt dirve', [1]],
  ['nihgt nihgt nihgt nihgt nihgt', [1]],
  ['undreground melodik nihgt dirve sunste', []],
])('no more than four words are corrected: %p', (text, expected) => {
  const long = aProduct({ id: 1, name: 'Underground Melodic Night Drive Sunset' });
  expect(ids(search(searchIndex([long]), text))).toEqual(expected);
});
