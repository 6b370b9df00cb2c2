import { openSync, type Font } from 'fontkit';

const fonts = new Map<string, Font>();
const fontAt = (file: string) => {
  const known = fonts.get(file) ?? (openSync(require.resolve(file)) as Font);
  fonts.set(file, known);
  return known;
};

export const HEADLINE = '@expo-google-fonts/archivo/800ExtraBold/Archivo_800ExtraBold.ttf';
export const FIGURES = '@expo-google-fonts/ibm-plex-mono/500Medium/IBMPlexMono_500Medium.ttf';

/**
 * Text as outlines, so that a cover looks the same on a machine without any fonts.
 * `x` is where it begins, or ends when `anchor` is "end"; words wider than `room` are set smaller.
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
  const font = fontAt(file);
  const gap = font.unitsPerEm * (file === FIGURES ? 0.6 : 0.24);
  let width = 0;
  const outlines: string[] = [];
  text.split(' ').forEach((word, index) => {
    if (index > 0) width += gap;
    const run = font.layout(word);
    run.glyphs.forEach((glyph, at) => {
      outlines.push(`<path transform="translate(${width} 0)" d="${glyph.path.toSVG()}"/>`);
      width += run.positions[at]!.xAdvance;
    });
  });
  const scale = Math.min(size / font.unitsPerEm, room / width);
  const left = anchor === 'end' ? x - width * scale : x;
  return `<g fill="${colour}" transform="translate(${left.toFixed(1)} ${y}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})">${outlines.join('')}</g>`;
}
