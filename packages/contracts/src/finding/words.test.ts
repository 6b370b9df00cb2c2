import fc from 'fast-check';
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

const letters = fc.string({ unit: fc.constantFrom(...'abcdetz09éø東'), minLength: 4, maxLength: 7 });
const slip = fc.record({
  kind: fc.constantFrom('wrong', 'missing', 'more', 'swapped'),
  at: fc.nat(3),
  letter: fc.constantFrom(...'abqx'),
});
type Slip = { kind: string; at: number; letter: string };

function slipped(word: string, { kind, at, letter }: Slip): string {
  const [before, one, rest] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
  if (kind === 'more') return before + letter + one + rest;
  if (kind === 'swapped' && rest) return before + rest.charAt(0) + one + rest.slice(1);
  return before + (kind === 'wrong' ? letter : '') + rest;
}

test('a word of 4 letters and more is found with one slip at any place', () => {
  fc.assert(
    fc.property(letters, slip, letters, (word, made, more) => {
      const other = slipped(word, made) + more;
      expect(wordsLike(word, [other])).toEqual([other]);
    }),
    { numRuns: 2000 },
  );
});

test('a word of 8 letters and more is found with a slip in each half', () => {
  fc.assert(
    fc.property(letters, letters, slip, slip, (half, other, first, second) => {
      const meant = slipped(half, first) + slipped(other, second);
      expect(wordsLike(half + other, [meant])).toEqual([meant]);
    }),
    { numRuns: 2000 },
  );
});
