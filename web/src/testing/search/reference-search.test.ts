import { activeFilters, NO_FILTERS, type Filters } from '#features/catalog/public/filters/filters.ts';
import { aProduct } from '../a-track';
import { matches, optionsOf } from './facets';
import { referenceSearch, preparedList } from './reference-search';

const with_ = (over: Partial<Filters>): Filters => ({ ...NO_FILTERS, ...over });

test('no filter hides nothing, not even a track without bpm, a fast or a dear one', () => {
  for (const product of [aProduct(), aProduct({ bpm: null }), aProduct({ bpm: 240 }), aProduct({ price: 4000 })])
    expect(matches(product, NO_FILTERS)).toBe(true);
});

test.each([
  [199.99, false],
  [200, true],
  [300, true],
  [300.01, false],
])('the price range includes both its ends: $%p', (price, fits) => {
  expect(matches(aProduct({ price }), with_({ price: [200, 300] }))).toBe(fits);
});

test('a missing bpm counts as 0', () => {
  expect(matches(aProduct({ bpm: null }), with_({ bpm: [0, 100] }))).toBe(true);
  expect(matches(aProduct({ bpm: null }), with_({ bpm: [1, 200] }))).toBe(false);
});

test('bpm includes both its ends, and 200 means 200 and over', () => {
  expect(matches(aProduct({ bpm: 124 }), with_({ bpm: [124, 124] }))).toBe(true);
  expect(matches(aProduct({ bpm: 125 }), with_({ bpm: [100, 124] }))).toBe(false);
  expect(matches(aProduct({ bpm: 230 }), with_({ bpm: [180, 200] }))).toBe(true);
  expect(matches(aProduct({ bpm: 230 }), with_({ bpm: [180, 199] }))).toBe(false);
});

test('1000 at the end of the price means 1000 and over, also when both ends are there', () => {
  for (const price of [1000, 1000.01, 4000]) {
    expect(matches(aProduct({ price }), with_({ price: [300, 1000] }))).toBe(true);
    expect(matches(aProduct({ price }), with_({ price: [1000, 1000] }))).toBe(true);
    expect(matches(aProduct({ price }), with_({ price: [300, 990] }))).toBe(false);
  }
  expect(activeFilters(with_({ price: [300, 1000] }))).toMatchObject([{ label: '$300 and over' }]);
});

test('selections within one facet widen, selections of several facets narrow', () => {
  const filters = with_({ categories: ['Techno', 'Trance'], keys: ['A'] });
  expect(matches(aProduct({ category: 'Trance', music_key: 'A' }), filters)).toBe(true);
  expect(matches(aProduct({ category: 'Techno', music_key: 'B' }), filters)).toBe(false);
  expect(matches(aProduct({ category: 'House', music_key: 'A' }), filters)).toBe(false);
  expect(matches(aProduct({ type: 'Instrumental' }), with_({ types: ['Vocal/Instrumental'] }))).toBe(false);
});

test('products are sorted by id descending', () => {
  const list = preparedList([2, 11, 3].map((id) => aProduct({ id })));
  expect(referenceSearch(list, NO_FILTERS).tracks.map(({ id }) => id)).toEqual([11, 3, 2]);
});

test('options are what the loaded products have: genres by name, keys in musical order, nothing empty', () => {
  const products = [
    aProduct({ category: 'Trance', music_key: 'G#' }),
    aProduct({ category: 'House', music_key: 'A' }),
    aProduct({ category: 'House', music_key: 'C' }),
    aProduct({ category: '', music_key: '' }),
  ];
  expect(optionsOf('categories', products, NO_FILTERS)).toEqual([
    { value: 'House', count: 2 },
    { value: 'Trance', count: 1 },
  ]);
  expect(optionsOf('keys', products, NO_FILTERS).map(({ value }) => value)).toEqual(['A', 'C', 'G#']);
});

test('counts follow the other filters and options never vanish', () => {
  const products = [aProduct({ category: 'House', price: 900 }), aProduct({ category: 'Techno', price: 100 })];
  expect(optionsOf('categories', products, with_({ price: [500, 1000], categories: ['Techno'] }))).toEqual([
    { value: 'House', count: 1 },
    { value: 'Techno', count: 0 },
  ]);
});

test('half and double time and the mode are filters too, with chips of their own', () => {
  const filters = with_({ bpm: [126, 130], halfDouble: true, mode: 'minor' });
  const fits = (bpm: number | null, key_mode: string | null) => matches(aProduct({ bpm, key_mode }), filters);
  expect([fits(128, 'minor'), fits(64, 'minor'), fits(256, 'minor'), fits(100, 'minor'), fits(null, 'minor')]).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect([fits(128, 'major'), fits(128, null)]).toEqual([false, false]);
  expect(activeFilters(filters).map(({ label }) => label)).toEqual(['126 bpm – 130 bpm, half and double', 'Minor']);
  expect(activeFilters(filters)[0]!.without).toMatchObject({ bpm: [0, 200], halfDouble: false, mode: 'minor' });
  expect(activeFilters(with_({ mixes: 4, within: 8 }), { name: 'Halo' })[0]).toMatchObject({
    label: 'Mixes with Halo (±8 %)',
    without: { mixes: null, within: 5 },
  });
});
