import { screen, waitFor, within } from '@testing-library/react';
import type { AdminRole } from '@shop/contracts/constants';
import type { ClaimView, OrderView, RefundQuoteView } from '@shop/contracts/views';
import { anAdminOrder } from '#testing/an-admin-order.ts';
import { anAdmin, aDetails } from '#testing/a-user.ts';
import { adminIs, renderAt, signedInAs } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { ClaimPage } from '#pages/admin/sales/ClaimPage.tsx';
import { ClaimsPage } from '#pages/admin/sales/ClaimsPage.tsx';
import { ClaimsOfOrder } from './public/ClaimsOfOrder';
import { ClaimsOfStore } from './public/ClaimsOfStore';

const page = (data: unknown[]) => ({
  success: true,
  data,
  pagination: { page: 1, limit: 10, total: data.length, totalPages: 1 },
});
const aClaim = (over: Partial<ClaimView> = {}): ClaimView => ({
  id: 4,
  orderId: 7,
  productId: 11,
  name: 'Night Cargo',
  img: '/media/catalog/a.webp',
  store_name: 'Velvet Static',
  reason: 'files-broken',
  state: 'open',
  part: 'buyer',
  opened_at: '2026-11-20T12:00:00.000Z',
  waits_for: 'seller',
  dueAt: '2026-11-25T21:00:00.000Z',
  ended_at: null,
  messageCount: 1,
  decision: null,
  messages: [
    {
      id: 1,
      from: 'buyer',
      at: '2026-11-20T12:00:00.000Z',
      text: 'The stems do not open.',
      files: [
        { id: 8, name: 'screen.png', kind: 'picture', size: 2048, url: '/api/claims/4/files/8' },
        { id: 9, name: 'kick.wav', kind: 'audio', size: 4096, url: '/api/claims/4/files/9' },
      ],
    },
  ],
  ...over,
});
const row = ({ decision: _d, messages: _m, ...rest }: ClaimView) => rest;
const LATE = 'A problem can be reported within 10 business days.';
const order = {
  id: 7,
  paid_at: new Date().toISOString(),
  payment_state: 'paid',
  products: [{ id: 11, name: 'Night Cargo' }],
} as OrderView;

test('a thread that cannot be loaded says so where it was opened, and the orders stay', async () => {
  signedInAs(7);
  stubServer({
    'GET /api/claims': { body: page([row(aClaim())]) },
    'GET /api/claims/4': { body: { success: true, data: aClaim() } },
  });
  jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  jest.doMock('#features/claims/public/ClaimDialog.tsx', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const { user } = renderAt(
    <>
      <h1>My Orders</h1>
      <ClaimsOfOrder order={order} />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: 'Messages about Night Cargo' }));
  expect(await screen.findByText('This part could not be loaded. Please check your connection.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'My Orders' })).toBeVisible();
  jest.restoreAllMocks();
  jest.dontMock('#features/claims/public/ClaimDialog.tsx');
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('dialog', { name: 'Problem with Night Cargo' })).toBeVisible();
});

test('a buyer reports a problem, and is led into its thread', async () => {
  signedInAs(7);
  let claims: unknown[] = [];
  const calls = stubServer({
    'GET /api/claims': () => ({ body: page(claims) }),
    'POST /api/orders/7/claims': () => {
      claims = [row(aClaim())];
      return { status: 201, body: { success: true, data: aClaim() } };
    },
    'GET /api/claims/4': { body: { success: true, data: aClaim() } },
  });
  const { user } = renderAt(<ClaimsOfOrder order={order} />);
  await user.click(await screen.findByRole('button', { name: 'Report a problem with Night Cargo' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Report a problem with Night Cargo' }));
  await user.click(dialog.getByRole('button', { name: 'Report the problem' }));
  expect(dialog.getByText('Please choose what is wrong')).toBeVisible();
  await user.selectOptions(dialog.getByRole('combobox', { name: 'What is wrong?' }), 'files-broken');
  await user.type(dialog.getByRole('textbox', { name: 'What happened?' }), 'The stems do not open.');
  await user.click(dialog.getByRole('button', { name: 'Report the problem' }));

  const thread = within(await screen.findByRole('dialog', { name: 'Problem with Night Cargo' }));
  expect(await thread.findByText('The stems do not open.')).toBeVisible();
  expect(thread.getByText(/The seller answers by/)).toBeVisible();
  expect(thread.getByRole('img', { name: 'screen.png' })).toHaveAttribute('src', '/api/claims/4/files/8');
  expect(thread.getByLabelText('kick.wav')).toHaveAttribute('src', '/api/claims/4/files/9');
  expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
    body: { productId: 11, reason: 'files-broken', text: 'The stems do not open.' },
  });
});

test('a refused report says why, and keeps what was typed', async () => {
  signedInAs(7);
  stubServer({
    'GET /api/claims': { body: page([]) },
    'POST /api/orders/7/claims': {
      status: 409,
      body: { success: false, code: 'too-late', error: LATE, message: LATE },
    },
  });
  const { user } = renderAt(<ClaimsOfOrder order={order} />);
  await user.click(await screen.findByRole('button', { name: 'Report a problem with Night Cargo' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'What is wrong?' }), 'other');
  await user.type(dialog.getByRole('textbox', { name: 'What happened?' }), 'Late');
  await user.click(dialog.getByRole('button', { name: 'Report the problem' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('within 10 business days');
  expect(dialog.getByRole('textbox', { name: 'What happened?' })).toHaveValue('Late');
});

test('after its time a track without a claim has no button, and one with a claim has its messages', async () => {
  signedInAs(7);
  const old = {
    ...order,
    paid_at: '2026-01-01T12:00:00.000Z',
    products: [...order.products, { id: 12, name: 'Low Tide' }],
  } as OrderView;
  stubServer({ 'GET /api/claims': { body: page([row(aClaim({ state: 'refused', waits_for: null, dueAt: null }))]) } });
  renderAt(<ClaimsOfOrder order={old} />);
  expect(await screen.findByText('Problem: Refused')).toBeVisible();
  expect(screen.queryByText('Low Tide')).toBeNull();
  expect(screen.queryByRole('button', { name: /Report/ })).toBeNull();
});

test('a buyer takes a report back, after a second look', async () => {
  signedInAs(7);
  const calls = stubServer({
    'GET /api/claims': { body: page([row(aClaim())]) },
    'GET /api/claims/4': { body: { success: true, data: aClaim() } },
    'POST /api/claims/4/withdrawal': { body: { success: true, data: aClaim({ state: 'withdrawn' }) } },
  });
  const { user } = renderAt(<ClaimsOfOrder order={order} />);
  await user.click(await screen.findByRole('button', { name: 'Messages about Night Cargo' }));
  await user.click(await screen.findByRole('button', { name: 'Take the report back' }));
  await user.click(screen.getByRole('button', { name: 'Take it back' }));
  expect(await screen.findByText('You have taken the report back.')).toBeVisible();
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a seller sees whose turn it is, and reads the thread without names', async () => {
  signedInAs(5);
  const claim = aClaim({ part: 'seller' });
  stubServer({ 'GET /api/claims/4': { body: { success: true, data: claim } } });
  const { user } = renderAt(<ClaimsOfStore claims={[row(claim)]} />);
  expect(screen.getByText(/Your answer is due by/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Messages about Night Cargo' }));
  expect(await screen.findByText('Buyer')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Take the report back' })).toBeNull();
});

describe('in the administration', () => {
  const details = (role: AdminRole) => ({ body: aDetails([], [], anAdmin({ id: 1, admin_role: role })) });

  test('the list leads to each claim', async () => {
    adminIs(1);
    stubServer({
      'GET /api/claims': { body: page([row(aClaim({ part: 'house' }))]) },
      'GET /api/users/1/details': details('owner'),
    });
    renderAt(<ClaimsPage />);
    expect(await screen.findByRole('link', { name: '4' })).toHaveAttribute('href', '/mdghost-panel-secur/claims/4');
    expect(screen.getByText('Seller answers')).toBeVisible();
  });

  const decided = aClaim({ part: 'house', state: 'refunded', waits_for: null });
  const quote: RefundQuoteView = {
    ...{ amountCents: 5000, feeCents: 0, leftCents: 37_905, full: false, houseCents: 5000, creditNoteCents: 5000 },
    ...{ items: [], certificates: [], ledger: [], coupon: null },
  };
  const atClaim = (claim: ClaimView) => {
    adminIs(1);
    const calls = stubServer({
      'GET /api/users/1/details': details('finance'),
      'GET /api/claims/4': { body: { success: true, data: claim } },
      'GET /api/orders/7': { body: { success: true, data: anAdminOrder({ id: 7 }) } },
      'POST /api/orders/7/refunds/quote': { body: { success: true, data: quote } },
      'POST /api/claims/4/decision': { body: { success: true, data: decided } },
    });
    return { calls, ...renderAt(null, { at: '/claims/4', routes: [{ path: '/claims/:id', element: <ClaimPage /> }] }) };
  };

  test('finance gives an amount back, and sees before what it does', async () => {
    const { calls, user } = atClaim(aClaim({ part: 'house', messages: [] }));
    await user.click(await screen.findByRole('button', { name: 'Refund' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'The buyer gets money back' }));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'What goes back' }), 'amount');
    await user.type(dialog.getByRole('textbox', { name: 'Amount, dollars' }), '50');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Who bears it' }), 'house');
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'One stem is broken.');
    expect(await dialog.findByText('No link ends: the buyer keeps everything.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Give $50.00 back' })).toBeDisabled();
    await user.click(dialog.getByRole('checkbox', { name: /^Yes, give \$50\.00 back/ }));
    await user.click(dialog.getByRole('button', { name: 'Give $50.00 back' }));
    const items = [{ productId: 11 }];
    await waitFor(() =>
      expect(calls.find(({ path }) => path === '/api/claims/4/decision')).toMatchObject({
        body: {
          ...{ outcome: 'refund', reason: 'One stem is broken.' },
          refund: { items, amountCents: 5000, keepLinks: true, borneBy: 'house', withFee: false, shownCents: 5000 },
        },
      }),
    );
  });

  test('while a refund is on its way nothing is decided; one that failed says why', async () => {
    const waiting = aClaim({ part: 'house', messages: [], refund: { state: 'pending', amountCents: 5000 } });
    const { unmount } = atClaim(waiting);
    expect(await screen.findByText(/A refund of \$50\.00 is on its way/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
    unmount();
    atClaim({ ...waiting, refund: { state: 'failed', amountCents: 5000, failure: 'No money has moved.' } });
    expect(await screen.findByText(/The refund of \$50\.00 failed: No money has moved\./)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Refund' })).toBeVisible();
  });

  test('support repairs, and neither refunds nor refuses', async () => {
    adminIs(1);
    stubServer({
      'GET /api/users/1/details': details('support'),
      'GET /api/claims/4': { body: { success: true, data: aClaim({ part: 'house', messages: [] }) } },
    });
    renderAt(null, { at: '/claims/4', routes: [{ path: '/claims/:id', element: <ClaimPage /> }] });
    expect(await screen.findByRole('button', { name: 'Repaired' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Ref/ })).toBeNull();
  });
});
