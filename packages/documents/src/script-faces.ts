import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import hbjs from 'harfbuzzjs';
import type { Font, Glyph } from 'fontkit';
import { directedRuns } from './right-to-left';
import { fontOf, load, onFirstUse, shows, signsOf, type Doc, type LaidOut, type Typeface } from './typeface';

/**
 * The typefaces of scripts that neither Plex nor DejaVu has whole: Noto, one for each script, with Latin letters for what stands
 * beside. A file is read when a document needs it for the first time.
 */
const SCRIPTS = [
  'Arabic',
  'Bengali',
  'Devanagari',
  'Ethiopic',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thai',
].map((script) => {
  const fileOf = (weight: string) =>
    require.resolve(`@expo-google-fonts/noto-sans-${script.toLowerCase()}/${weight}/NotoSans${script}_${weight}.ttf`);
  const files = () => ({ regular: fileOf('400Regular'), strong: fileOf('600SemiBold') });
  return {
    script,
    letters: new RegExp(`\\p{Script=${script}}`, 'u'),
    parts: new RegExp(`(?:\\p{Script=${script}}|\\p{M}|[\\u200c\\u200d])+|(?:(?!\\p{Script=${script}}).)+`, 'gu'),
    files,
    face: onFirstUse(() => load(files().regular, files().strong)),
  };
});
type Script = (typeof SCRIPTS)[number];
type Style = 'regular' | 'strong';

/** The script whose typeface has all letters of a text; undefined when there is none. */
function scriptOf(text: string): Script | undefined {
  const letters = signsOf(text).filter((sign) => /[\p{L}\p{M}]/u.test(sign));
  return SCRIPTS.find(
    (script) =>
      script.letters.test(text) &&
      letters.every((sign) => shows(script.face().regular, sign) && shows(script.face().strong, sign)),
  );
}

const isWhole = (text: string, font: Font) => signsOf(text).every((sign) => shows(font, sign));

/** The typeface that sets a text: `main`, unless it lacks a character and the text's script has one of its own. */
export const faceFor = (main: Typeface, text: string): Typeface =>
  isWhole(text, main.regular) && isWhole(text, main.strong) ? main : (scriptOf(text)?.face() ?? main);

/** Loads what draws the letters of these texts. `setName` needs it for names that `main` lacks. */
export async function loadScripts(main: Typeface, texts: string[]): Promise<void> {
  if (texts.some((text) => faceFor(main, text) !== main)) harfBuzz ??= await hbjs;
}
let harfBuzz: Awaited<typeof hbjs> | undefined;

/**
 * Sets a name in a style of the document, or, when that lacks one of its letters, in the typeface of the name's script. Then a
 * reader who copies the name gets its letters in their order, although the glyphs stand in another one.
 */
export function setName(doc: Doc, style: Style, text: string, x: number, y: number, options: PDFKit.Mixins.TextOptions): void {
  doc.font(style);
  const script = isWhole(text, fontOf(doc).font) ? undefined : scriptOf(text);
  if (!script) return void doc.text(text, x, y, options);
  const name = `${style} ${script.script}`;
  // Pdfkit accepts parsed fonts too, although its types do not say so.
  doc.registerFont(name, script.face()[style] as unknown as PDFKit.Mixins.PDFFontSource).font(name);
  const current = fontOf(doc);
  current.layout = (line) => shape(script, style, line, current.scale);
  doc.markContent('Span', { actual: text }).text(text, x, y, options).endMarkedContent();
}

type Position = { xAdvance: number; xOffset: number; yOffset: number; advanceWidth: number };
type Shaper = ReturnType<Awaited<typeof hbjs>['createFont']>;
const shapers = new Map<string, Shaper>();

function shaperOf({ script, files }: Script, style: Style): Shaper {
  assert(harfBuzz, 'loadScripts comes first');
  const key = `${style} ${script}`;
  const shaper =
    shapers.get(key) ?? harfBuzz.createFont(harfBuzz.createFace(harfBuzz.createBlob(readFileSync(files()[style])), 0));
  shapers.set(key, shaper);
  return shaper;
}

/** The glyphs of a line from left to right. HarfBuzz chooses and places them; pdfkit's own shaper knows few of these scripts. */
function shape(script: Script, style: Style, line: string, scale: number): LaidOut {
  assert(harfBuzz, 'loadScripts comes first');
  const font = script.face()[style];
  const glyphs: Pick<Glyph, 'id' | 'advanceWidth' | 'codePoints'>[] = [];
  const positions: Position[] = [];
  for (const { text, direction } of directedRuns(line))
    for (const part of direction === 'rtl' ? [text] : (text.match(script.parts) ?? [])) {
      const buffer = harfBuzz.createBuffer();
      buffer.addText(part);
      buffer.guessSegmentProperties();
      buffer.setDirection(direction);
      harfBuzz.shape(shaperOf(script, style), buffer);
      const shapedGlyphs = buffer.json();
      const starts = [...new Set(shapedGlyphs.map(({ cl }) => cl)), part.length].sort((a, b) => a - b);
      let cluster: number | undefined;
      for (const { g, cl, ax, dx, dy } of shapedGlyphs) {
        const { advanceWidth } = font.getGlyph(g);
        // The first glyph of a cluster stands for all its letters.
        const letters = cl === cluster ? '' : part.slice(cl, starts[starts.indexOf(cl) + 1]);
        glyphs.push({ id: g, advanceWidth, codePoints: Array.from(letters, (letter) => letter.codePointAt(0) ?? 0) });
        positions.push({
          xAdvance: ax * scale,
          xOffset: dx * scale,
          yOffset: dy * scale,
          advanceWidth: advanceWidth * scale,
        });
        cluster = cl;
      }
      buffer.destroy();
    }
  return {
    glyphs: glyphs as Glyph[],
    positions,
    advanceWidth: positions.reduce((width, { xAdvance }) => width + xAdvance, 0),
  };
}
