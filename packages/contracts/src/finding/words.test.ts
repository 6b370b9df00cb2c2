import { searchText, wordsLike, wordsOf } from './words';

test('words are compared without regard to case and accents', () => {
  expect(wordsOf('  Café  NOIR ')).toEqual(['cafe', 'noir']);
  expect(searchText({ name: 'Über', store_name: 'Zen', category: 'Drum & Bass' })).toBe('uber zen drum & bass');
});

const VOCABULARY = ['night', 'drive', 'techno', 'tech', 'melodic', 'underground'];

test.each([
  ['nihgt', ['night']],
  ['nigt', ['night']],
  ['nnight', ['night']],
  ['nipht', ['night']],
  ['tehn', ['techno']],
  ['thecno', []],
  ['undreground', ['underground']],
  ['undregrund', ['underground']],
  ['drv', []],
  ['zzzzzz', []],
])('%p is taken for %p', (word, expected) => {
  expect(wordsLike(word, VOCABULARY)).toEqual(expected);
});
