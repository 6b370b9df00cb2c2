import { rectifyConfusion } from 'unicode-confusables';

/**
 * Names that look alike are one: without regard to case, to the way their signs are written, and to letters that cannot be told apart,
 * as of "Nіght" with a Cyrillic і. What is folded once stays the same when it is folded again.
 */
export const folded = (name: string): string =>
  [...name.normalize('NFKC').toLowerCase()].map(lookOf).join('').replace(/\s+/g, ' ').trim();

/** The plain letter that a sign looks like, in its small or else its capital form; I, l and 1 are one, and so are O and 0. */
function lookOf(sign: string): string {
  const small = rectifyConfusion(sign).toLowerCase();
  if (isPlain(small)) return small.replace(/i/g, 'l');
  const capital = rectifyConfusion(sign.toUpperCase()).toLowerCase();
  return isPlain(capital) ? capital.replace(/i/g, 'l') : small;
}

const isPlain = (text: string) => /^[ -~]*$/.test(text);
