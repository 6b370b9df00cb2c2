import bidiFactory from 'bidi-js';
import type { Font } from 'fontkit';
import { fontOf, type Doc, type LaidOut } from './typeface';

/** A part of a line whose letters go one way. */
type DirectedRun = { text: string; direction: 'ltr' | 'rtl' };

const bidi = bidiFactory();

/** The scripts from right to left that a typeface here has. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Nko}]/u;

/**
 * The runs of a line in their order from left to right (UAX 9), each with its text in reading order. The line itself is English: it
 * goes from left to right.
 */
export function directedRuns(line: string): DirectedRun[] {
  const embedding = bidi.getEmbeddingLevels(line, 'ltr');
  const { levels } = embedding;
  const runs: { level: number; first: number; last: number }[] = [];
  for (const at of bidi.getReorderedIndices(line, embedding)) {
    const level = levels[at] ?? 0;
    const run = runs.at(-1);
    if (run?.level === level && Math.abs(at - run.last) === 1) run.last = at;
    else runs.push({ level, first: at, last: at });
  }
  return runs.map(({ level, first, last }) => {
    const text = line.slice(Math.min(first, last), Math.max(first, last) + 1);
    return { text, direction: level % 2 === 0 ? 'ltr' : 'rtl' };
  });
}

/** The same runs for a shaper that mirrors nothing: brackets of a run from right to left are mirrored. */
export const visualRuns = (line: string): DirectedRun[] =>
  directedRuns(line).map(({ text, direction }) => ({ text: direction === 'rtl' ? mirror(text) : text, direction }));

const mirror = (text: string) => Array.from(text, (sign) => bidi.getMirroredCharacter(sign) ?? sign).join('');

/**
 * Makes the document's current font, which must be this one, set lines with letters from right to left as UAX 9 says. Pdfkit alone
 * sets the words one after the other from the left.
 */
export function setBothWays(font: Font, doc: Doc): void {
  const current = fontOf(doc);
  const byWords = current.layout.bind(current);
  current.layout = (text, features, onlyWidth) =>
    RIGHT_TO_LEFT.test(text) ? byRuns(font, text, current.scale) : byWords(text, features, onlyWidth);
}

function byRuns(font: Font, line: string, scale: number): LaidOut {
  const runs = visualRuns(line).map(({ text, direction }) => font.layout(text, undefined, undefined, undefined, direction));
  const glyphs = runs.flatMap((run) => run.glyphs);
  const positions = runs
    .flatMap((run) => run.positions)
    .map(({ xAdvance, xOffset, yOffset }, at) => ({
      xAdvance: xAdvance * scale,
      xOffset: xOffset * scale,
      yOffset: yOffset * scale,
      advanceWidth: (glyphs[at]?.advanceWidth ?? 0) * scale,
    }));
  return { glyphs, positions, advanceWidth: positions.reduce((width, { xAdvance }) => width + xAdvance, 0) };
}
