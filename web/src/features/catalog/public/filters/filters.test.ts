import { activeFilters, NO_FILTERS, rangeText, toggle, type Filters } from './filters';

const with_ = (over: Partial<Filters>): Filters => ({ ...NO_FILTERS, ...over });

test('each active filter can be taken away alone', () => {
  const filters = with_({ price: [100, 500], bpm: [120, 200], categories: ['House', 'Techno'], keys: ['F#'] });
  const active = activeFilters(filters);
  expect(active.map(({ label }) => label)).toEqual(['$100 – $500', '120 bpm and over', 'House', 'Techno', 'Key F#']);
  expect(active[2]!.without).toEqual({ ...filters, categories: ['Techno'] });
  expect(active[0]!.without.price).toEqual([0, 1000]);
  expect(activeFilters(NO_FILTERS)).toEqual([]);
});

test('a range is shown in words', () => {
  expect(rangeText([0, 500], 1000, String)).toBe('up to 500');
  expect(toggle(['a'], 'b')).toEqual(['a', 'b']);
  expect(toggle(['a', 'b'], 'a')).toEqual(['b']);
});
