import { createHash } from 'node:crypto';
import { encode } from 'uqr';
import { contractSections, dayOfSale, dollars, isOwnRelease, originRows, type ContractFacts } from './contract-text';
import { INK, ensureRoom, MARGIN, MUTED, rule, WIDTH } from './document';
import { setName } from './script-faces';
import { fontOf, type Doc } from './typeface';

/** The blocks of the contract's pages, drawn from top to bottom. Each moves the document's current position below itself. */

const SIGNAL = '#d9ff42';
const PAPER = '#f2f0eb';

const COLUMN = 176;
const BAND = 188;
const BODY = WIDTH - (COLUMN - MARGIN);

/** Draws the dark head of the first page. Its row of bars differs for every sale. */
export function band(doc: Doc, facts: ContractFacts) {
  doc.rect(0, 0, doc.page.width, BAND).fill(INK);
  doc.font('strong').fontSize(13).fillColor(PAPER);
  doc.text(facts.siteName, MARGIN, 38, { width: WIDTH / 2, height: 16, ellipsis: true, lineBreak: true });
  doc.font('regular').fontSize(9);
  doc.text(`ORDER ${facts.orderNumber}`, MARGIN + WIDTH / 2, 41, {
    width: WIDTH / 2,
    height: 12,
    align: 'right',
    ellipsis: true,
  });
  fingerprint(doc, facts);
  doc.font('strong').fontSize(25).fillColor(PAPER).text('Exclusive rights transfer', MARGIN, 112, { width: WIDTH, lineGap: -4 });
  doc.fontSize(11).fillColor('#a3a098');
  setName(doc, 'regular', `“${facts.trackName}”`, MARGIN, 146, { width: WIDTH, height: 15, ellipsis: true });
}

/** Contracts promised before these facts existed keep their bars; and a queued mail stores the members of an object in another order. */
const NO_BARS = ['timeZone', 'ownRelease', 'certificate', 'origins'];

function fingerprint(doc: Doc, facts: ContractFacts) {
  const entries = Object.entries(facts).filter(([name]) => !NO_BARS.includes(name));
  const bytes = createHash('sha512').update(JSON.stringify(entries.sort())).digest();
  const step = WIDTH / bytes.length;
  bytes.forEach((byte, index) => {
    const height = 3 + (byte / 255) * 21;
    doc.rect(MARGIN + index * step, 82 - height / 2, step * 0.42, height);
  });
  doc.fill(SIGNAL);
}

/** Draws the table of particulars: parties, track and amounts. */
export function particulars(doc: Doc, facts: ContractFacts) {
  const { priceCents, projectCents = 0, discountCents = 0 } = facts;
  const price = [
    ...(projectCents || discountCents ? [`Track ${dollars(priceCents)}`] : []),
    ...(projectCents ? [`project files ${dollars(projectCents)}`] : []),
    ...(discountCents ? [`discount −${dollars(discountCents)}`] : []),
  ].join(', ');
  const rows: [string, string, string?][] = [
    ['Track', facts.trackName, [facts.genre, facts.key].filter(Boolean).join(', ')],
    ['Seller', facts.storeName, isOwnRelease(facts) ? 'Own release of the shop' : `Store on ${facts.siteName}`],
    ['Buyer', facts.buyerName, `${facts.buyerEmail}, ${facts.buyerCountry}`],
    ['Price', `${dollars(priceCents + projectCents - discountCents)} USD`, price || undefined],
    ['Rights', 'Exclusive, worldwide, unlimited in time'],
    ...(facts.origins ? originRows(facts.origins) : []),
    ['Project files', facts.projectName ? `Included: ${facts.projectName}` : 'Not included'],
    [
      'Date and order',
      `${dayOfSale(facts)}, order ${facts.orderNumber}`,
      facts.certificate?.termsVersion
        ? `Terms and Conditions, version ${facts.certificate.termsVersion}, accepted at checkout`
        : undefined,
    ],
  ];
  doc.y = BAND + 26;
  for (const [label, value, note] of rows) {
    ensureRoom(doc, 34);
    const top = doc.y;
    doc
      .font('regular')
      .fontSize(9)
      .fillColor(MUTED)
      .text(label, MARGIN, top + 1, { width: COLUMN - MARGIN - 12, lineBreak: false });
    doc.fontSize(10.5).fillColor(INK);
    setName(doc, 'strong', value, COLUMN, top, { width: BODY });
    if (note)
      doc
        .font('regular')
        .fontSize(9)
        .fillColor(MUTED)
        .text(note, COLUMN, doc.y + 1, { width: BODY });
    rule(doc, doc.y + 6);
    doc.y += 13;
  }
  if (facts.certificate) certificateRow(doc, facts.certificate);
}

const QR = 68;

/** Draws the address of the certificate, also for cameras, and the state of the sales log at the sale. */
function certificateRow(doc: Doc, { address, logSize, logRoot }: NonNullable<ContractFacts['certificate']>) {
  ensureRoom(doc, QR + 13);
  const top = doc.y;
  const width = BODY - QR - 16;
  doc
    .font('regular')
    .fontSize(9)
    .fillColor(MUTED)
    .text('Certificate', MARGIN, top + 1, { width: COLUMN - MARGIN - 12, lineBreak: false });
  doc.fontSize(9).fillColor(INK).text(address, COLUMN, top, { width });
  doc
    .fillColor(MUTED)
    .text(`Sales log at the sale: size ${logSize}, root ${logRoot}`, COLUMN, doc.y + 3, { width })
    .text(
      'Everybody can check there that the Track was sold once, and that a file is the one that was sold.',
      COLUMN,
      doc.y + 3,
      {
        width,
      },
    );
  const bottom = Math.max(doc.y, top + QR);
  qr(doc, address, MARGIN + WIDTH - QR, top);
  rule(doc, bottom + 6);
  doc.y = bottom + 13;
}

function qr(doc: Doc, text: string, left: number, top: number) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const step = QR / size;
  data.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (isDark) doc.rect(left + x * step, top + y * step, step, step);
    }),
  );
  doc.fill(INK);
}

/** Most clauses, and their heights in a font, are the same in every contract. A full cache is emptied. */
const MOST_HEIGHTS = 500;
const heights = new Map<string, number>();

function heightOf(doc: Doc, clause: string): number {
  const key = `${fontOf(doc).name} ${clause}`;
  let height = heights.get(key);
  if (height === undefined) {
    const { y } = doc;
    // Measured from the same place each time, so that rounding gives the same figure.
    doc.y = 0;
    height = doc.heightOfString(clause, { width: BODY, lineGap: 2.4 });
    doc.y = y;
    if (heights.size >= MOST_HEIGHTS) heights.clear();
    heights.set(key, height);
  }
  return height;
}

export function sections(doc: Doc, facts: ContractFacts) {
  doc.y += 12;
  contractSections(facts).forEach(({ title, clauses }, index) => {
    doc.font('regular').fontSize(9.5);
    const [first = ''] = clauses;
    ensureRoom(doc, heightOf(doc, first));
    const top = doc.y;
    doc
      .font('regular')
      .fontSize(9)
      .fillColor(MUTED)
      .text(String(index + 1), MARGIN, top + 0.5, { width: 16, lineBreak: false });
    doc
      .font('strong')
      .fontSize(9.5)
      .fillColor(INK)
      .text(title, MARGIN + 16, top, { width: COLUMN - MARGIN - 28 });
    doc.y = top;
    clauses.forEach((clause, at) => {
      doc.font('regular').fontSize(9.5).fillColor(INK);
      ensureRoom(doc, heightOf(doc, clause));
      doc.text(clause, COLUMN, doc.y, { width: BODY, lineGap: 2.4 });
      doc.y += at === clauses.length - 1 ? 13 : 5;
    });
  });
}

/** Draws both parties once more, side by side, in place of signatures. */
export function conclusion(doc: Doc, facts: ContractFacts) {
  const half = (WIDTH - 24) / 2;
  ensureRoom(doc, 84);
  const top = doc.y + 14;
  const parties = [
    ['For the Seller', facts.storeName, `Concluded through ${facts.siteName}`],
    ['The Buyer', facts.buyerName, `Accepted electronically, ${dayOfSale(facts)}`],
  ] as const;
  parties.forEach(([role, name, how], index) => {
    const left = MARGIN + index * (half + 24);
    const line = (style: 'regular' | 'strong', text: string, y: number) =>
      setName(doc, style, text, left, y, { width: half, height: 13, ellipsis: true });
    doc
      .moveTo(left, top)
      .lineTo(left + half, top)
      .lineWidth(1)
      .stroke(INK);
    doc.fontSize(9).fillColor(MUTED);
    line('regular', role, top + 9);
    line('regular', how, top + 40);
    doc.fontSize(10.5).fillColor(INK);
    line('strong', name, top + 24);
  });
}
