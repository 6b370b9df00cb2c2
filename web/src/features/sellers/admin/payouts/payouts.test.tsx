import type { LedgerLineView, PayoutRowView } from '@shop/contracts/views';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { refusal } from '#testing/answers.ts';
import { asksFirst } from '#testing/asks-first.ts';
import { renderAt } from '#testing/render.tsx';
import { pressInMenu } from '#testing/row-menu.ts';
import { stubServer, type Call } from '#testing/stub-server.ts';
import { PayoutsPage } from '#pages/admin/sales/PayoutsPage.tsx';

const aRow = (over: Partial<PayoutRowView> = {}): PayoutRowView => ({
  id: 1,
  store_name: 'Velvet Static',
  deleted: false,
  payment_method: 'paypal',
  pay_to: 'pay@velvet.example',
  owedCents: 0,
  dueCents: 20947,
  paidCents: 0,
  heldCents: 0,
  overpaidCents: 0,
  subsidyCents: 0,
  oldestDueOn: '2026-11-24',
  ...over,
});
const pagination = { page: 1, limit: 10, total: 1, totalPages: 1 };
const balances = { owedCents: 0, dueCents: 20947, heldCents: 0, paidCents: 0, overpaidCents: 0 };
const list = (...data: PayoutRowView[]) => ({
  body: { success: true, data, pagination: { ...pagination, total: data.length }, totals: balances, today: '2026-11-25' },
});
const aPayout: LedgerLineView = {
  id: 9,
  kind: 'payout',
  at: '2026-11-25T10:00:00.000Z',
  on: '2026-11-25',
  amountCents: -20947,
  state: 'paid',
  openCents: 0,
  dueOn: null,
  orderId: null,
  productId: null,
  name: null,
  share: null,
  payout: { method: 'paypal', reference: 'PP-1' },
  why: ['Sent by PayPal, reference PP-1.'],
};

const RECORDED = {
  status: 201,
  body: {
    success: true,
    data: { id: 9, sellerId: 1, amountCents: 20947, method: 'paypal', reference: 'PP-1', at: '2026-11-25T10:00:00.000Z' },
  },
};

const callsBy = (calls: Call[], method: string) => calls.filter((call) => call.method === method);
const open = (handlers: Parameters<typeof stubServer>[0], at = '/') => {
  const calls = stubServer({ 'GET /api/payouts': list(aRow()), ...handlers });
  return { calls, ...renderAt(<PayoutsPage />, { at }) };
};

test('a payout is recorded with the due amount filled in, in cents and under one key', async () => {
  let tries = 0;
  const { calls, user } = open({
    'POST /api/sellers/1/payouts': () => {
      tries += 1;
      return tries === 1 ? refusal('409 reference-known', 'This payment is recorded already.', { field: 'reference' }) : RECORDED;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Record payout to Velvet Static' }));
  const dialog = await screen.findByRole('dialog', { name: 'Record payout' });
  expect(within(dialog).getByLabelText('Amount, dollars')).toHaveValue('209.47');
  expect(within(dialog).getByLabelText('Method')).toHaveValue('paypal');
  expect(dialog).toHaveTextContent('PayPal pay@velvet.example');

  await user.click(within(dialog).getByRole('button', { name: 'Record payout' }));
  expect(await within(dialog).findByText('Please enter the reference of the payment')).toBeVisible();
  await user.type(within(dialog).getByLabelText('Reference'), 'PP-1');
  await asksFirst(user);
  await user.click(within(dialog).getByRole('button', { name: 'Record payout' }));
  expect(await within(dialog).findByText('This payment is recorded already.')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Record payout' }));
  expect(await screen.findByText('$209.47 to Velvet Static recorded')).toBeInTheDocument();

  const bodies = callsBy(calls, 'POST').map(({ body }) => body as { key: string });
  expect(bodies[0]).toMatchObject({ amountCents: 20947, method: 'paypal', reference: 'PP-1' });
  expect(new Set(bodies.map(({ key }) => key)).size).toBe(1);
});

test('an amount may be typed with a comma, which some phones offer alone', async () => {
  const { calls, user } = open({ 'POST /api/sellers/1/payouts': RECORDED });
  await user.click(await screen.findByRole('button', { name: 'Record payout to Velvet Static' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Record payout' }));
  await user.clear(dialog.getByLabelText('Amount, dollars'));
  await user.type(dialog.getByLabelText('Amount, dollars'), '100,50');
  expect(dialog.getByLabelText('Amount, dollars')).toHaveValue('100.50');
  await user.type(dialog.getByLabelText('Reference'), 'PP-1');
  await user.click(dialog.getByRole('button', { name: 'Record payout' }));
  await waitFor(() => expect(callsBy(calls, 'POST')).toMatchObject([{ body: { amountCents: 10050 } }]));
});

test('a doubtful payout is recorded once it is confirmed', async () => {
  const reasons = "PayPal's books could not be compared with ours the last time. Is the payout meant?";
  const { calls, user } = open({
    'POST /api/sellers/1/payouts': ({ body }) =>
      (body as { confirm?: boolean }).confirm ? RECORDED : refusal('409 confirmation-required', reasons, { field: 'confirm' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Record payout to Velvet Static' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Record payout' }));
  await user.type(dialog.getByLabelText('Reference'), 'PP-1');
  await user.click(dialog.getByRole('button', { name: 'Record payout' }));
  expect(await dialog.findByText(reasons)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Record payout' })).toBeDisabled();
  // On a small screen the field is below the fold until it has the focus.
  expect(dialog.getByLabelText('Yes, the payout is meant')).toHaveFocus();
  await user.keyboard(' ');
  await user.click(dialog.getByRole('button', { name: 'Record payout' }));
  expect(await screen.findByText('$209.47 to Velvet Static recorded')).toBeInTheDocument();
  expect(callsBy(calls, 'POST').map(({ body }) => (body as { confirm?: boolean }).confirm)).toEqual([undefined, true]);
});

test('a payout sent before a refund is recorded once that and each other doubt is confirmed', async () => {
  let due = 20947;
  const [notDue, doubted] = ['Only $0.00 is due to Velvet Static.', 'Is the payout meant?'];
  const { calls, user } = open({
    'GET /api/payouts': () => list(aRow({ dueCents: due })),
    'POST /api/sellers/1/payouts': ({ body }) => {
      const { beyondDue, confirm } = body as { beyondDue?: boolean; confirm?: boolean };
      due = 0;
      if (!beyondDue) return refusal('409 not-due', notDue, { field: 'amountCents' });
      return confirm ? RECORDED : refusal('409 confirmation-required', doubted, { field: 'confirm' });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Record payout to Velvet Static' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Record payout' }));
  const record = () => user.click(dialog.getByRole('button', { name: 'Record payout' }));
  await user.type(dialog.getByLabelText('Reference'), 'PP-1');
  await record();
  expect(await dialog.findByText(notDue)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Record payout' })).toBeDisabled();
  await user.click(dialog.getByLabelText('Yes, $209.47 was sent and is not recorded yet'));
  await record();
  expect(await dialog.findByText(doubted)).toBeVisible();
  expect(dialog.getByLabelText('Yes, $209.47 was sent and is not recorded yet')).toBeChecked();
  await user.click(dialog.getByLabelText('Yes, the payout is meant'));
  await record();
  expect(await screen.findByText('$209.47 to Velvet Static recorded')).toBeInTheDocument();
  const sure = callsBy(calls, 'POST').map(({ body }) => body as { beyondDue?: boolean; confirm?: boolean });
  expect(sure.map(({ beyondDue, confirm }) => [beyondDue, confirm])).toEqual([
    [undefined, undefined],
    [true, undefined],
    [true, true],
  ]);
});

test('a payout that was changed after its confirmation is doubted anew', async () => {
  const { calls, user } = open({
    'POST /api/sellers/1/payouts': refusal('409 confirmation-required', 'Is the payout meant?', { field: 'confirm' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Record payout to Velvet Static' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Record payout' }));
  await user.type(dialog.getByLabelText('Reference'), 'PP-1');
  await user.click(dialog.getByRole('button', { name: 'Record payout' }));
  await user.click(await dialog.findByLabelText('Yes, the payout is meant'));
  await user.type(dialog.getByLabelText('Amount, dollars'), '0');
  expect(dialog.queryByLabelText('Yes, the payout is meant')).toBeNull();
  await user.clear(dialog.getByLabelText('Amount, dollars'));
  await user.type(dialog.getByLabelText('Amount, dollars'), '900');
  await user.click(dialog.getByRole('button', { name: 'Record payout' }));
  expect(await dialog.findByLabelText('Yes, the payout is meant')).not.toBeChecked();
  expect(callsBy(calls, 'POST').map(({ body }) => (body as { confirm?: boolean }).confirm)).toEqual([undefined, undefined]);
});

test('a typed payout is there again after the session ended and the admin logged in, under the same key', async () => {
  const typed = async (answer: Parameters<typeof stubServer>[0][string]) => {
    const page = open({ 'POST /api/sellers/1/payouts': answer });
    await page.user.click(await screen.findByRole('button', { name: 'Record payout to Velvet Static' }));
    return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Record payout' })) };
  };
  const before = await typed(refusal('401 unauthenticated', 'Please log in.'));
  await before.user.type(before.dialog.getByLabelText('Reference'), 'PP-1');
  await before.user.click(before.dialog.getByRole('button', { name: 'Record payout' }));
  expect(await before.dialog.findByText('Please log in.')).toBeVisible();
  before.unmount();

  const after = await typed(RECORDED);
  await waitFor(() => expect(after.dialog.getByLabelText('Reference')).toHaveValue('PP-1'));
  await after.user.click(after.dialog.getByRole('button', { name: 'Record payout' }));
  expect(await screen.findByText('$209.47 to Velvet Static recorded')).toBeInTheDocument();
  const keys = [before, after].map(({ calls }) => (callsBy(calls, 'POST')[0]!.body as { key: string }).key);
  expect(keys[0]).toBe(keys[1]);
});

test('text that is no amount shows a message at its field, and nothing is sent', async () => {
  const { calls, user } = open({});
  await user.click(await screen.findByRole('button', { name: 'Record payout to Velvet Static' }));
  const amount = await screen.findByLabelText('Amount, dollars');
  await user.clear(amount);
  await user.type(amount, '12.345');
  await user.type(screen.getByLabelText('Reference'), 'PP-1');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Record payout' }));
  expect(await screen.findByText('Must be an amount with at most two decimals')).toBeVisible();
  expect(amount).toHaveAttribute('aria-invalid', 'true');
  expect(callsBy(calls, 'POST')).toEqual([]);
});

test('the dialog has the payout from the press of its button, and names later changes', async () => {
  let rows = [aRow()];
  const { user } = open({ 'GET /api/payouts': () => list(...rows) });
  const button = await screen.findByRole('button', { name: 'Record payout to Velvet Static' });
  rows = [aRow({ dueCents: 12000, pay_to: 'new@velvet.example' })];
  await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Record payout' });
  expect(within(dialog).getByLabelText('Amount, dollars')).toHaveValue('120.00');
  expect(dialog).toHaveTextContent('PayPal new@velvet.example');
  expect(within(dialog).queryByRole('alert')).toBeNull();

  const lookAgain = () => {
    for (const state of ['hidden', 'visible'] as const) {
      const spy = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
      fireEvent(document, new Event('visibilitychange'));
      spy.mockRestore();
    }
  };
  rows = [aRow({ dueCents: 0, pay_to: 'new@velvet.example' })];
  lookAgain();
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('$0.00 is due now (PayPal new@velvet.example)');
  rows = [];
  lookAgain();
  expect(await within(dialog).findByText(/no longer on this page of the list/)).toBeVisible();
});

test.each([
  ['payout that somebody else has made', 'Record payout to Velvet Static'],
  ['card that is gone', 'Show card number of Velvet Static'],
])('a %s meanwhile is not offered', async (_, name) => {
  let now = aRow({ payment_method: 'card', pay_to: '4242' });
  const { user } = open({ 'GET /api/payouts': () => list(now) });
  const button = await screen.findByRole('button', { name });
  now = aRow({ dueCents: 0 });
  await user.click(button);
  expect(await screen.findByText(/^The payout to Velvet Static has changed since it was listed/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Show card/ })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('no payout is offered while the list cannot be read again', async () => {
  let isDown = false;
  const { user } = open({ 'GET /api/payouts': () => (isDown ? { status: 503 } : list(aRow())) });
  const button = await screen.findByRole('button', { name: 'Record payout to Velvet Static' });
  isDown = true;
  await user.click(button);
  expect((await screen.findAllByText('Failed to fetch payouts')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a wrong payout is taken back from the history, with its reason', async () => {
  const { calls, user } = open({
    'GET /api/sellers/1/ledger': { body: { success: true, data: [aPayout], pagination, balances } },
    'POST /api/payouts/9/reversal': { body: { success: true } },
  });
  await pressInMenu(user, 'Velvet Static', 'History of Velvet Static');
  await user.click(await screen.findByText('Payout · PP-1'));
  await user.click(screen.getByRole('button', { name: 'Recorded wrongly' }));
  await user.click(screen.getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText('Please say why')).toBeVisible();
  await user.type(screen.getByLabelText('Why it is taken back'), 'Sent to another store');
  await user.click(document.querySelector('.overlay')!);
  expect(screen.getByLabelText('Why it is taken back')).toHaveValue('Sent to another store');
  await asksFirst(user);
  await user.click(screen.getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText('The payout was taken back')).toBeInTheDocument();
  expect(callsBy(calls, 'POST')).toMatchObject([{ body: { reason: 'Sent to another store' } }]);
});

test.each([
  ['Cancel', () => screen.getByRole('button', { name: 'Cancel' })],
  ['another line', () => screen.getByRole('button', { name: 'Recorded wrongly' })],
])('%s asks before the typed reason of a wrong payout is lost', async (_, way) => {
  const { user } = open({
    'GET /api/sellers/1/ledger': { body: { success: true, data: [aPayout, { ...aPayout, id: 8 }], pagination, balances } },
  });
  await pressInMenu(user, 'Velvet Static', 'History of Velvet Static');
  for (const line of await screen.findAllByText('Payout · PP-1')) await user.click(line);
  await user.click(screen.getAllByRole('button', { name: 'Recorded wrongly' })[0]!);
  const reason = () => screen.getByLabelText('Why it is taken back');
  await user.type(reason(), 'Sent twice');
  const ask = jest.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  await user.click(way());
  expect(reason()).toHaveValue('Sent twice');
  await user.click(way());
  expect(ask.mock.calls).toEqual(Array(2).fill(['You have unsaved changes. Leave without saving?']));
  expect(screen.queryByDisplayValue('Sent twice')).toBeNull();
  ask.mockRestore();
});

test('a payout that another admin has already taken back says so, and shows the kept reason', async () => {
  let line: LedgerLineView = aPayout;
  const { user } = open({
    'GET /api/sellers/1/ledger': () => ({ body: { success: true, data: [line], pagination, balances } }),
    'POST /api/payouts/9/reversal': () => {
      line = { ...aPayout, state: 'reversed' };
      return refusal('409 already-reversed', 'This payout was taken back already: Sent twice');
    },
  });
  await pressInMenu(user, 'Velvet Static', 'History of Velvet Static');
  await user.click(await screen.findByText('Payout · PP-1'));
  await user.click(screen.getByRole('button', { name: 'Recorded wrongly' }));
  await user.type(screen.getByLabelText('Why it is taken back'), 'Sent to another store');
  await user.click(screen.getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText('This payout was taken back already: Sent twice')).toBeVisible();
  await waitFor(() => expect(screen.queryByLabelText('Why it is taken back')).toBeNull());
  await user.click(document.querySelector('.overlay')!);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the reason of a payout that is taken back is there again after the session had ended', async () => {
  const answers = {
    'GET /api/sellers/1/ledger': { body: { success: true, data: [aPayout], pagination, balances } },
    'POST /api/payouts/9/reversal': refusal('401 unauthenticated', 'Please log in.'),
  };
  const showLine = async ({ user }: ReturnType<typeof open>) => {
    await pressInMenu(user, 'Velvet Static', 'History of Velvet Static');
    await user.click(await screen.findByText('Payout · PP-1'));
  };
  const before = open(answers);
  await showLine(before);
  await before.user.click(screen.getByRole('button', { name: 'Recorded wrongly' }));
  await before.user.type(screen.getByLabelText('Why it is taken back'), 'Sent twice');
  await before.user.click(screen.getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(before.store.getState().adminSession.hasExpired).toBe(true));
  before.unmount();

  await showLine(open(answers));
  expect(screen.getByLabelText('Why it is taken back')).toHaveValue('Sent twice');
});

test('totals and balances of one list do not stand above another that failed', async () => {
  const { user } = open({ 'GET /api/payouts': ({ path }) => (path.includes('due=true') ? { status: 503 } : list(aRow())) });
  expect(await screen.findByRole('heading', { name: 'Payouts 1' })).toBeVisible();
  expect(screen.getByText('paid out so far')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Show'), 'With something due');
  expect(await screen.findByText('Failed to fetch payouts')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Payouts' })).toBeVisible();
  expect(screen.queryByText('paid out so far')).toBeNull();
});

test('a page of the history that cannot be loaded shows a message, and can be tried again', async () => {
  let fails = true;
  const page = (data: LedgerLineView[]) => ({
    body: { success: true, data, pagination: { ...pagination, total: 11, totalPages: 2 }, balances },
  });
  const { user } = open({
    'GET /api/sellers/1/ledger': ({ path }) =>
      !path.includes('page=2')
        ? page([aPayout])
        : fails
          ? { status: 500 }
          : page([{ ...aPayout, id: 8, payout: { method: 'paypal', reference: 'PP-0' } }]),
  });
  await pressInMenu(user, 'Velvet Static', 'History of Velvet Static');
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch the ledger');
  expect(screen.queryByText('Payout · PP-1')).toBeNull();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Payout · PP-0')).toBeVisible();
});

test('with nothing due the dialog says to send nothing; the filter is in the address and in the query', async () => {
  const { calls, user } = open(
    {
      'GET /api/payouts': list(
        aRow({ dueCents: 0, owedCents: 100, oldestDueOn: '2026-11-27', payment_method: null, pay_to: null }),
      ),
    },
    '/payouts',
  );
  await user.click(await screen.findByRole('button', { name: 'Record payout to Velvet Static' }));
  const dialog = await screen.findByRole('dialog', { name: 'Record payout' });
  expect(dialog).toHaveTextContent('Nothing is due to Velvet Static: send nothing. Record here only what was sent already.');
  expect(within(dialog).getByLabelText('Amount, dollars')).toHaveValue('');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('Not set')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Show'), 'true');
  await waitFor(() => expect(calls.at(-1)!.path).toContain('due=true'));
});

test('a list that cannot be fetched says so, and an empty one too', async () => {
  stubServer({ 'GET /api/payouts': { status: 500 } });
  const broken = renderAt(<PayoutsPage />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch payouts');
  broken.unmount();
  open({ 'GET /api/payouts': list() });
  expect(await screen.findByText('No seller has sold anything yet')).toBeVisible();
});

test("the operator's subsidy is named in the list and in the form for the payout", async () => {
  const { user } = open({ 'GET /api/payouts': list(aRow({ subsidyCents: 15697 })) });
  expect(await screen.findByText('$156.97')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Record payout to Velvet Static' }));
  expect(await screen.findByRole('dialog', { name: 'Record payout' })).toHaveTextContent(
    '$156.97 of it is subsidised by the house.',
  );
});

describe('a card number', () => {
  const withCard = list(aRow({ payment_method: 'card', pay_to: '4242' }));
  const ask = async (user: ReturnType<typeof open>['user'], reason: string) => {
    await user.click(await screen.findByRole('button', { name: 'Show card number of Velvet Static' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Card of Velvet Static' }));
    if (reason) await user.type(dialog.getByLabelText('What it is needed for'), reason);
    await user.click(dialog.getByRole('button', { name: 'Show card number' }));
    return dialog;
  };
  const CALL = 'POST /api/sellers/1/card-number';
  const cardAnswer = { [CALL]: { body: { success: true, data: { card_number: '4242424242424242' } } } };

  test('is shown for a reason, and hidden by hand', async () => {
    const { calls, user } = open({ 'GET /api/payouts': withCard, ...cardAnswer });
    const dialog = await ask(user, '');
    expect(await dialog.findByText('Please say what you need the number for')).toBeVisible();
    await user.type(dialog.getByLabelText('What it is needed for'), 'Payout of November');
    await asksFirst(user);
    await user.click(dialog.getByRole('button', { name: 'Show card number' }));
    expect(await screen.findByText('4242 4242 4242 4242')).toBeVisible();
    expect(callsBy(calls, 'POST').map(({ body }) => body)).toEqual([{ reason: 'Payout of November' }]);
    await user.click(screen.getByRole('button', { name: 'Hide now' }));
    await waitFor(() => expect(screen.queryByText('4242 4242 4242 4242')).toBeNull());
  });

  test('is hidden after half a minute, and gone from what the browser keeps', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const { user, store } = open({ 'GET /api/payouts': withCard, ...cardAnswer });
      await ask(user, 'Payout');
      expect(await screen.findByText('4242 4242 4242 4242')).toBeVisible();
      for (let second = 0; second < 31; second += 1) await act(() => jest.advanceTimersByTimeAsync(1000));
      expect(screen.queryByText('4242 4242 4242 4242')).toBeNull();
      expect(JSON.stringify(store.getState())).not.toContain('4242424242424242');
    } finally {
      jest.useRealTimers();
    }
  });

  test('is hidden as soon as the page is', async () => {
    const { user } = open({ 'GET /api/payouts': withCard, ...cardAnswer });
    await ask(user, 'Payout');
    expect(await screen.findByText('4242 4242 4242 4242')).toBeVisible();
    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(screen.queryByText('4242 4242 4242 4242')).toBeNull());
    hidden.mockRestore();
  });

  test('that is refused says why', async () => {
    const { user } = open({ 'GET /api/payouts': withCard, [CALL]: refusal('429 too-many', 'Too many attempts.') });
    const dialog = await ask(user, 'Payout');
    expect(await dialog.findByText('Too many attempts.')).toBeVisible();
  });

  test('is not offered where nobody is paid to a card', async () => {
    open({});
    await screen.findByRole('button', { name: 'Actions for Velvet Static' });
    expect(screen.queryByRole('button', { name: /Show card number/ })).toBeNull();
  });
});
