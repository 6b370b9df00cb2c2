import { openSync, type Font } from 'fontkit';
import { visualRuns } from '../right-to-left';
import { printable, typefaceFor } from '../typeface';

/** A font, and the words that it can set. */
type Setting = { font: Font; words: string };

const fonts = new Map<string, Font>();
const fontAt = (file: string) => {
  const font = fonts.get(file) ?? (openSync(require.resolve(file)) as Font);
  fonts.set(file, font);
  return font;
};

export const HEADLINE = '@expo-google-fonts/archivo/800ExtraBold/Archivo_800ExtraBold.ttf';
export const FIGURES = '@expo-google-fonts/ibm-plex-mono/500Medium/IBMPlexMono_500Medium.ttf';

/**
 * Draws text as outlines, so that a cover looks the same on a machine without fonts. `x` is where the text begins, or ends when
 * `anchor` is "end"; words wider than `room` get smaller letters.
 * @returns an empty text for a name with letters that no font here has
 */
export function lettering(
  text: string,
  file: string,
  size: number,
  x: number,
  y: number,
  colour: string,
  room: number,
  anchor: 'start' | 'end' = 'start',
) {
  const setting = settingOf(text, file);
  if (!setting) return '';
  const { font, words } = setting;
  const gap = font.unitsPerEm * (file === FIGURES ? 0.6 : 0.24);
  let width = 0;
  const outlines: string[] = [];
  for (const { text: part, direction } of visualWords(words)) {
    if (part === ' ') width += gap;
    else {
      const run = font.layout(part, undefined, undefined, undefined, direction);
      run.glyphs.forEach((glyph, at) => {
        outlines.push(`<path transform="translate(${width} 0)" d="${glyph.path.toSVG()}"/>`);
        width += run.positions[at]?.xAdvance ?? 0;
      });
    }
  }
  const scale = Math.min(size / font.unitsPerEm, room / Math.max(width, 1));
  const left = anchor === 'end' ? x - width * scale : x;
  return `<g fill="${colour}" transform="translate(${left.toFixed(1)} ${y}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})">${outlines.join('')}</g>`;
}

/** The words and spaces of a text in their order on the page, from left to right. */
const visualWords = (text: string) =>
  visualRuns(text).flatMap((run) => {
    const parts = run.text.split(/( )/).filter((part) => part !== '');
    return (run.direction === 'rtl' ? parts.reverse() : parts).map((part) => ({ ...run, text: part }));
  });

/** The font for a text. Letters that the style's own font lacks come from a larger font; null when no font has them all. */
function settingOf(text: string, file: string): Setting | null {
  const font = fontAt(file);
  const has = (sign: string) => /\s/u.test(sign) || font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
  if ([...text].every(has)) return { font, words: text.replace(/\s+/gu, ' ').trim() };
  const face = typefaceFor([text]);
  const words = printable(face, text);
  return words === null ? null : { font: [...words].every(has) ? font : face.strong, words };
}
