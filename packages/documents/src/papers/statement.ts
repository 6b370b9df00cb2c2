import { dollars, longDate } from '../contract-text';
import { foot, openDocument } from '../document';
import { drawColumns, describes, firstWidth, drawTitle, lettersFor, drawParagraph, drawTable, type Column } from './paper-layout';

/** A line of the ledger; `amountCents` is negative where the balance shrinks. Days are as 2026-11-30. */
export type StatementLine = { on: string; kind: string; text: string; amountCents: number };

/** A seller's month. The opening balance and the lines add up to the closing one, in integer US cents. */
export type StatementFacts = {
  siteName: string;
  /** As 2026-11. */
  month: string;
  /** When the month ended or, for one that still runs, when the statement was drawn. */
  drawnAt: string;
  timeZone: string;
  storeName: string;
  openingCents: number;
  /** What each kind of line adds up to. */
  sums: { kind: string; amountCents: number }[];
  closingCents: number;
  lines: StatementLine[];
  /** The month is not over. */
  open: boolean;
  /** The newest head of the sales log in that month, its root in base64. */
  log?: { size: number; root: string } | null;
};

/** Draws a seller's statement of a month (docs/product/money-owed.md#statements). @throws RangeError for an unreadable date */
export async function drawStatement(facts: StatementFacts): Promise<Buffer> {
  const { siteName, month, storeName, openingCents, closingCents, sums, lines, timeZone, open } = facts;
  const { face, clean } = await lettersFor([siteName, storeName, ...lines.map((line) => line.text)]);
  const title = `Statement of ${monthText(month)}`;
  const { doc, bytes } = openDocument(face, {
    info: { Title: title, Author: describes(clean(siteName)) },
    date: new Date(facts.drawnAt),
  });
  drawTitle(doc, clean(siteName), title, month);
  drawColumns(doc, [
    { label: 'Store', lines: [clean(storeName)] },
    { label: 'Closing balance', lines: [`${dollars(closingCents)} USD`] },
  ]);
  drawTable(
    doc,
    [{ label: 'Sums', width: firstWidth([AMOUNT]) }, AMOUNT],
    [
      { cells: ['Opening balance', dollars(openingCents)] },
      ...sums.map(({ kind, amountCents }) => ({ cells: [kind, dollars(amountCents)] })),
      { cells: [open ? 'Balance so far' : 'Closing balance', dollars(closingCents)], strong: true },
    ],
  );
  doc.y += 16;
  const columnsOfLines: Column[] = [DAY, { label: 'What', width: firstWidth([DAY, KIND, AMOUNT]) }, KIND, AMOUNT];
  const rows = lines.map(({ on, kind, text, amountCents }) => ({ cells: [on, clean(text), kind, dollars(amountCents)] }));
  if (rows.length > 0) drawTable(doc, columnsOfLines, rows);
  else drawParagraph(doc, 'Nothing was booked in this month.');
  doc.y += 8;
  drawParagraph(doc, `Days are those of ${timeZone}. ${open ? 'The month is not over: lines may be added.' : ''}`.trim());
  if (facts.log) drawParagraph(doc, `Sales log of the shop: size ${facts.log.size}, root ${facts.log.root}`);
  foot(doc, `${title} / ${clean(storeName)}`);
  doc.end();
  return bytes;
}

const AMOUNT: Column = { label: 'Amount, USD', width: 78, right: true };
const DAY: Column = { label: 'Day', width: 58 };
const KIND: Column = { label: 'Kind', width: 92 };

/** Such as "November 2026". */
const monthText = (month: string) => longDate(`${month}-01`).replace(/^\d+ /, '');
