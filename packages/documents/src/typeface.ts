import { JOINED_LETTER } from '@shop/contracts/constants';
import { create, type Font, type Glyph } from 'fontkit';
import { readFileSync } from 'node:fs';
import type PDFDocument from 'pdfkit';

export type Doc = typeof PDFDocument;

/**
 * The styles of a document's text. Every font file is embedded, so that the document looks the same everywhere. Fonts are parsed
 * once, because reading their tables takes longer than setting a document.
 */
export type Typeface = { regular: Font; strong: Font };

export const load = (regular: string, strong: string): Typeface => ({ regular: loadFont(regular), strong: loadFont(strong) });
const loadFont = (path: string) => create(readFileSync(require.resolve(path))) as Font;

/** The words of the clauses are the same in every document, so their layout is computed once. A full cache is emptied. */
const MOST_WORDS = 5000;

type Words = Record<string, unknown>;
const wordsOf = new WeakMap<Font, Words>();

/**
 * Shares the words that pdfkit has laid out in a font among documents; pdfkit remembers them for one document only. The document's
 * current font must be this one.
 */
export function shareWords(font: Font, doc: Doc): void {
  let words = wordsOf.get(font);
  if (!words || Object.keys(words).length > MOST_WORDS) wordsOf.set(font, (words = Object.create(null) as Words));
  fontOf(doc).layoutCache = words;
}

/** The current font of a document; pdfkit's types leave it out. */
export const fontOf = (doc: Doc) => (doc as unknown as { _font: CurrentFont })._font;

type CurrentFont = {
  name: string;
  font: Font;
  /** From the font's units to thousandths of the size. */
  scale: number;
  layoutCache?: Words;
  layout: (text: string, features?: string[], onlyWidth?: boolean) => LaidOut;
};

/** The glyphs of a line and their positions in thousandths of the size; null when only the width was asked for. */
export type LaidOut = { glyphs: Glyph[] | null; positions: object[] | null; advanceWidth: number };

/** IBM Plex has Latin, Cyrillic and Greek. DejaVu is plainer and also has Armenian, Georgian, Hebrew, much of Arabic and many symbols. */
const plex = onFirstUse(() =>
  load(
    '@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf',
    '@expo-google-fonts/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf',
  ),
);
const dejaVu = onFirstUse(() => load('dejavu-fonts-ttf/ttf/DejaVuSans.ttf', 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'));

export function onFirstUse<Value>(make: () => Value): () => Value {
  let instance: Value | undefined;
  return () => (instance ??= make());
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const JOINER = /^[\u200c\u200d]$/;
/** Format and control characters, without joiners after a letter that joins: they decide how the letters beside them are drawn. */
const FORMAT = new RegExp(`(?<![${JOINED_LETTER}])[\u200c\u200d]|(?![\u200c\u200d])\\p{Cf}|\\p{Cc}+`, 'gu');

/** Far more characters than any form accepts. Setting an endless word would block the whole process for seconds. */
const MOST_SIGNS = 600;
/** What is behind is not looked at: a sign seldom has more than one of these units. */
const MOST_UNITS = 8 * MOST_SIGNS;

/**
 * Splits a text into the characters that a reader sees. A conversion to UTF-8 repairs broken surrogates; control characters and
 * direction marks are removed, because a line of a document cannot hold them.
 */
export const signsOf = (text: string) =>
  Array.from(graphemes.segment(Buffer.from(text.slice(0, MOST_UNITS)).toString().normalize('NFC')), ({ segment }) =>
    segment.replace(FORMAT, (mark) => (mark === '\u00ad' ? '' : ' ')),
  ).filter((sign) => sign !== '');

/** Whether a font has all characters of a sign. */
export const shows = (font: Font, sign: string) =>
  [...sign].every(
    (char) => /\s/u.test(char) || JOINER.test(char) || (char !== '\ufffd' && font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0)),
  );

/** The first typeface that has every character of these texts, or else the one that has the most. */
export function typefaceFor(texts: string[]): Typeface {
  const signs = [...new Set(texts.flatMap(signsOf))];
  const missing = (face: Typeface) => signs.filter((sign) => !shows(face.regular, sign)).length;
  const missingInPlex = missing(plex());
  return missingInPlex === 0 || missingInPlex <= missing(dejaVu()) ? plex() : dejaVu();
}

/**
 * One line without the characters that the typeface lacks. Null when nothing is left, or when a letter or figure is missing,
 * because half a name is another name.
 */
export function printable(face: Typeface, text: string): string | null {
  const signs = signsOf(text);
  const lacks = (sign: string) => !shows(face.regular, sign);
  if (signs.some((sign) => lacks(sign) && /[\p{L}\p{N}]/u.test(sign))) return null;
  const set = signs.filter((sign) => !lacks(sign));
  return set.join('').replace(/\s+/gu, ' ').trim() || null;
}

/** One line of text that the typeface can set: characters that it lacks (emoji, ideographs, broken surrogates) become "?". */
export function legible(face: Typeface, text: string): string {
  const signs = signsOf(text);
  const line = signs.slice(0, MOST_SIGNS).map((sign) => (shows(face.regular, sign) ? sign : '?'));
  return `${line.join('').replace(/\s+/gu, ' ').trim()}${signs.length > MOST_SIGNS ? '…' : ''}`;
}
