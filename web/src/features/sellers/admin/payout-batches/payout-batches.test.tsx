import { PAYOUT_BATCH_STATES } from '@shop/contracts/constants';
import type { PayoutBatchRowView, PayoutBatchView, PayoutItemView } from '@shop/contracts/views';
import { screen, within } from '@testing-library/react';
import { refusal } from '#testing/answers.ts';
import { renderAt } from '#testing/render.tsx';
import { stubServer, type Call } from '#testing/stub-server.ts';
import { PayoutBatchesPage } from '#pages/admin/sales/PayoutBatchesPage.tsx';

const AT = '2026-11-26T12:00:00.000Z';

const anItem = (over: Partial<PayoutItemView> = {}): PayoutItemView => ({
  ...{ id: 1, sellerId: 1, storeName: 'Velvet Static', payTo: 'pay@velvet.example', amountCents: 20930, feeCents: 419 },
  ...{ state: 'draft', doubts: [], reference: null },
  lines: [{ saleId: 3, orderId: 7, name: 'Night Cargo', dueOn: '2026-11-25', amountCents: 20930 }],
  ...over,
});
const aRow = (over: Partial<PayoutBatchRowView> = {}): PayoutBatchRowView => ({
  ...{ id: 4, state: 'draft', totalCents: 20930, feeCents: 419, sellers: 1, troubled: 0, createdAt: AT },
  ...over,
});
const aBatch = (over: Partial<PayoutBatchView> = {}): PayoutBatchView => ({
  ...aRow(),
  ...{ createdBy: 1, approvedBy: null, sentBy: null, sentAt: null, secondAdmin: false, reference: null },
  ...{ items: [anItem()], leftOut: [] },
  ...over,
});
const listed = (...data: PayoutBatchRowView[]) => ({
  body: { success: true, data, pagination: { page: 1, limit: 10, total: data.length, totalPages: 1 } },
});
const answerWith = (batch: PayoutBatchView, status = 200) => ({ status, body: { success: true, data: batch } });
const posts = (calls: Call[]) => calls.filter(({ method }) => method === 'POST');
const show = (handlers: Parameters<typeof stubServer>[0]) => {
  const calls = stubServer({ 'GET /api/payout-batches': listed(aRow()), ...handlers });
  return { calls, ...renderAt(<PayoutBatchesPage />, { at: '/' }) };
};

test('a new batch is approved once its doubts are meant, and then sent; what was left out says why', async () => {
  let shown = aBatch({
    items: [anItem({ doubts: ['The address was changed within 72 hours.'] })],
    leftOut: [{ sellerId: 2, storeName: 'Low Tide', amountCents: 900, reason: 'It is less than the minimum of $20.00.' }],
  });
  const { calls, user } = show({
    'POST /api/payout-batches': () => answerWith(shown, 201),
    'GET /api/payout-batches/4': () => answerWith(shown),
    'POST /api/payout-batches/4/approval': () => answerWith((shown = { ...shown, state: 'approved', approvedBy: 1 })),
    'POST /api/payout-batches/4/sending': () =>
      answerWith((shown = { ...shown, state: 'sent', sentAt: AT, items: [anItem({ state: 'sent' })] })),
  });
  await user.click(await screen.findByRole('button', { name: 'New batch' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Batch #4' }));
  expect(await dialog.findByText('about $4.19')).toBeInTheDocument();
  expect(dialog.getByText('$213.49')).toBeInTheDocument();
  expect(dialog.getByText('It is less than the minimum of $20.00.')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await user.click(dialog.getByRole('checkbox', { name: /changed within 72 hours. It is meant/ }));
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  await user.click(await dialog.findByRole('button', { name: 'Send $209.30' }));
  expect(await dialog.findByText('At PayPal')).toBeInTheDocument();
  expect(dialog.getByText('On its way')).toBeInTheDocument();
  expect(dialog.queryByRole('button', { name: 'Cancel the batch' })).toBeNull();
  expect(posts(calls).map(({ path }) => path)).toEqual([
    '/api/payout-batches',
    '/api/payout-batches/4/approval',
    '/api/payout-batches/4/sending',
  ]);
  expect(posts(calls)[1]).toMatchObject({ body: { confirmedSellers: [1] } });
});

test('a refusal of PayPal stays in the dialog, and the batch can be sent again or cancelled', async () => {
  const { user } = show({
    'GET /api/payout-batches/4': answerWith(aBatch({ state: 'approved', approvedBy: 2 })),
    'POST /api/payout-batches/4/sending': refusal('409 payout-refused', 'The balance at PayPal is too low.'),
  });
  await user.click(await screen.findByRole('button', { name: /Open.*batch #4|Open/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Batch #4' }));
  await user.click(await dialog.findByRole('button', { name: 'Send $209.30' }));
  expect(await dialog.findByText('The balance at PayPal is too low.')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Cancel the batch' })).toBeEnabled();
});

test('a payout that nobody claims is taken back, and the dialog says what went wrong', async () => {
  let shown = aBatch({
    ...{ state: 'sent', sentAt: AT },
    items: [anItem({ state: 'unclaimed', failure: 'PayPal waits until the seller has an account with this address.' })],
  });
  const { calls, user } = show({
    'GET /api/payout-batches/4': () => answerWith(shown),
    'POST /api/payout-batches/4/items/1/cancellation': () =>
      answerWith((shown = { ...shown, state: 'done', items: [anItem({ state: 'returned', failure: 'PayPal gave it back.' })] })),
  });
  await user.click(await screen.findByRole('button', { name: /Open.*batch #4|Open/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Batch #4' }));
  expect(await dialog.findByText('Not claimed yet')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Take back the payout to Velvet Static' }));
  expect(await dialog.findByText('Given back')).toBeInTheDocument();
  expect(dialog.getByText('PayPal gave it back.')).toBeInTheDocument();
  expect(posts(calls)).toHaveLength(1);
});

test('the list says each state in words, and how many payouts of a batch came to nothing', async () => {
  show({
    'GET /api/payout-batches': listed(
      ...PAYOUT_BATCH_STATES.map((state, i) => aRow({ id: i + 1, state, troubled: state === 'done' ? 2 : 0 })),
    ),
  });
  for (const words of ['Draft', 'Approved, not sent', 'Being sent', 'At PayPal', 'Done', 'Denied by PayPal', 'Cancelled'])
    expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.getByText('2 not paid')).toBeInTheDocument();
});
