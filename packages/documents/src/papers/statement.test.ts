import { contractHash, renderStatement, type StatementFacts } from '../index';
import { readContract } from '../testing/read-contract';

const aStatement = (facts: Partial<StatementFacts> = {}): StatementFacts => ({
  siteName: 'Ghostline',
  month: '2026-11',
  drawnAt: '2026-12-01T00:00:00.000Z',
  timeZone: 'Europe/Moscow',
  storeName: 'Nordhafen Audio',
  openingCents: 12_500,
  sums: [
    { kind: 'Sales', amountCents: 31_815 },
    { kind: 'Payouts', amountCents: -12_500 },
  ],
  closingCents: 31_815,
  lines: [
    { on: '2026-11-03', kind: 'Sale', text: 'Salt on the Runway, order 1042', amountCents: 31_815 },
    { on: '2026-11-20', kind: 'Payout', text: 'PAYPAL-7', amountCents: -12_500 },
  ],
  open: false,
  ...facts,
});

test('a statement names the store and the month, and shows what was booked between two balances', async () => {
  const pdf = await renderStatement(aStatement());
  const { text } = readContract(pdf);
  for (const part of ['Statement of November 2026', 'Nordhafen Audio', 'Opening balance', '$125.00', '-$125.00', '$318.15'])
    expect(text).toContain(part);
  expect(text).toContain('Closing balance');
  expect(text).not.toContain('not over');
  expect(contractHash(await renderStatement(aStatement()))).toBe(contractHash(pdf));
});

test('a month that still runs says so, and one without bookings too', async () => {
  const { text } = readContract(await renderStatement(aStatement({ open: true, lines: [] })));
  for (const part of ['Balance so far', 'The month is not over', 'Nothing was booked']) expect(text).toContain(part);
});
