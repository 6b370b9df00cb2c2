import { INK, ensureRoom, MARGIN, MUTED, rule, WIDTH } from '../document';
import { faceFor, loadScripts, setName } from '../script-faces';
import { legible, typefaceFor, type Doc, type Typeface } from '../typeface';

/** The blocks of invoices and statements, drawn from top to bottom. Each moves the document's current position below itself. */

const PAPER = '#f2f0eb';
const BAND = 96;

/** The typeface of a document, and what makes a text one that it can set. */
export async function lettersFor(texts: readonly string[]): Promise<{ face: Typeface; clean: (text: string) => string }> {
  const face = typefaceFor([...texts]);
  const clean = (text: string) => legible(faceFor(face, text), text) || '–';
  await loadScripts(face, texts.map(clean));
  return { face, clean };
}

/** Without the signs that pdfkit does not escape in a file's description. */
export const describes = (text: string) => text.replace(/[<>&]+/g, ' ').trim() || '–';

/** Draws the dark head of the first page, with the shop's name and what the paper is. */
export function drawTitle(doc: Doc, siteName: string, title: string, number: string) {
  doc.rect(0, 0, doc.page.width, BAND).fill(INK);
  doc.font('strong').fontSize(13).fillColor(PAPER);
  doc.text(siteName, MARGIN, 26, { width: WIDTH / 2, height: 16, ellipsis: true });
  doc.font('regular').fontSize(9);
  doc.text(number, MARGIN + WIDTH / 2, 29, { width: WIDTH / 2, height: 12, align: 'right', ellipsis: true });
  doc.font('strong').fontSize(22).text(title, MARGIN, 54, { width: WIDTH, height: 28, ellipsis: true });
  doc.y = BAND + 24;
}

/** Draws blocks of lines side by side, each under its label. */
export function drawColumns(doc: Doc, blocks: readonly { label: string; lines: readonly string[] }[]) {
  const width = (WIDTH - 24 * (blocks.length - 1)) / blocks.length;
  const top = doc.y;
  let bottom = top;
  blocks.forEach(({ label, lines }, index) => {
    const left = MARGIN + index * (width + 24);
    doc.font('regular').fontSize(9).fillColor(MUTED).text(label, left, top, { width, height: 12, ellipsis: true });
    doc.y += 3;
    lines.forEach((line, at) => {
      doc.fontSize(at === 0 ? 10.5 : 9).fillColor(INK);
      setName(doc, at === 0 ? 'strong' : 'regular', line, left, doc.y, { width });
      doc.y += 2;
    });
    bottom = Math.max(bottom, doc.y);
  });
  doc.y = bottom + 16;
}

/** A column of a table; `width` is in points, and a column of amounts is set to the right. */
export type Column = { label: string; width: number; right?: boolean };
type Row = { cells: readonly string[]; note?: string | null; strong?: boolean };

/** Draws a table over as many pages as it needs, with its head on each. */
export function drawTable(doc: Doc, tableColumns: readonly Column[], rows: readonly Row[]) {
  drawHead(doc, tableColumns);
  for (const row of rows) {
    const pages = doc.bufferedPageRange().count;
    ensureRoom(doc, Math.max(34, heightOf(doc, tableColumns, row)));
    if (doc.bufferedPageRange().count > pages) drawHead(doc, tableColumns);
    drawRow(doc, tableColumns, row);
  }
}

/** The height of a row in points, without a note. */
function heightOf(doc: Doc, tableColumns: readonly Column[], { cells, strong }: Row): number {
  doc.font(strong ? 'strong' : 'regular').fontSize(9.5);
  return Math.max(...tableColumns.map(({ width }, index) => doc.heightOfString(cells[index] ?? '', { width }))) + 11;
}

function drawHead(doc: Doc, tableColumns: readonly Column[]) {
  doc.font('regular').fontSize(9).fillColor(MUTED);
  const top = doc.y;
  placeColumns(tableColumns, ({ label, width, right }, x) =>
    doc.text(label, x, top, { width, height: 12, align: right ? 'right' : 'left', ellipsis: true }),
  );
  rule(doc, top + 15);
  doc.y = top + 21;
}

function drawRow(doc: Doc, tableColumns: readonly Column[], { cells, note, strong }: Row) {
  const top = doc.y;
  let bottom = top + 12;
  placeColumns(tableColumns, ({ width, right }, x, index) => {
    doc.fontSize(9.5).fillColor(INK);
    setName(doc, strong ? 'strong' : 'regular', cells[index] ?? '', x, top, { width, align: right ? 'right' : 'left' });
    if (index === 0 && note) {
      doc.fontSize(8.5).fillColor(MUTED);
      setName(doc, 'regular', note, x, doc.y + 1, { width });
    }
    bottom = Math.max(bottom, doc.y);
  });
  rule(doc, bottom + 5);
  doc.y = bottom + 11;
}

const GAP = 12;

function placeColumns(tableColumns: readonly Column[], draw: (column: Column, x: number, index: number) => void) {
  let x = MARGIN;
  tableColumns.forEach((column, index) => {
    draw(column, x, index);
    x += column.width + GAP;
  });
}

/** The width that is left for the first column beside others. */
export const firstWidth = (columns: readonly Column[]) => columns.reduce((rest, { width }) => rest - width - GAP, WIDTH);

/** Draws a paragraph of small text over the whole width. */
export function drawParagraph(doc: Doc, words: string) {
  doc.font('regular').fontSize(9).fillColor(MUTED);
  ensureRoom(doc, 28);
  doc.text(words, MARGIN, doc.y, { width: WIDTH, lineGap: 2 });
  doc.y += 6;
}
