import { readFilters, writeFilters } from './filter-params';
import { NO_FILTERS, type Filters } from './filters';

const read = (search: string) => readFilters(new URLSearchParams(search));

test('filters survive in the address', () => {
  const filters: Filters = {
    price: [100, 500],
    bpm: [120, 200],
    categories: ['Techno', 'UK Garage'],
    keys: ['F#'],
    types: ['Vocal/Instrumental'],
    extras: ['stems', 'project'],
    halfDouble: true,
    mode: 'minor',
    search: 'night & day',
    mixes: 12,
    within: 8,
    sort: 'price-low',
  };
  const params = writeFilters(new URLSearchParams('view=covers'), filters);
  expect(params.get('view')).toBe('covers');
  expect(readFilters(params)).toEqual(filters);
});

test('choices are the same in any order, and however often they are named', () => {
  expect(read('genre=UK+Garage&genre=Techno&genre=UK+Garage').categories).toEqual(['Techno', 'UK Garage']);
});

test('no filters leave a clean address', () => {
  expect(writeFilters(new URLSearchParams('genre=Techno&price=10-20'), NO_FILTERS).toString()).toBe('');
});

test.each([
  'mixes=abc',
  'sort=constructor',
  'price=abc',
  'mode=blue',
  'within=50',
  'half_double=yes',
  'mixes=4000000000',
  'genre=',
  'with=vocals',
  'price=500-100',
  'bpm=-5',
  'bpm=1-2-3',
  '',
])('nonsense (%p) counts as no filter', (search) => {
  expect(read(search)).toEqual(NO_FILTERS);
});

test('a range is kept within its limits and on its steps', () => {
  expect(read('price=104-5000').price).toEqual([100, 1000]);
  expect(read('bpm=120-999').bpm).toEqual([120, 200]);
});
