import { band, conclusion, particulars, sections } from './contract-layout';
import { dayOfSale, type ContractFacts } from './contract-text';
import { foot, openDocument } from './document';
import { faceFor, loadScripts } from './script-faces';
import { legible, typefaceFor, type Typeface } from './typeface';

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
  const { doc, bytes } = openDocument(face, {
    info: {
      Title: `Exclusive rights transfer – order ${clean.orderNumber}`,
      Author: clean.siteName,
      Subject: clean.trackName.slice(0, 200),
    },
    date: new Date(facts.orderDate),
  });
  band(doc, clean);
  particulars(doc, clean);
  sections(doc, clean);
  conclusion(doc, clean);
  foot(doc, `${dayOfSale(clean)} / order ${clean.orderNumber}`);
  doc.end();
  return bytes;
}

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
