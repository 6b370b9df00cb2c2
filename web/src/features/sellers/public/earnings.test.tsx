import type { LedgerLineView, LedgerView, SellerView } from '@shop/contracts/views';
import { screen, waitFor, within } from '@testing-library/react';
import { refusal } from '#testing/answers.ts';
import { renderAt } from '#testing/render.tsx';
import { stubServer, type Call } from '#testing/stub-server.ts';
import { Earnings } from './Earnings';

const seller = { id: 3 } as SellerView;
const line: LedgerLineView = {
  id: 1,
  kind: 'sale',
  at: '2026-11-20T10:00:00.000Z',
  on: '2026-11-20',
  amountCents: 20930,
  state: 'owed',
  openCents: 20930,
  dueOn: '2026-11-25',
  orderId: 7,
  productId: 11,
  name: 'Night Cargo',
  share: null,
  payout: null,
  why: ['Price $299.00.', '$299.00 minus 30% commission leaves you 70%: $209.30.'],
};
const aLedger = (data: LedgerLineView[], over: Partial<LedgerView['balances']> = {}): { body: LedgerView } => ({
  body: {
    success: true,
    data,
    pagination: { page: 1, limit: 10, total: data.length, totalPages: 1 },
    balances: { owedCents: 20930, dueCents: 100, heldCents: 0, paidCents: 5000, overpaidCents: 0, ...over },
  },
});

test('a seller sees the amounts owed, due and paid, and opens the calculation of a sale', async () => {
  stubServer({ 'GET /api/sellers/3/ledger': aLedger([line]) });
  const { user } = renderAt(<Earnings seller={seller} />);
  for (const sum of ['$209.30', '$1.00', '$50.00']) expect(await screen.findByText(sum)).toBeVisible();
  expect(screen.getByText(/due 25 Nov 2026/)).toBeVisible();
  expect(screen.getByText('Price $299.00.')).not.toBeVisible();
  await user.click(screen.getByText('Night Cargo · order #7'));
  expect(screen.getByText('$299.00 minus 30% commission leaves you 70%: $209.30.')).toBeVisible();
});

test('a refund opens the same calculation the other way round', async () => {
  const share = {
    ...{ priceCents: -29900, projectCents: 0, grossCents: -29900, discountCents: -2990, sellerDiscountCents: -2990 },
    ...{ shopDiscountCents: 0, commissionCents: -8073, netCents: -18837 },
  };
  const refund: LedgerLineView = {
    ...line,
    id: 2,
    kind: 'refund',
    amountCents: -18837,
    state: null,
    dueOn: null,
    share,
    why: [],
  };
  stubServer({ 'GET /api/sellers/3/ledger': aLedger([refund]) });
  const { user } = renderAt(<Earnings seller={seller} />);
  await user.click(await screen.findByText('Refund of Night Cargo · order #7'));
  const parts = [...screen.getByText('Gross').closest('dl')!.children].map(({ textContent }) => textContent);
  expect(parts).toEqual(['Gross-$299.00', 'Coupon, your part$29.90', 'Commission (30%)$80.73', 'Yours-$188.37']);
});

describe('the spreadsheet', () => {
  const saved: string[] = [];
  beforeEach(() => {
    saved.length = 0;
    URL.createObjectURL = () => 'blob:lines';
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.download} ${this.href}`);
    });
  });
  afterEach(() => jest.restoreAllMocks());

  const csv = { headers: { 'content-type': 'text/csv' }, body: 'Night Cargo' };
  const downloads = (calls: Call[]) => calls.map(({ path }) => path).filter((path) => path.includes('.csv'));

  test('has the lines of the state that is chosen, also while these cannot be loaded', async () => {
    const calls = stubServer({
      'GET /api/sellers/3/ledger': ({ path }) => (path.includes('state=') ? { status: 500 } : aLedger([line])),
      'GET /api/sellers/3/ledger.csv': csv,
    });
    const { user } = renderAt(<Earnings seller={seller} />);
    await user.click(await screen.findByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(saved).toEqual(['ledger-3.csv blob:lines']));
    await user.selectOptions(screen.getByLabelText('Show'), 'paid');
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(downloads(calls)).toEqual(['/api/sellers/3/ledger.csv', '/api/sellers/3/ledger.csv?state=paid']);
  });

  test.each([
    [401, { status: 401 }, 'Please log in or register to continue.', true],
    [403, refusal('403 forbidden', 'This is not your store.'), 'This is not your store.', false],
    [500, { status: 500 }, 'Failed to download your earnings', false],
  ])('that is refused with %i says so on the page', async (_, answer, text, asksToLogIn) => {
    stubServer({ 'GET /api/sellers/3/ledger': aLedger([line]), 'GET /api/sellers/3/ledger.csv': answer });
    const { user, store } = renderAt(<Earnings seller={seller} />);
    await user.click(await screen.findByRole('button', { name: 'CSV' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect([store.getState().session.loginOpen, saved]).toEqual([asksToLogIn, []]);
  });

  test.each([
    [401, { status: 401 }, 'Please log in or register to continue.', true],
    [500, { status: 500 }, 'Failed to download your earnings', false],
  ])('that is refused with %i after a good one says so, and is not saved again', async (_, answer, text, asksToLogIn) => {
    let isGone = false;
    stubServer({
      'GET /api/sellers/3/ledger': aLedger([line]),
      'GET /api/sellers/3/ledger.csv': () => (isGone ? answer : csv),
    });
    const { user, store } = renderAt(<Earnings seller={seller} />);
    await user.click(await screen.findByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    isGone = true;
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect([store.getState().session.loginOpen, saved.length]).toEqual([asksToLogIn, 1]);
  });
});

test("a line's day is the one of the shop's calendar, as in its explanation and the spreadsheet", async () => {
  stubServer({ 'GET /api/sellers/3/ledger': aLedger([{ ...line, at: '2026-11-20T12:00:00.000Z', on: '2026-11-21' }]) });
  renderAt(<Earnings seller={seller} />);
  expect(await screen.findByText(/^21 Nov 2026 · due 25 Nov 2026$/)).toBeVisible();
});

test('the lines are narrowed by state', async () => {
  const calls = stubServer({
    'GET /api/sellers/3/ledger': ({ path }) => aLedger(path.includes('state=reversed') ? [] : [line]),
  });
  const { user } = renderAt(<Earnings seller={seller} />);
  await user.selectOptions(await screen.findByLabelText('Show'), 'reversed');
  expect(await screen.findByText('No line is reversed now.')).toBeVisible();
  await waitFor(() => expect(calls.at(-1)!.path).toBe('/api/sellers/3/ledger?page=1&limit=10&state=reversed'));
});

test('lines of another state never stand in for those that cannot be loaded, and another one can be chosen', async () => {
  stubServer({ 'GET /api/sellers/3/ledger': ({ path }) => (path.includes('state=') ? { status: 500 } : aLedger([line])) });
  const { user } = renderAt(<Earnings seller={seller} />);
  await user.selectOptions(await screen.findByLabelText('Show'), 'paid');
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load your earnings');
  expect(screen.queryByText('Night Cargo · order #7')).toBeNull();
  expect(screen.getByText('$50.00')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Show'), '');
  expect(await screen.findByText('Night Cargo · order #7')).toBeVisible();
});

test("before the first sale it explains a seller's share; what was paid out too much is explained", async () => {
  stubServer({ 'GET /api/sellers/3/ledger': aLedger([], { owedCents: 0, dueCents: 0, heldCents: 0, paidCents: 0 }) });
  const empty = renderAt(<Earnings seller={seller} />);
  expect(await screen.findByText(/You receive 70% of each sale within three business days/)).toBeVisible();
  empty.unmount();
  stubServer({ 'GET /api/sellers/3/ledger': aLedger([line], { overpaidCents: 20930 }) });
  renderAt(<Earnings seller={seller} />);
  expect(await screen.findByText(/was paid out beyond what was earned, not counting refunded sales/)).toBeVisible();
});

test('when it cannot be loaded, it says so and tries again', async () => {
  let tries = 0;
  stubServer({ 'GET /api/sellers/3/ledger': () => ((tries += 1) === 1 ? { status: 500 } : aLedger([line])) });
  const { user } = renderAt(<Earnings seller={seller} />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load your earnings');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Night Cargo · order #7')).toBeVisible();
});

test('the months of the ledger lead to their statements, the one that runs says so', async () => {
  const months = [
    { month: '2026-12', openingCents: 41860, closingCents: 41899, open: true },
    { month: '2026-11', openingCents: 0, closingCents: 41860, open: false },
  ];
  stubServer({
    'GET /api/sellers/3/ledger': aLedger([line]),
    'GET /api/sellers/3/statements': { body: { success: true, data: months } },
  });
  renderAt(<Earnings seller={seller} />);
  const [december, november] = within(await screen.findByRole('region', { name: 'Statements' })).getAllByRole('listitem');
  expect(december).toHaveTextContent('Dec 2026 so far$418.99');
  expect(november).toHaveTextContent('Nov 2026 $418.60');
  const pdf = within(november!).getByRole('link', { name: 'Statement of Nov 2026 as PDF' });
  expect(pdf).toHaveAttribute('href', '/api/sellers/3/statements/2026-11.pdf');
});

test.each([
  ['sent', 'On its way', /arrive within minutes/],
  ['unclaimed', 'Waits for you', /Open an account with it, or confirm the address at PayPal, until 20 Dec 2026/],
  ['on-hold', 'On hold at PayPal', /decides by itself/],
  ['paid', 'Paid', /in your PayPal account/],
  ['returned', 'Came back', /Nobody claimed it.* due to you again.* under Payment info/],
  ['failed', 'Not paid', /could not pay it.* due to you again.* under Payment info/],
  ['reversed', 'Came back', /went back to us.* due to you again/],
] as const)('a payout that PayPal shows as %s is told in words, with what the seller can do', async (state, name, words) => {
  const payout = { id: 1, sentAt: '2026-11-20T12:00:00.000Z', amountCents: 20930, paidTo: 'nora@example.com', state };
  const { body } = aLedger([line]);
  stubServer({ 'GET /api/sellers/3/ledger': { body: { ...body, payouts: [payout] } satisfies LedgerView } });
  renderAt(<Earnings seller={seller} />);
  const payoutList = within(await screen.findByRole('region', { name: 'Payouts by PayPal' })).getByRole('listitem');
  expect(payoutList).toHaveTextContent(/20 Nov 2026.*nora@example\.com/);
  expect(within(payoutList).getByText(name)).toBeVisible();
  expect(within(payoutList).getByText('$209.30')).toBeVisible();
  expect(payoutList).toHaveTextContent(words);
});
