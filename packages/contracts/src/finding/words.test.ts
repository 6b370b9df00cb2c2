import fc from 'fast-check';
import { searchText, wordsLike, wordsOf } from './words';

test('words are compared without regard to case and accents', () => {
  expect(wordsOf('  Café  NOIR ')).toEqual(['cafe', 'noir']);
  expect(searchText({ name: 'Über', store_name: 'Zen', category: 'Drum & Bass' })).toBe('uber zen drum bass drumbass');
});

test.each([
  ["I'm", 'I’m'],
  ["I'm", 'I´m'],
  ["I'm", 'I\uff07m'],
  ['dont', "Don't"],
  ['not', 'NØT'],
  ['lza', 'Łza'],
  ['dong', 'Đông'],
  ['isik', 'Işık'],
  ['STRASSE', 'Straße'],
  ['aether', 'Æther'],
  ['coeur', 'Cœur'],
  ['ｎｉｇｈｔ', 'Night'],
  ['κοσμος', 'ΚΌΣΜΟΣ'],
])('%j and %j are the same word', (a, b) => expect(wordsOf(a)).toEqual(wordsOf(b)));

const finds = (q: string, name: string) => {
  const text = searchText({ name, store_name: '', category: '' });
  return wordsOf(q).length > 0 && wordsOf(q).every((word) => text.includes(word));
};

test.each([
  ['Mother-of-Pearl', 'Mother of Pearl'],
  ['mother of pearl', 'Mother-of-Pearl'],
  ['mother\u2010of\u2013pearl', 'Mother–of—Pearl'],
  ['lofi', 'Lo-Fi Nights'],
  ['lo-fi', 'Lofi Nights'],
  ['lo.fi', 'Lo/Fi'],
  ['drum&bass', 'Drum & Bass'],
  ['drum & bass', 'Drum&Bass'],
  ['drum bass', 'Drum/Bass'],
  ['R&B', 'R & B Nights'],
  ['r & b', 'R&B'],
  ['u.k. garage', 'UK Garage'],
  ['night, drive', 'Night Drive'],
  ['feat ann', 'Halo (feat. Ann)'],
  ['no_one', 'No One'],
  ['f#', 'In F# Minor'],
  ['می\u200cخواهم', 'میخواهم'],
  ['ni\u200bght', 'Night'],
])('%j finds %j', (q, name) => expect(finds(q, name)).toBe(true));

test.each([
  ['r&b', 'Bright River'],
  ['f#', 'Fine'],
  ['-', 'Night-Drive'],
])('%j does not find %j', (q, name) => expect(finds(q, name)).toBe(false));

test('an incomplete word in Greek capitals is found', () => {
  expect(searchText({ name: 'Κόσμος', store_name: '', category: '' })).toContain(wordsOf('ΚΟΣ')[0]);
});

test('the different words of a search count, eight at most', () => {
  expect(wordsOf('night NIGHT drive night')).toEqual(['night', 'drive']);
  expect(wordsOf('a b c d e f g h i j')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
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

test('a word of more than 32 letters is compared with none', () => {
  const word = 'abcdefghijklmnopqrstuvwxyzabcdef';
  expect(wordsLike(word, [`x${word}`])).toEqual([`x${word}`]);
  expect(wordsLike(`${word}g`, [`x${word}g`])).toEqual([]);
});

/** The fewest differences between a word and a beginning of another, by the definition. */
function slipsTo(word: string, candidate: string): number {
  const table: number[][] = Array.from({ length: candidate.length + 1 }, (_, j) => [j]);
  for (let i = 0; i <= word.length; i++) table[0]![i] = i;
  for (let j = 1; j <= candidate.length; j++)
    for (let i = 1; i <= word.length; i++) {
      const cost = word[i - 1] === candidate[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && word[i - 1] === candidate[j - 2] && word[i - 2] === candidate[j - 1];
      table[j]![i] = Math.min(
        table[j - 1]![i]! + 1,
        table[j]![i - 1]! + 1,
        table[j - 1]![i - 1]! + cost,
        swapped ? table[j - 2]![i - 2]! + 1 : Infinity,
      );
    }
  return Math.min(...table.map((row) => row.at(-1)!));
}

test.each([
  ['few letters', 'ab', 4, 12],
  ['more letters', 'abcdeé', 4, 12],
  ['many letters', 'ab', 28, 32],
])('the words found are those with the fewest slips: %s', (_, alphabet, minLength, maxLength) => {
  const text = (least: number) => fc.string({ unit: fc.constantFrom(...alphabet), minLength: least, maxLength: maxLength + 4 });
  const word = fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength });
  fc.assert(
    fc.property(word, fc.array(text(0), { maxLength: 8 }), (searched, vocabulary) => {
      const slips = vocabulary.map((word) => slipsTo(searched, word));
      const least = Math.min(...slips);
      const near = least > (searched.length < 8 ? 1 : 2) ? [] : vocabulary.filter((_, at) => slips[at] === least);
      expect(wordsLike(searched, vocabulary)).toEqual(near);
    }),
    { numRuns: 2000 },
  );
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
    fc.property(letters, slip, letters, (word, edit, more) => {
      const candidate = slipped(word, edit) + more;
      expect(wordsLike(word, [candidate])).toEqual([candidate]);
    }),
    { numRuns: 2000 },
  );
});

test('a word of 8 letters and more is found with a slip in each half', () => {
  fc.assert(
    fc.property(letters, letters, slip, slip, (half, rest, first, second) => {
      const meant = slipped(half, first) + slipped(rest, second);
      expect(wordsLike(half + rest, [meant])).toEqual([meant]);
    }),
    { numRuns: 2000 },
  );
});
