/** Letters that people type in another way, or that have two forms. */
const TYPED: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ' };

/** A text as it is compared: lower case, without accents and apostrophes. */
const plain = (text: string) =>
  text
    .replace(/[‘’´]/g, "'") // NFKD would put a blank into ´
    .normalize('NFKD')
    .replace(/[\p{Diacritic}']/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđıς]/g, (letter) => TYPED[letter] ?? letter);

/** How many different words of a search count; those behind them are passed over, so that a search stays quick. */
const MOST_WORDS = 8;

/** The different words of a search as they are compared. */
export const wordsOf = (text: string) => [...new Set(plain(text).split(/\s+/).filter(Boolean))].slice(0, MOST_WORDS);

/** What a search looks in: name, store and genre of a track, as they are compared. */
export const searchText = ({ name, store_name, category }: { name: string; store_name: string; category: string }) =>
  plain(`${name} ${store_name} ${category}`);

/** The longest word that is corrected: each of its letters is a bit of a number. */
const LONGEST = 32;

/** How many letters of a word may be wrong, missing, too many or swapped: none below 4 letters, one below 8, else two. */
const slipsIn = ({ length }: string) => (length < 4 || length > LONGEST ? 0 : length < 8 ? 1 : 2);

/**
 * How many different words of a search are corrected at most. Another one that no track has finds nothing, so that a search stays
 * quick.
 */
export const MOST_CORRECTED = 4;

/**
 * Compares others with a word of at most 32 letters. → in how many letters it differs from the beginning of another that is most like it;
 * more than `most` count as one more. A column of the table of distances is two numbers with a bit for each letter, set where the distance
 * grows or shrinks by one from the letter before (Hyyrö 2003, with swapped neighbours).
 */
function comparedWith(word: string) {
  const places = new Int32Array(2 ** 16);
  for (let i = 0; i < word.length; i++) places[word.charCodeAt(i)] = (places[word.charCodeAt(i)] ?? 0) | (1 << i);
  const last = 1 << (word.length - 1);
  return (other: string, most: number) => {
    const end = Math.min(other.length, word.length + most);
    let least = most + 1;
    let slips = word.length;
    let grows = -1;
    let shrinks = 0;
    let same = 0;
    let before = 0;
    // each letter that is left mends one slip at most
    for (let j = 0; slips - end + j < least && j < end; j++) {
      const at = places[other.charCodeAt(j)] ?? 0;
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

/** Whether more than `most` bits are set. */
function isMore(bits: number, most: number): boolean {
  let left = bits;
  for (let cleared = 0; cleared < most; cleared++) left &= left - 1;
  return left !== 0;
}

/**
 * The words of a vocabulary whose beginning is most like a word that is not among them, for typing errors
 * (docs/product/catalogue.md#search). Empty when nothing is like it. Both sides as they are compared; `letters` are those of each word of
 * the vocabulary.
 */
export function wordsLike(
  word: string,
  vocabulary: readonly string[],
  letters: readonly number[] = vocabulary.map(lettersIn),
): string[] {
  let most = slipsIn(word);
  let found: string[] = [];
  if (most === 0) return found;
  const wanted = lettersIn(word);
  const slipsTo = comparedWith(word);
  vocabulary.forEach((other, at) => {
    // each letter that the other lacks is a slip at least; most words are passed over by that alone
    if (other.length < word.length - most || isMore(wanted & ~(letters[at] ?? 0), most)) return;
    const slips = slipsTo(other, most);
    if (slips > most) return;
    if (slips < most) found = [];
    most = slips;
    found.push(other);
  });
  return found;
}
