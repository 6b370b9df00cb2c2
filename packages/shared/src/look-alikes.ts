// oxlint-disable-next-line typescript/no-require-imports -- it has no types of its own
const { rectifyConfusion } = require('unicode-confusables') as {
  /** Replaces every character by the plainest one that looks like it. */
  rectifyConfusion: (text: string) => string;
};

/** Selectors between the picture and the plain sign of an emoji, which often look the same. */
const VARIATIONS = /[\ufe0e\ufe0f]/g;

/**
 * The look of a name as it is stored: equal for names that look alike. It ignores case, the encoding of characters, and differences
 * between letters that look the same, as in "Nіght" with a Cyrillic і. Folding a folded name does not change it.
 */
export function foldName(name: string): string {
  const normalName = name.normalize('NFKC').replace(VARIATIONS, '');
  // The table knows some letters only with their accents, and others only without.
  const look = looksOf(looksOf(normalName).normalize('NFKD')).normalize('NFKC').replace(/\s+/g, ' ').trim();
  return look === name ? look : foldName(look);
}

/** Like `foldName`, for the name in capitals, so that its case does not count. */
export const foldedCapitals = (name: string): string => foldName(name.normalize('NFKC').toUpperCase());

/**
 * The looks of a name as written and in capitals. They differ where the two forms of a letter look like different letters: Ν like
 * N, ν like v. Names that share a look look alike.
 */
export const foldsOf = (name: string): string[] => [...new Set([foldName(name), foldedCapitals(name)])];

/** Whether two names count as one. */
export const lookAlike = (a: string, b: string): boolean => foldsOf(a).some((fold) => foldsOf(b).includes(fold));

const looksOf = (text: string) => [...text].map(lookOf).join('');

/** The plain letter that a sign looks like, as written or else in its other case. I, l and 1 become one, and so do O and 0. */
function lookOf(sign: string): string {
  const small = plainest(sign.toLowerCase());
  return [plainest(sign), small, plainest(sign.toUpperCase())].find(isPlain) ?? small;
}

const plainest = (sign: string) => rectifyConfusion(sign).toLowerCase().replace(/i/g, 'l');

const isPlain = (text: string) => /^[ -~]*$/.test(text);
