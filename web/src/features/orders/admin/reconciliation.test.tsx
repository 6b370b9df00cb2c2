import type { DifferenceView, ReconciliationView } from '@shop/contracts/views';
import { screen, waitFor, within } from '@testing-library/react';
import { refusal } from '#testing/answers.ts';
import { asksFirst } from '#testing/asks-first.ts';
import { renderAt } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { ReconciliationPage } from '#pages/admin/sales/ReconciliationPage.tsx';

const aDifference = (over: Partial<DifferenceView> = {}): DifferenceView => ({
  id: 4,
  kind: 'refund-unknown',
  provider_id: 'R-LOST',
  order_id: 7,
  reason: 'PayPal gave $10.00 back, which is not in our books',
  amountCents: 1000,
  expectedCents: null,
  happened_at: '2026-11-21T10:00:00.000Z',
  found_at: '2026-11-22T01:00:00.000Z',
  gone_at: null,
  looked_at: null,
  looked_by: null,
  note: null,
  ...over,
});
const aRun = (over: Partial<ReconciliationView> = {}): ReconciliationView => ({
  id: 1,
  night: '2026-11-22',
  started_at: '2026-11-22T01:00:00.000Z',
  finished_at: '2026-11-22T01:00:02.000Z',
  outcome: 'done',
  captures: 12,
  refunds: 2,
  disputes: 1,
  payouts: 4,
  found: 1,
  problem: null,
  ...over,
});
const list = (data: DifferenceView[], last: ReconciliationView | null = aRun()) => ({
  body: { success: true, data, pagination: { page: 1, limit: 10, total: data.length, totalPages: 1 }, last },
});
const open = (handlers: Parameters<typeof stubServer>[0], at = '/') => {
  const calls = stubServer({ 'GET /api/orders/differences': list([aDifference()]), ...handlers });
  return { calls, ...renderAt(<ReconciliationPage />, { at }) };
};

test('an open difference is explained with a note, which is required', async () => {
  const { calls, user } = open({ 'POST /api/orders/differences/4/look': { body: { success: true } } });
  expect(await screen.findByText(/12 payments, 2 refunds, 1 dispute and 4 payouts of 35 days/)).toBeVisible();
  expect(screen.getByRole('link', { name: '#7' })).toHaveAttribute('href', expect.stringMatching(/orders\/7$/));
  await user.click(screen.getByRole('button', { name: 'Looked at difference 4' }));
  const dialog = screen.getByRole('dialog', { name: 'Looked at' });
  await user.click(within(dialog).getByRole('button', { name: 'Looked at' }));
  expect(await within(dialog).findByText('Please say what you found')).toBeVisible();
  await user.type(within(dialog).getByLabelText('What you found'), 'Refunded by hand');
  await asksFirst(user);
  await user.click(within(dialog).getByRole('button', { name: 'Looked at' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.filter(({ method }) => method === 'POST')).toMatchObject([
    { body: { note: 'Refunded by hand', shownReason: 'PayPal gave $10.00 back, which is not in our books' } },
  ]);
});

test('a difference that has changed is not marked as looked at: the dialog shows the new one', async () => {
  const changed = aDifference({ reason: 'PayPal gave $20.00 back, which is not in our books' });
  let openRow = aDifference();
  const { calls, user } = open({
    'GET /api/orders/differences': () => list([openRow]),
    'POST /api/orders/differences/4/look': () => {
      if (openRow === changed) return { body: { success: true } };
      openRow = changed;
      return refusal('409 difference-changed', 'It is another difference by now.');
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Looked at difference 4' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Looked at' }));
  await user.type(dialog.getByLabelText('What you found'), 'Refunded by hand');
  await user.click(dialog.getByRole('button', { name: 'Looked at' }));
  expect(await dialog.findByText('It is another difference by now.')).toBeVisible();
  expect(await dialog.findByText(/\$20\.00/)).toBeVisible();
  expect(dialog.getByLabelText('What you found')).toHaveValue('Refunded by hand');
  await user.click(dialog.getByRole('button', { name: 'Looked at' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toMatchObject([
    { shownReason: aDifference().reason },
    { shownReason: changed.reason },
  ]);
});

test('an explained difference, or one that is gone, says so and has no button', async () => {
  const looked = aDifference({ looked_at: '2026-11-22T08:00:00.000Z', looked_by: 1, note: 'It was mine' });
  open({
    'GET /api/orders/differences': list([looked, aDifference({ id: 5, gone_at: '2026-11-22T08:00:00.000Z', order_id: null })]),
  });
  expect(await screen.findByText('It was mine')).toBeVisible();
  expect(screen.getByText('No longer so')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Looked at difference/ })).toBeNull();
});

test('the books are compared on request; an outage of PayPal shows a message', async () => {
  let away = true;
  const { user } = open({
    'POST /api/orders/reconciliation': () =>
      away
        ? refusal('503 unavailable', 'PayPal cannot be reached right now.')
        : { body: { success: true, data: aRun({ night: null, found: 0 }) } },
  });
  await user.click(await screen.findByRole('button', { name: 'Reconcile now' }));
  expect(await screen.findByText('PayPal cannot be reached right now')).toBeInTheDocument();
  away = false;
  await user.click(screen.getByRole('button', { name: 'Reconcile now' }));
  expect(await screen.findByText('PayPal and the shop agree')).toBeInTheDocument();
});

test('says that PayPal was away, that nothing was compared yet, and that a list cannot be fetched', async () => {
  const failed = open({
    'GET /api/orders/differences': list(
      [],
      aRun({ outcome: 'failed', captures: null, problem: 'PayPal refuses it (HTTP 403 NOT_AUTHORIZED)' }),
    ),
  });
  expect(await screen.findByText(/^PayPal's books could not be compared on .*: PayPal refuses it \(HTTP 403/)).toBeVisible();
  expect(screen.getByText('PayPal and the shop have never differed')).toBeVisible();
  failed.unmount();
  const fresh = open({ 'GET /api/orders/differences': list([], null) });
  expect(await screen.findByText(/have not been compared/)).toBeVisible();
  fresh.unmount();
  open({ 'GET /api/orders/differences': { status: 500 } });
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch differences');
});
