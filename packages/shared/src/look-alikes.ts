// oxlint-disable-next-line typescript/no-require-imports -- it has no types of its own
const { rectifyConfusion } = require('unicode-confusables') as {
  /** Replaces every character by the plainest one that looks like it. */
  rectifyConfusion: (text: string) => string;
};

/** What asks for the picture or the plain sign of an emoji; many look the same with and without it. */
const VARIATIONS = /[\ufe0e\ufe0f]/g;

/**
 * How a name looks, as it is kept: a form that is equal for names that look alike. It ignores the case of letters, the way characters are
 * encoded, and differences between letters that look the same, as in "Nіght" with a Cyrillic і. Folding a folded name does not change it.
 */
export function folded(name: string): string {
  const encoded = name.normalize('NFKC').replace(VARIATIONS, '');
  // the table knows some letters with their accents, others it knows only without
  const look = looksOf(looksOf(encoded).normalize('NFKD')).normalize('NFKC').replace(/\s+/g, ' ').trim();
  return look === name ? look : folded(look);
}

/** The same of a name in capitals, so that the case in which it is written does not count. */
export const foldedCapitals = (name: string): string => folded(name.normalize('NFKC').toUpperCase());

/**
 * How a name looks as it is written, and in capitals. They differ where the two forms of a letter look like different ones: Ν like N, ν
 * like v. Names that share one of them look alike.
 */
export const foldsOf = (name: string): string[] => [...new Set([folded(name), foldedCapitals(name)])];

/** Whether two names count as one. */
export const lookAlike = (one: string, other: string): boolean => foldsOf(one).some((fold) => foldsOf(other).includes(fold));

const looksOf = (text: string) => [...text].map(lookOf).join('');

/**
 * The plain letter that a sign looks like as it is written, or else in its small or its capital form. I, l and 1 become one, and so do
 * O and 0.
 */
function lookOf(sign: string): string {
  const small = plainest(sign.toLowerCase());
  return [plainest(sign), small, plainest(sign.toUpperCase())].find(isPlain) ?? small;
}

const plainest = (sign: string) => rectifyConfusion(sign).toLowerCase().replace(/i/g, 'l');

const isPlain = (text: string) => /^[ -~]*$/.test(text);
