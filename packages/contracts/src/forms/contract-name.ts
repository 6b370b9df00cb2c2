/** The characters of Latin names, with the signs that stand between letters. */
const LATIN = '\\x20-\\x7e\\xa0-\\xff\\u2010-\\u2015\\u2018-\\u201e\\u2026';
/** The rest of what the typefaces of every contract have: Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew. */
const EUROPEAN =
  '\\u0100-\\u024f\\u0300-\\u034f\\u0370-\\u03ff\\u0400-\\u0525\\u0531-\\u0556\\u0559-\\u055f\\u0561-\\u0587\\u05b0-\\u05c3\\u05d0-\\u05ea\\u05f0-\\u05f4\\u10a0-\\u10c5\\u10d0-\\u10fc\\u1e00-\\u1ef9\\u1f00-\\u1fff';
/** Scripts with a typeface of their own, which has Latin too. */
const OWN = {
  arabic: '\\u0600-\\u06ff\\u0750-\\u077f',
  bengali: '\\u0980-\\u09fe',
  devanagari: '\\u0900-\\u0950\\u0955-\\u097f',
  ethiopic: '\\u1200-\\u139f\\u2d80-\\u2dde',
  gujarati: '\\u0a80-\\u0aff',
  gurmukhi: '\\u0a00-\\u0a76',
  kannada: '\\u0c80-\\u0cdb\\u0cdd-\\u0cf3',
  khmer: '\\u1780-\\u17f9',
  lao: '\\u0e80-\\u0edf',
  malayalam: '\\u0d00-\\u0d7f',
  myanmar: '\\u1000-\\u109f\\uaa60-\\uaa7f',
  sinhala: '\\u0d80-\\u0df4',
  tamil: '\\u0b80-\\u0bfa',
  telugu: '\\u0c00-\\u0c5b\\u0c5d-\\u0c7f',
  thai: '\\u0e01-\\u0e5b',
};
const JOINERS = '\\u200c\\u200d';

const SPELLED = [`${LATIN}${EUROPEAN}`, ...Object.values(OWN).map((script) => `${LATIN}${JOINERS}${script}`)].map(
  (characters) => new RegExp(`^[${characters}]*$`, 'u'),
);

export const NOT_SPELLED = 'Our contracts have no letters for this name. Please write it in Latin letters, as in your passport.';

/**
 * Whether a contract can name a person so: all in one of the scripts that its typefaces have, beside which Latin may stand. What a
 * typeface lacks would be a "?" in the contract.
 */
export const contractSpells = (name: string): boolean => SPELLED.some((characters) => characters.test(name.normalize('NFC')));

/** The field that must be spelled otherwise, because the contract has both names in one line; null when it can have them so. */
export const unspelled = (firstName: string, lastName: string): 'firstName' | 'lastName' | null => {
  if (contractSpells(`${firstName} ${lastName}`)) return null;
  return contractSpells(firstName) ? 'lastName' : 'firstName';
};
