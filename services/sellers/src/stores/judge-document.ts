import { invalid, Refusal } from '@shop/kit';
import sharp from 'sharp';

const FIELD = 'verification';
const MOST_PIXELS = 40_000_000;
/** Enough to read small print by. */
const LONGEST_SIDE = 2400;

export type JudgedDocument = { body: Buffer; ending: 'webp' | 'pdf'; contentType: string };

/**
 * What an identity document is by its first bytes and by whether it can be read, whatever its name says (decision 9). An image is drawn
 * again, so that nothing but its pixels is kept; a PDF stays as it is, when it is whole and does nothing by itself.
 * @throws Refusal 400 or 415 with field `verification`.
 */
export async function judgeDocument(bytes: Buffer): Promise<JudgedDocument> {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(0, 3) === '\xff\xd8\xff' || text(0, 8) === '\x89PNG\r\n\x1a\n')
    return { body: await drawnAgain(bytes), ending: 'webp', contentType: 'image/webp' };
  if (text(0, 5) !== '%PDF-')
    throw new Refusal('unsupported', 'unsupported', 'Only JPEG, PNG or PDF files are allowed', { field: FIELD });
  refuseBadPdf(bytes);
  return { body: bytes, ending: 'pdf', contentType: 'application/pdf' };
}

const drawnAgain = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 85 })
    .toBuffer()
    .catch(() => {
      throw invalid(FIELD, 'The image is damaged or too large in pixels.');
    });

/** Names of what a PDF can do or carry beside its pages. */
const ACTIVE = /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|ImportData|SubmitForm)\b/;
/** A name may be written with any of its letters as `#4a` (7.3.5). */
const inPlainLetters = (text: string) =>
  text.replace(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** Its end points to where the table of its objects begins, and a table or an object that holds it stands there (ISO 32000, 7.5). */
function refuseBadPdf(bytes: Buffer) {
  const tail = bytes.subarray(-2048).toString('latin1');
  const [, offset] = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(tail) ?? [];
  const table = offset === undefined ? '' : bytes.toString('latin1', Number(offset), Number(offset) + 32);
  if (!/^\s*(xref\s|\d+ \d+ obj\b)/.test(table)) throw invalid(FIELD, 'The PDF is damaged or was cut off.');
  if (ACTIVE.test(inPlainLetters(bytes.toString('latin1'))))
    throw invalid(FIELD, 'The PDF contains scripts, forms or attachments. Please send a plain scan.');
}
