import { dollars, longDate } from '../contract-text';
import { foot, openDocument } from '../document';
import { facturX, FACTUR_X } from './factur-x';
import { percentText, type InvoiceFacts, type InvoiceLine, type PartyFacts } from './invoice-facts';
import { drawColumns, describes, firstWidth, drawTitle, lettersFor, drawParagraph, drawTable, type Column } from './paper-layout';

const TITLES = { invoice: 'Invoice', 'credit-note': 'Credit note' } as const;
const METHODS: Readonly<Record<string, string>> = { paypal: 'PayPal', bank: 'bank transfer', crypto: 'crypto' };

/**
 * Draws an invoice or a credit note (docs/product/invoices.md) as PDF/A-3b with its machine-readable form inside. The same facts give
 * the same bytes.
 * @throws RangeError for an unreadable date
 */
export async function drawInvoice(facts: InvoiceFacts): Promise<Buffer> {
  const { face, clean } = await lettersFor(textsOf(facts));
  const { kind, number, credits, seller, buyer, siteName, orderNumber, issuedOn, suppliedOn, vat } = facts;
  const title = TITLES[kind];
  const date = new Date(facts.issuedAt);
  const { doc, bytes } = openDocument(face, {
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    info: { Title: `${title} ${number}`, Author: describes(clean(seller.name)) },
    date,
  });
  doc.file(Buffer.from(facturX(facts)), {
    name: FACTUR_X.name,
    type: 'text/xml',
    description: 'The same in the form of EN 16931',
    relationship: 'Alternative',
    creationDate: date,
    modifiedDate: date,
  } as PDFKit.Mixins.PDFAttachmentOptions);
  (doc as unknown as { appendXML: (xml: string) => void }).appendXML(DESCRIPTION);

  drawTitle(doc, clean(siteName), title, number);
  drawColumns(doc, [
    { label: 'From', lines: partyLines(seller).map(clean) },
    { label: 'To', lines: partyLines(buyer).map(clean) },
    {
      label: 'Dates',
      lines: [
        longDate(issuedOn),
        `Supplied ${longDate(suppliedOn)}`,
        `Order ${orderNumber}`,
        ...(credits ? [`Credits invoice ${credits.number} of ${longDate(credits.issuedOn)}`] : []),
      ],
    },
  ]);
  if (vat.kind === 'standard') taxedLines(doc, facts, clean);
  else plainLines(doc, facts, clean);
  doc.y += 8;
  const by = METHODS[facts.method] ?? 'another way';
  drawParagraph(doc, kind === 'invoice' ? `Paid in full by ${by}. Nothing is due.` : 'The money was returned to the buyer.');
  if (vat.words) drawParagraph(doc, vat.words);
  foot(doc, `${title} ${number} / ${longDate(issuedOn)}`);
  doc.end();
  return bytes;
}

const AMOUNT = { width: 78, right: true };

function taxedLines(doc: PDFKit.PDFDocument, facts: InvoiceFacts, clean: (text: string) => string) {
  const amounts: Column[] = [
    { label: 'Net, USD', ...AMOUNT },
    { label: `VAT ${percentText(facts.vat.rate)} %`, ...AMOUNT },
    { label: 'Total, USD', ...AMOUNT },
  ];
  const cells = ({ netCents, vatCents, grossCents }: Pick<InvoiceLine, 'netCents' | 'vatCents' | 'grossCents'>) =>
    [netCents, vatCents, grossCents].map(dollars);
  drawTable(
    doc,
    [{ label: 'What', width: firstWidth(amounts) }, ...amounts],
    [
      ...facts.lines.map((line) => ({ cells: [clean(line.name), ...cells(line)], note: line.note && clean(line.note) })),
      { cells: ['Total', ...cells(facts)], strong: true },
    ],
  );
}

function plainLines(doc: PDFKit.PDFDocument, { lines, grossCents }: InvoiceFacts, clean: (text: string) => string) {
  const amount: Column = { label: 'Amount, USD', ...AMOUNT };
  drawTable(
    doc,
    [{ label: 'What', width: firstWidth([amount]) }, amount],
    [
      ...lines.map((line) => ({ cells: [clean(line.name), dollars(line.grossCents)], note: line.note && clean(line.note) })),
      { cells: ['Total', dollars(grossCents)], strong: true },
    ],
  );
}

const partyLines = ({ name, contact, address, countryName, registration, vatId, email }: PartyFacts) =>
  [name, contact, ...address, countryName, registration && `Registration ${registration}`, vatId && `VAT ${vatId}`, email].filter(
    (line): line is string => Boolean(line),
  );

const textsOf = ({ siteName, seller, buyer, lines, vat }: InvoiceFacts) => [
  siteName,
  ...partyLines(seller),
  ...partyLines(buyer),
  ...lines.flatMap(({ name, note }) => [name, note ?? '']),
  vat.words ?? '',
];

const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
const PROPERTIES = [
  ['DocumentFileName', 'The name of the embedded XML document'],
  ['DocumentType', 'The type of the hybrid document'],
  ['Version', 'The version of the standard of the embedded XML document'],
  ['ConformanceLevel', 'The conformance level of the embedded XML document'],
] as const;

/** What PDF/A wants to be told of the properties that Factur-X adds, and these. */
const DESCRIPTION = `
<rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">
  <fx:DocumentType>INVOICE</fx:DocumentType>
  <fx:DocumentFileName>${FACTUR_X.name}</fx:DocumentFileName>
  <fx:Version>1.0</fx:Version>
  <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>fx</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq>${PROPERTIES.map(
      ([name, description]) => `<rdf:li rdf:parseType="Resource">
      <pdfaProperty:name>${name}</pdfaProperty:name>
      <pdfaProperty:valueType>Text</pdfaProperty:valueType>
      <pdfaProperty:category>external</pdfaProperty:category>
      <pdfaProperty:description>${description}</pdfaProperty:description>
    </rdf:li>`,
    ).join('')}</rdf:Seq></pdfaSchema:property>
  </rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;
