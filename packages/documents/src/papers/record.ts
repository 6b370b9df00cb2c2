import { foot, openDocument } from '../document';
import { describes, firstWidth, drawTitle, lettersFor, drawParagraph, drawTable, type Column } from './paper-layout';

type Section = { heading: string; rows: { label: string; text: string }[] };

/** A record of what the shop's books say, as evidence (docs/product/disputes.md#evidence). Its texts are set as they are. */
export type RecordFacts = {
  siteName: string;
  title: string;
  /** What it is about, such as "Order 1042". */
  number: string;
  drawnAt: string;
  sections: Section[];
};

/** A text in parts of at most 400 letters, cut between words, because a line of a paper is bounded. */
const partsOf = (text: string) => text.match(/\S.{0,398}(?!\S)|\S{1,400}/gs) ?? [''];

/** Draws a record of the shop's books. @throws RangeError for an unreadable date */
export async function drawRecord({ siteName, title, number, drawnAt, sections }: RecordFacts): Promise<Buffer> {
  const texts = sections.flatMap(({ heading, rows }) => [
    heading,
    ...rows.flatMap(({ label, text }) => [label, ...partsOf(text)]),
  ]);
  const { face, clean } = await lettersFor([siteName, title, number, ...texts]);
  const { doc, bytes } = openDocument(face, {
    info: { Title: describes(`${title} ${number}`), Author: describes(clean(siteName)) },
    date: new Date(drawnAt),
  });
  drawTitle(doc, clean(siteName), title, number);
  for (const { heading, rows } of sections) {
    const first: Column = { label: clean(heading), width: 150 };
    const cells = rows.flatMap(({ label, text }) =>
      partsOf(text).map((part, at) => ({ cells: [at === 0 ? clean(label) : '', clean(part)] })),
    );
    if (cells.length > 0) drawTable(doc, [first, { label: '', width: firstWidth([first]) }], cells);
    else drawParagraph(doc, `${heading}: nothing.`);
    doc.y += 12;
  }
  foot(doc, `${title} / ${number}`);
  doc.end();
  return bytes;
}
