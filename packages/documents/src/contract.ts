import PDFDocument from 'pdfkit';
import { band, conclusion, foot, MARGIN, particulars, sections } from './contract-layout';
import type { ContractFacts } from './contract-text';
import { setBothWays } from './right-to-left';
import { faceFor, loadScripts } from './script-faces';
import { legible, shareWords, typefaceFor, type Doc, type Typeface } from './typeface';

/**
 * Draws the contract that transfers the exclusive right to one track (docs/product/delivery.md#contracts). The same facts give the
 * same bytes, so that a contract may be drawn again instead of stored. Characters without an embedded font become "?";
 * `contractSpells` of the contracts package says which names have none.
 * @throws RangeError for an unreadable date
 */
export async function drawContract(facts: ContractFacts): Promise<Buffer> {
  const face = typefaceFor([
    facts.siteName,
    facts.trackName,
    facts.genre,
    facts.storeName,
    facts.buyerName,
    facts.buyerEmail,
    facts.buyerCountry,
    ...notesOf(facts),
  ]);
  const clean = legibleFacts(face, facts);
  await loadScripts(face, [
    clean.trackName,
    clean.genre,
    clean.storeName,
    clean.buyerName,
    clean.buyerCountry,
    ...notesOf(clean),
  ]);
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: 68, left: MARGIN, right: MARGIN },
    bufferPages: true,
    // zlib's output differs between its versions and between processors, but uncompressed bytes are the same on every replica.
    compress: false,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `Exclusive rights transfer – order ${clean.orderNumber}`,
      Author: clean.siteName,
      Subject: clean.trackName.slice(0, 200),
      // The file's id is made from these fields, so a fixed date keeps it the same.
      CreationDate: new Date(facts.orderDate),
    },
  });
  const pdf = collect(doc);
  // Pdfkit accepts parsed fonts too, although its types do not say so.
  const source = (font: unknown) => font as PDFKit.Mixins.PDFFontSource;
  for (const name of ['strong', 'regular'] as const) {
    doc.registerFont(name, source(face[name])).font(name);
    shareWords(face[name], doc);
    setBothWays(face[name], doc);
  }

  band(doc, clean);
  particulars(doc, clean);
  sections(doc, clean);
  conclusion(doc, clean);
  foot(doc, clean);
  doc.end();
  return pdf;
}

const collect = (doc: Doc) =>
  new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });

const notesOf = ({ origins }: ContractFacts) => [origins?.samplesNote ?? '', origins?.vocalsNote ?? ''];

const legibleFacts = (face: Typeface, facts: ContractFacts): ContractFacts => {
  const text = (value: string) => legible(faceFor(face, value), value) || '–';
  return {
    ...facts,
    // The name of the shop stands within sentences.
    siteName: legible(face, facts.siteName) || '–',
    orderNumber: text(String(facts.orderNumber)),
    trackName: text(facts.trackName),
    genre: text(facts.genre),
    storeName: text(facts.storeName),
    buyerName: text(facts.buyerName),
    buyerEmail: text(facts.buyerEmail),
    buyerCountry: text(facts.buyerCountry),
    ...(facts.origins && {
      origins: {
        ...facts.origins,
        samplesNote: facts.origins.samplesNote && text(facts.origins.samplesNote),
        vocalsNote: facts.origins.vocalsNote && text(facts.origins.vocalsNote),
      },
    }),
    projectName: facts.projectName === null ? null : text(facts.projectName),
  };
};
