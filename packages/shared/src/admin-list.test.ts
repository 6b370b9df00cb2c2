import { containing, orderBy, pageOf, sortedBy, windowOf } from './admin-list';

const SORTS = { id: 'o.id', total: 'o.totalCents' };

test('rows that are equal stay in one order, so that pages do not overlap', () => {
  expect(sortedBy(undefined, SORTS, 'o.id')).toEqual({ 'o.id': 'DESC' });
  expect(sortedBy('id', SORTS, 'o.id')).toEqual({ 'o.id': 'ASC' });
  expect(Object.entries(sortedBy('-total', SORTS, 'o.id'))).toEqual([
    ['o.totalCents', 'DESC'],
    ['o.id', 'DESC'],
  ]);
});

test('as SQL, the order is the one of an index; where a value may be missing, such rows come last either way', () => {
  expect(orderBy('-total', SORTS, 'o.id')).toBe('o.totalCents DESC, o.id DESC');
  expect(orderBy('-total', SORTS, 'o.id', ['total'])).toBe('o.totalCents DESC NULLS LAST, o.id DESC');
  expect(orderBy('total', SORTS, 'o.id', ['total'])).toBe('o.totalCents ASC NULLS LAST, o.id DESC');
  expect(orderBy('id', SORTS, 'o.id', ['total'])).toBe('o.id ASC');
});

test.each(['constructor', '--id', 'total desc', 'o.id', ''])('%p is nothing to sort by', (sort) => {
  expect(() => sortedBy(sort, SORTS, 'o.id')).toThrow('Sort by one of id, total');
});

/** Such patterns of Postgres mean the same in JavaScript. */
const matches = (q: string, text: string) => new RegExp(containing(q), 'i').test(text);

test.each([
  ['Mother-of-Pearl', 'the mother of pearl'],
  ['mother of pearl', 'Mother\u2010of–Pearl'],
  ['drum & bass', 'Drum/Bass'],
  ['first.last@example.com', 'first.last@example.com'],
  ['-pearl-', 'Mother of Pearl'],
  ['-', 'Lo-Fi'],
  ['', 'anything'],
  ['100%(a+b)*', '100%(A+B)*'],
  ['میخواهم', 'می\u200cخواهم'],
])('a search for %j finds %j', (q, text) => expect(matches(q, text)).toBe(true));

test.each([
  ['wire 12', 'Wire 112'],
  ['of mother', 'Mother of Pearl'],
  ['a.b', 'axb'],
  ['.*', 'anything'],
  ['[a-z]', 'b'],
])('a search for %j does not find %j', (q, text) => expect(matches(q, text)).toBe(false));

test('an empty list has one page; without a page it is the newest thousand', () => {
  expect(pageOf({ page: 1, limit: 10 }, 0, [])).toMatchObject({ pagination: { total: 0, totalPages: 1 } });
  expect(pageOf({ page: 3, limit: 10 }, 21, ['last']).pagination).toEqual({ page: 3, limit: 10, total: 21, totalPages: 3 });
  expect(windowOf({ page: 3, limit: 10 })).toEqual({ skip: 20, take: 10 });
  expect(windowOf({ limit: 10 })).toEqual({ skip: 0, take: 1000 });
});
