import { splitByLargestRemainder } from '@shop/contracts/pricing';
import fc from 'fast-check';
import { creditNoteFacts, invoiceFacts, type PaidOrder, type RefundDone, type StoredFacts } from './invoice-facts';
import { anInvoicing } from '../testing/invoicing';
import type { Invoicing } from '../context';
import { countryOfVatNumber, vatInside, type VatRate } from './vat';

const invoicing = (more: Partial<Invoicing> = {}) => anInvoicing({ vat: 'inclusive', ...more });

const anOrder = (more: Partial<PaidOrder> = {}): PaidOrder => ({
  orderId: 7,
  customer: { firstName: 'Marta', lastName: 'Kowalczyk', email: 'marta@example.com', country: 'Poland' },
  feeCents: 2395,
  items: [
    { productId: 1, name: 'Salt on the Runway', projectName: 'Ableton Live', paidCents: 39_900 },
    { productId: 2, name: 'Night Ferry', projectName: null, paidCents: 14_950 },
  ],
  method: 'paypal',
  payerCountry: null,
  paidOn: '2026-11-20',
  siteName: 'Ghostline',
  ...more,
});

const RATES: VatRate[] = [
  { country: 'PL', rate: 2300, validFrom: '2011-01-01', validTo: null },
  { country: 'EE', rate: 2200, validFrom: '2024-01-01', validTo: '2025-07-01' },
  { country: 'EE', rate: 2400, validFrom: '2025-07-01', validTo: null },
  { country: 'FI', rate: 2550, validFrom: '2024-09-01', validTo: null },
];
const issue = { number: '2026-000001', issuedAt: new Date('2026-11-20T10:00:00Z'), issuedOn: '2026-11-20' };

const invoiceOf = (order: Partial<PaidOrder> = {}, more: Partial<Invoicing> = {}) => {
  const paper = invoiceFacts(invoicing(more), anOrder(order), RATES, issue);
  if (!paper) throw new Error('there is nothing to invoice');
  return paper;
};
const livesIn = (country: string, more = {}) => ({ customer: { ...anOrder().customer, country, ...more } });

test('the operator invoices the whole order in its own name, or its fee alone', () => {
  expect(invoiceOf().facts).toMatchObject({ grossCents: 57_245, lines: [{ about: '1' }, { about: '2' }, { about: 'fee' }] });
  expect(invoiceOf({}, { invoiceFor: 'fee' }).facts).toMatchObject({ grossCents: 2395, lines: [{ about: 'fee' }] });
  expect(invoiceFacts(invoicing({ invoiceFor: 'fee' }), anOrder({ feeCents: 0 }), RATES, issue)).toBeNull();
});

test('without VAT the invoice says why, and keeps no evidence', () => {
  const { facts, evidence } = invoiceOf({}, { vat: 'none', vatNote: 'Small business, section 19 UStG' });
  expect(facts).toMatchObject({ vatCents: 0, netCents: 57_245, vat: { kind: 'none', words: 'Small business, section 19 UStG' } });
  expect(evidence).toBeNull();
});

test.each<[string, Partial<PaidOrder>, object, number]>([
  ['at the rate of where the buyer lives', {}, { kind: 'standard', rate: 2300, country: 'PL' }, 10_704],
  ['with half percents', livesIn('Finland'), { kind: 'standard', rate: 2550 }, 11_631],
  ['at the rate of the day of the sale', { ...livesIn('Estonia'), paidOn: '2025-06-30' }, { rate: 2200 }, 10_323],
  ['at the new rate on its first day', { ...livesIn('Estonia'), paidOn: '2025-07-01' }, { rate: 2400 }, 11_080],
  ['not at all outside the Union', livesIn('Japan'), { kind: 'none', rate: 0 }, 0],
  [
    'by the company of another member state',
    livesIn('Poland', { company: 'Nocna Zmiana', vatNumber: 'PL1234563218' }),
    { kind: 'reverse-charge', rate: 0, country: 'PL' },
    0,
  ],
])('the VAT inside is taken %s', (_, order, vat, vatCents) => {
  expect(invoiceOf(order).facts).toMatchObject({ vat, vatCents, netCents: 57_245 - vatCents, grossCents: 57_245 });
});

test("a company of the operator's own country pays its VAT", () => {
  const rates = [...RATES, { country: 'DE', rate: 1900, validFrom: '2021-01-01', validTo: null }];
  const order = anOrder(livesIn('Germany', { company: 'Nachtschicht', vatNumber: 'DE136695976' }));
  expect(invoiceFacts(invoicing(), order, rates, issue)?.facts.vat).toMatchObject({ kind: 'standard', rate: 1900 });
});

test('what says where the buyer lives is kept, and whether it agrees', () => {
  expect(invoiceOf({ payerCountry: 'PL' }).evidence).toMatchObject({ declared: 'PL', payer: 'PL', agrees: true });
  expect(invoiceOf({ payerCountry: 'JP' }).evidence).toMatchObject({ place: 'PL', agrees: false });
});

test('a buyer whose account was deleted meanwhile still has an invoice', () => {
  const blank = { firstName: '', lastName: '', email: '', country: '' };
  expect(invoiceOf({ customer: blank, payerCountry: 'PL' }).facts).toMatchObject({
    buyer: { name: 'A deleted account', country: 'PL', email: null },
    vat: { country: 'PL' },
  });
});

test.each([
  ['PL1234563218', 'PL'],
  ['EL094259216', 'GR'],
  ['PL1234563219', null],
  ['GB980780684', null],
  ['Marta', null],
])('the VAT number %s belongs to %s', (number, country) => {
  expect(countryOfVatNumber(number)).toBe(country);
});

describe('to the cent', () => {
  const cents = fc.integer({ min: 0, max: 500_000 });
  const rate = fc.constantFrom(0, 1700, 1900, 2000, 2300, 2550, 2700);
  const orders = fc.record({
    paid: fc.array(cents, { minLength: 1, maxLength: 12 }),
    feeCents: fc.integer({ min: 1, max: 50_000 }),
    rate,
  });
  const invoiceAt = ({ paid, feeCents, rate: percent }: { paid: number[]; feeCents: number; rate: number }) => {
    const items = paid.map((paidCents, index) => ({ productId: index + 1, name: 'A track', projectName: null, paidCents }));
    const rates = [{ country: 'PL', rate: percent, validFrom: '2011-01-01', validTo: null }];
    return invoiceFacts(invoicing(), anOrder({ items, feeCents }), rates, issue)!.facts;
  };
  const total = (lines: readonly StoredFacts['lines'][number][], amount: 'netCents' | 'vatCents' | 'grossCents') =>
    lines.reduce((sum, line) => sum + line[amount], 0);

  test('net and VAT of each line are its gross, and the lines are the totals', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const facts = invoiceAt(order);
        for (const line of facts.lines) {
          expect(line.netCents + line.vatCents).toBe(line.grossCents);
          expect(Math.min(line.netCents, line.vatCents)).toBeGreaterThanOrEqual(0);
        }
        expect(total(facts.lines, 'grossCents')).toBe(order.paid.reduce((sum, paid) => sum + paid, 0) + order.feeCents);
        expect(facts.grossCents).toBe(total(facts.lines, 'grossCents'));
        expect(facts.netCents).toBe(total(facts.lines, 'netCents'));
        // An independent reckoning in fractions: half a cent at most is between them.
        const exact = (facts.grossCents * order.rate) / (10_000 + order.rate);
        expect(Math.abs(facts.vatCents - exact)).toBeLessThanOrEqual(0.5 + 1e-6);
      }),
    );
  });

  test('credit notes of any refunds never exceed the invoice, and after a full one they are equal to it', () => {
    const refunds = fc.array(fc.record({ item: fc.nat(12), share: fc.integer({ min: 1, max: 100 }), fee: fc.boolean() }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(orders, refunds, (order, parts) => {
        const invoice = invoiceAt(order);
        const notes: StoredFacts[] = [];
        const give = (refund: Omit<RefundDone, 'orderId' | 'refundId'>) => {
          const note = creditNoteFacts(invoice, notes, { orderId: 7, refundId: 'R', ...refund }, issue);
          if (note) notes.push(note);
        };
        for (const { item, share, fee } of parts) {
          const paid = order.paid[item];
          const [amountCents = 0] = splitByLargestRemainder(paid ?? invoice.grossCents, [share, 100]);
          const feeCents = fee ? order.feeCents : 0;
          const items = paid === undefined ? [] : [{ productId: item + 1, project: false, amountCents }];
          give({ amountCents: amountCents + feeCents, feeCents, items, full: false });
          expect(
            total(
              notes.flatMap(({ lines }) => lines),
              'grossCents',
            ),
          ).toBeLessThanOrEqual(invoice.grossCents);
        }
        give({ amountCents: 0, feeCents: 0, items: [], full: true });
        for (const amount of ['netCents', 'vatCents', 'grossCents'] as const) {
          expect(notes.reduce((sum, note) => sum + note[amount], 0)).toBe(invoice[amount]);
          for (const note of notes) expect(total(note.lines, amount)).toBe(note[amount]);
        }
        for (const note of notes) expect(Math.min(note.netCents, note.vatCents)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 300 },
    );
  });
});

test('a part refund names its track, the project and the fee; the rest is money without a track', () => {
  const { facts } = invoiceOf();
  const refund = {
    orderId: 7,
    refundId: 'R',
    amountCents: 12_000,
    feeCents: 395,
    items: [{ productId: 1, project: true, amountCents: 10_000 }],
    full: false,
  };
  expect(creditNoteFacts(facts, [], refund, { ...issue, number: 'C2026-000001' })).toMatchObject({
    kind: 'credit-note',
    credits: { number: '2026-000001', issuedOn: '2026-11-20' },
    grossCents: 12_000,
    vatCents: vatInside(12_000, 2300),
    lines: [
      { name: 'Salt on the Runway', note: 'Project files', grossCents: 10_000 },
      { name: 'Service fee', grossCents: 395 },
      { name: 'Partial refund', grossCents: 1605 },
    ],
  });
});

test('a credit note for a fee that was not returned is not written', () => {
  const { facts } = invoiceOf({}, { invoiceFor: 'fee' });
  const refund = { orderId: 7, refundId: 'R', amountCents: 500, feeCents: 0, items: [], full: false };
  expect(creditNoteFacts(facts, [], refund, issue)).toBeNull();
});
