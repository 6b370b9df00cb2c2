import PDFDocument from 'pdfkit';
import { setBothWays } from './right-to-left';
import { shareWords, type Doc, type Typeface } from './typeface';

/** What contracts, invoices and statements share: the sheet, its fonts and the foot of its pages. */

export const INK = '#0b0b0c';
export const MUTED = '#66635d';
const HAIRLINE = '#c9c6bf';

export const MARGIN = 56;
export const WIDTH = 595.28 - 2 * MARGIN;

/**
 * Opens a document whose bytes depend on what is drawn alone. `date` is the one that the file states.
 * @returns it, and its bytes once it was ended
 */
export function openDocument(
  face: Typeface,
  { info, date, ...options }: PDFKit.PDFDocumentOptions & { info: PDFKit.DocumentInfo; date: Date },
): { doc: Doc; bytes: Promise<Buffer> } {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: 68, left: MARGIN, right: MARGIN },
    bufferPages: true,
    // zlib's output differs between its versions and between processors, but uncompressed bytes are the same on every replica.
    compress: false,
    lang: 'en',
    displayTitle: true,
    // The file's id is made from these fields, so a fixed date keeps it the same.
    info: { ...info, CreationDate: date },
    ...options,
  });
  const bytes = collect(doc);
  // Pdfkit accepts parsed fonts too, although its types do not say so.
  const source = (font: unknown) => font as PDFKit.Mixins.PDFFontSource;
  for (const name of ['strong', 'regular'] as const) {
    doc.registerFont(name, source(face[name])).font(name);
    shareWords(face[name], doc);
    setBothWays(face[name], doc);
  }
  return { doc, bytes };
}

const collect = (doc: Doc) =>
  new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });

/** Draws the foot of every page: `text` and the page's number. */
export function foot(doc: Doc, text: string) {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    // Text below the bottom margin would start a new page.
    doc.page.margins.bottom = 0;
    rule(doc, doc.page.height - 50);
    doc.font('regular').fontSize(8).fillColor(MUTED);
    doc.text(text, MARGIN, doc.page.height - 40, { width: WIDTH - 60, height: 11, ellipsis: true });
    doc.text(`${page + 1}/${count}`, MARGIN + WIDTH - 60, doc.page.height - 40, { width: 60, align: 'right', lineBreak: false });
  }
}

export const rule = (doc: Doc, y: number) =>
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.5)
    .stroke(HAIRLINE);

/** Starts a new page when the next block would be cut. A block that is longer than a page flows on. */
export function ensureRoom(doc: Doc, height: number) {
  if (doc.y + Math.min(height, 400) > doc.page.height - doc.page.margins.bottom) doc.addPage();
}
