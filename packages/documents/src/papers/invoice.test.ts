import { FacturX } from 'factur-x-kit';
import { contractHash, renderInvoice, type InvoiceFacts } from '../index';
import { readContract } from '../testing/read-contract';
import { facturX } from './factur-x';

const anInvoice = (facts: Partial<InvoiceFacts> = {}): InvoiceFacts => ({
  kind: 'invoice',
  number: '2026-000042',
  issuedAt: '2026-11-20T18:04:07.000Z',
  issuedOn: '2026-11-20',
  suppliedOn: '2026-11-20',
  siteName: 'Ghostline',
  siteHost: 'ghostline.example',
  orderNumber: 1042,
  credits: null,
  seller: {
    name: 'Ghostline Audio GmbH',
    address: ['Hafenstraße 7', '20457 Hamburg'],
    country: 'DE',
    countryName: 'Germany',
    vatId: 'DE136695976',
    registration: 'HRB 1234',
    contact: null,
    email: null,
  },
  buyer: {
    name: 'Marta Kowalczyk',
    address: [],
    country: 'PL',
    countryName: 'Poland',
    vatId: null,
    registration: null,
    contact: null,
    email: 'marta@example.com',
  },
  lines: [
    { name: 'Salt on the Runway', note: 'Exclusive rights', netCents: 40569, vatCents: 9331, grossCents: 49900 },
    { name: 'Service fee', note: null, netCents: 2435, vatCents: 560, grossCents: 2995 },
  ],
  vat: { kind: 'standard', rate: 2300, country: 'PL', words: null },
  netCents: 43004,
  vatCents: 9891,
  grossCents: 52895,
  method: 'paypal',
  ...facts,
});

const untaxed = {
  lines: [{ name: 'Salt on the Runway', note: null, netCents: 52895, vatCents: 0, grossCents: 52895 }],
  netCents: 52895,
  vatCents: 0,
};
const noVat: Partial<InvoiceFacts> = {
  ...untaxed,
  vat: { kind: 'none', rate: 0, country: null, words: 'Not subject to VAT' },
};
const reverseCharge: Partial<InvoiceFacts> = {
  ...untaxed,
  vat: { kind: 'reverse-charge', rate: 0, country: 'PL', words: 'Reverse charge' },
  buyer: { ...anInvoice().buyer, name: 'Nocna Zmiana Sp. z o.o.', contact: 'Marta Kowalczyk', vatId: 'PL1234563218' },
};
const credit: Partial<InvoiceFacts> = {
  kind: 'credit-note',
  number: 'C2026-000001',
  credits: { number: '2026-000042', issuedOn: '2026-11-20' },
};

test('the same facts give the same bytes, in any order of their members', async () => {
  const first = await renderInvoice(anInvoice());
  const reversed = Object.fromEntries(Object.entries(anInvoice()).reverse()) as InvoiceFacts;
  expect((await renderInvoice(reversed)).equals(first)).toBe(true);
  expect(contractHash(first)).toBe('29a97a02543aa21cd205a5049b4fdbfaba660d90a58343dbd031d81e05a73442');
});

test.each<[string, Partial<InvoiceFacts>]>([
  ['VAT inside', {}],
  ['no VAT', noVat],
  ['reverse charge', reverseCharge],
  ['a credit note', credit],
])('a library that is not ours finds the invoice in the PDF and no fault in it: %s', async (_, facts) => {
  const stated = anInvoice(facts);
  const facturX = await FacturX.fromPDF(await renderInvoice(stated));
  expect(facturX.validate()).toEqual({ valid: true });
  expect(facturX.object).toMatchObject({
    document: { id: stated.number, type: stated.kind === 'invoice' ? '380' : '381', currency: 'USD' },
    buyer: { name: stated.buyer.name },
    totals: {
      netTotal: stated.netCents / 100,
      taxTotal: [{ amount: stated.vatCents / 100, currency: 'USD' }],
      grossTotal: stated.grossCents / 100,
      openAmount: 0,
    },
  });
  const { invoiceLines } = facturX.object as { invoiceLines: { settlement: { lineTotals: { netTotal: number } } }[] };
  expect(invoiceLines.map((line) => line.settlement.lineTotals.netTotal)).toEqual(
    stated.lines.map(({ netCents }) => netCents / 100),
  );
});

test('the file says what PDF/A-3 and Factur-X want to be told', async () => {
  const file = (await renderInvoice(anInvoice())).toString('latin1');
  for (const part of [
    '<pdfaid:part>3</pdfaid:part>',
    '<pdfaid:conformance>B</pdfaid:conformance>',
    '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
    '<pdfaSchema:prefix>fx</pdfaSchema:prefix>',
    '/AFRelationship /Alternative',
    '/OutputIntents',
  ])
    expect(file).toContain(part);
  expect(file.match(/\(D:\d{14}Z\)/g)?.every((date) => date === '(D:20261120180407Z)')).toBe(true);
});

test('an invoice states both parties, the lines, the VAT and that it is paid', async () => {
  const { text, pages } = readContract(await renderInvoice(anInvoice()));
  expect(pages).toBe(1);
  for (const part of [
    'Invoice',
    '2026-000042',
    'Ghostline Audio GmbH',
    'VAT DE136695976',
    'Marta Kowalczyk',
    '20 November 2026',
    'VAT 23 %',
    '$405.69',
    '$98.91',
    '$528.95',
    'Paid in full by PayPal',
  ])
    expect(text).toContain(part);
});

test('the words of reverse charge stand on the paper, with the numbers of both', async () => {
  const { text } = readContract(await renderInvoice(anInvoice(reverseCharge)));
  for (const part of ['Reverse charge', 'VAT DE136695976', 'VAT PL1234563218', 'Nocna Zmiana Sp. z o.o.'])
    expect(text).toContain(part);
});

test('signs that XML reserves, and those that it does not have, are no fault', () => {
  const buyer = { ...anInvoice().buyer, name: 'Drum & Bass <b> \u0007\ud800"' };
  expect(facturX(anInvoice({ buyer }))).toContain('<ram:Name>Drum &amp; Bass &lt;b&gt;  \ufffd&quot;</ram:Name>');
});

test('many lines go on over pages', async () => {
  const [line] = anInvoice().lines;
  const { pages } = readContract(await renderInvoice(anInvoice({ lines: Array.from({ length: 60 }, () => line!) })));
  expect(pages).toBeGreaterThan(1);
});
