/** Letters that people type in another way, or that have two forms. */
const TYPED: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ' };

/** The form in which texts are compared: lower case, without accents, apostrophes and invisible marks. */
const plain = (text: string) =>
  text
    .replace(/[‘’´]/g, "'") // NFKD would put a blank into ´.
    .normalize('NFKD')
    .replace(/[\p{Diacritic}\p{Cf}']/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđıς]/g, (letter) => TYPED[letter] ?? letter);

/** The most different words of a search; further words are ignored, so that a search stays quick. */
const MOST_WORDS = 8;

/** The signs that separate words as blanks do; # belongs to the name of a key. */
const SIGNS = /(?:(?!#)[\p{P}+|])+/u;

/** The parts of each text between blanks, split at signs. Blanks around the signs that join two words count as part of them. */
const partsOf = (text: string): string[][] =>
  plain(text)
    .replace(/\s*([&/+])\s*/g, '$1')
    .split(/\s+/)
    .map((word) => word.split(SIGNS).filter(Boolean))
    .filter((parts) => parts.length > 0);

/** Whether parts are initials, as in R&B; each alone would be in almost every text. */
const areInitials = (parts: readonly string[]) => parts.length > 1 && parts.every((part) => /^[a-z\d]$/.test(part));

/** The different words of a search, in compared form. */
export const wordsOf = (text: string) =>
  [...new Set(partsOf(text).flatMap((parts) => (areInitials(parts) ? parts.join('') : parts)))].slice(0, MOST_WORDS);

/**
 * The words of a text that is searched, in compared form with blanks between them. Words with signs between them are also there as
 * one word, as "Lo-Fi" is often typed.
 */
export const searched = (text: string) =>
  partsOf(text)
    .flatMap((parts) => (parts.length > 1 ? [...parts, parts.join('')] : parts))
    .join(' ');

/** Whether a text has every word of a search (`wordsOf`); none at all is in every text. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const comparedText = searched(text);
  return words.every((word) => comparedText.includes(word));
}

/** The searched words of a track: those of its name, store and genre. */
export const searchText = ({ name, store_name, category }: { name: string; store_name: string; category: string }) =>
  [name, store_name, category].map(searched).join(' ');

/** The longest word that is corrected: each of its letters is a bit of a number. */
const LONGEST = 32;

/** How many letters of a word may be wrong, missing, too many or swapped: none below 4 letters, one below 8, else two. */
export const slipsIn = ({ length }: string) => (length < 4 || length > LONGEST ? 0 : length < 8 ? 1 : 2);

/** The most different words of a search that are corrected. Further unknown words find nothing, so that a search stays quick. */
export const MOST_CORRECTED = 4;

/**
 * Compares words with one of at most 32 letters.
 * @returns the fewest differences between it and a beginning of the other word; more than `most` count as one more. A column of
 * the table of distances is two numbers with a bit for each letter, set where the distance grows or shrinks by one from the
 * letter before (Hyyrö 2003, with swapped neighbours).
 */
function comparedWith(word: string) {
  const places = new Int32Array(2 ** 16);
  for (let i = 0; i < word.length; i++) places[word.charCodeAt(i)] = (places[word.charCodeAt(i)] ?? 0) | (1 << i);
  const last = 1 << (word.length - 1);
  return (otherWord: string, most: number) => {
    const end = Math.min(otherWord.length, word.length + most);
    let least = most + 1;
    let slips = word.length;
    let grows = -1;
    let shrinks = 0;
    let same = 0;
    let before = 0;
    // Each remaining letter can correct at most one slip.
    for (let j = 0; slips - end + j < least && j < end; j++) {
      const at = places[otherWord.charCodeAt(j)] ?? 0;
      const swapped = ((~same & at) << 1) & before;
      same = (((at & grows) + grows) ^ grows) | at | shrinks | swapped;
      const more = shrinks | ~(same | grows);
      const fewer = same & grows;
      if (more & last) slips++;
      if (fewer & last) slips--;
      const next = (more << 1) | 1;
      grows = (fewer << 1) | ~(same | next);
      shrinks = same & next;
      before = at;
      if (slips < least) least = slips;
    }
    return least;
  };
}

/** The letters of a text as bits, several letters to a bit. */
export function lettersIn(text: string): number {
  let bits = 0;
  for (let i = 0; i < text.length; i++) bits |= 1 << (text.charCodeAt(i) & 31);
  return bits;
}

function isMore(bits: number, most: number): boolean {
  let bitsLeft = bits;
  for (let count = 0; count < most; count++) bitsLeft &= bitsLeft - 1;
  return bitsLeft !== 0;
}

/**
 * The words of a vocabulary whose beginnings are most like a word that it lacks, for typing errors
 * (docs/product/catalogue.md#search). Empty when none is like it. Both sides are in compared form; `letters` are the `lettersIn` of
 * each word of the vocabulary.
 */
export function wordsLike(
  word: string,
  vocabulary: readonly string[],
  letters: readonly number[] = vocabulary.map(lettersIn),
): string[] {
  let most = slipsIn(word);
  let closest: string[] = [];
  if (most === 0) return closest;
  const wordLetters = lettersIn(word);
  const slipsTo = comparedWith(word);
  vocabulary.forEach((otherWord, at) => {
    // Each letter that the other word lacks is at least one slip; this test alone skips most words.
    if (otherWord.length < word.length - most || isMore(wordLetters & ~(letters[at] ?? 0), most)) return;
    const slips = slipsTo(otherWord, most);
    if (slips > most) return;
    if (slips < most) closest = [];
    most = slips;
    closest.push(otherWord);
  });
  return closest;
}
