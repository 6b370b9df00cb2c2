/** A text as it is compared: lower case, without accents. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** The words of a text as they are compared. */
export const wordsOf = (text: string) => plain(text).split(/\s+/).filter(Boolean);

/** What a search looks in: name, store and genre of a track, as they are compared. */
export const searchText = ({ name, store_name, category }: { name: string; store_name: string; category: string }) =>
  plain(`${name} ${store_name} ${category}`);

/** How many letters of a word may be wrong, missing, too many or swapped: none below 4 letters, one below 8, else two. */
const slipsIn = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/**
 * How many different words of a search are corrected at most. Another one that no track has finds nothing, so that a search stays
 * quick.
 */
export const MOST_CORRECTED = 4;

const FAR = 1000;
/** In how many letters a word differs from the beginning of another that is most like it; `most` and more count as the same. */
function slipsTo(word: string, other: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: word.length + 1 }, (_, i) => i);
  let least = word.length;
  for (let j = 1; j <= Math.min(other.length, word.length + most); j++) {
    const row = [j];
    for (let i = 1; i <= word.length; i++) {
      const [one, two] = [word[i - 1], other[j - 1]];
      const isSwap = i > 1 && j > 1 && one === other[j - 2] && word[i - 2] === two;
      row[i] = Math.min(
        (last[i] ?? FAR) + 1,
        (row[i - 1] ?? FAR) + 1,
        (last[i - 1] ?? FAR) + (one === two ? 0 : 1),
        isSwap ? (before[i - 2] ?? FAR) + 1 : FAR,
      );
    }
    least = Math.min(least, row.at(-1) ?? FAR);
    if (Math.min(...row) > most) break;
    [before, last] = [last, row];
  }
  return least;
}

/** The letters of a text as bits, several letters to a bit. */
function lettersIn(text: string): number {
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
 * (docs/product/catalogue.md#search). Empty when nothing is like it. Both sides as they are compared.
 */
export function wordsLike(word: string, vocabulary: Iterable<string>): string[] {
  let most = slipsIn(word);
  let found: string[] = [];
  if (most === 0) return found;
  const letters = lettersIn(word);
  for (const other of vocabulary) {
    // each letter that the other lacks is a slip at least; most words are passed over by that alone
    if (isMore(letters & ~lettersIn(other), most)) continue;
    const slips = slipsTo(word, other, most);
    if (slips > most) continue;
    if (slips < most) found = [];
    most = slips;
    found.push(other);
  }
  return found;
}
