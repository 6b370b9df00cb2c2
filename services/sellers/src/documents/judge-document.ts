import { invalid, Refusal } from '@shop/http';
import sharp from 'sharp';
import { drawPdf } from './draw-pdf';

const FIELD = 'verification';
const MOST_PIXELS = 40_000_000;
/** Pixels; enough to read small print. */
const LONGEST_SIDE = 2400;

/**
 * Makes WebP images of an identity document, one for each page (docs/product/selling.md#identity-documents). The first bytes tell
 * the kind of file, not its name. Everything is drawn again, so that only pixels are stored.
 * @throws Refusal 400 or 415 with field `verification`, 503 when too many wait to be drawn, and the reason of `signal`, which
 * aborts when the sender has left
 */
export async function judgeDocument(bytes: Buffer, signal: AbortSignal): Promise<Buffer[]> {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(0, 3) === '\xff\xd8\xff' || text(0, 8) === '\x89PNG\r\n\x1a\n') return [await drawnAgain(bytes)];
  if (text(0, 5) !== '%PDF-')
    throw new Refusal('unsupported', 'unsupported', 'Only JPEG, PNG or PDF files are allowed', { field: FIELD });
  refuseBadEnd(bytes);
  return pagesOf(bytes, signal);
}

/**
 * The pages of a PDF as WebP images.
 * @throws Refusal 400 with field `verification` when it does anything by itself or cannot be drawn, 503 when too many wait
 */
export async function pagesOf(pdf: Buffer, signal?: AbortSignal): Promise<Buffer[]> {
  const outcome = await drawPdf(pdf, { left: signal });
  if ('problem' in outcome) throw invalid(FIELD, outcome.problem);
  const pages = [];
  // The drawing process has read a stranger's file, so its images are not trusted either.
  for (const page of outcome.pages) pages.push(await drawnAgain(page));
  return pages;
}

const drawnAgain = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 85 })
    .toBuffer()
    .catch(() => {
      throw invalid(FIELD, `The image is damaged, or has more than ${MOST_PIXELS / 1e6} megapixels.`);
    });

/** Refuses a PDF whose end does not point at the table of its objects, or at an object that holds the table (ISO 32000, 7.5). */
function refuseBadEnd(bytes: Buffer) {
  const tail = bytes.subarray(-2048).toString('latin1');
  const [, offset] = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(tail) ?? [];
  const table = offset === undefined ? '' : bytes.toString('latin1', Number(offset), Number(offset) + 32);
  if (!/^\s*(xref\s|\d+ \d+ obj\b)/.test(table)) throw invalid(FIELD, 'The PDF is damaged or was cut off.');
}
