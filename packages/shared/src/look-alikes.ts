// oxlint-disable-next-line typescript/no-require-imports -- it has no types of its own
const { rectifyConfusion } = require('unicode-confusables') as {
  /** Replaces every character by the plainest one that looks like it. */
  rectifyConfusion: (text: string) => string;
};

/**
 * A form of a name that is equal for names that look alike. It ignores case, the way characters are encoded, and differences between
 * letters that look the same, as in "Nіght" with a Cyrillic і. Folding a folded name does not change it.
 */
export const folded = (name: string): string =>
  [...name.normalize('NFKC').toLowerCase()].map(lookOf).join('').replace(/\s+/g, ' ').trim();

/** The plain letter that a character looks like, in its small or else its capital form. I, l and 1 become one, and so do O and 0. */
function lookOf(sign: string): string {
  const small = rectifyConfusion(sign).toLowerCase();
  if (isPlain(small)) return small.replace(/i/g, 'l');
  const capital = rectifyConfusion(sign.toUpperCase()).toLowerCase();
  return isPlain(capital) ? capital.replace(/i/g, 'l') : small;
}

const isPlain = (text: string) => /^[ -~]*$/.test(text);
