import type { AdminOrderView, OrderView, RefundQuoteView, RefundView } from '@shop/contracts/views';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ToastCorner } from '#app/mounts/ToastCorner.tsx';
import { aListedOrder, anAdminOrder } from '#testing/an-admin-order.ts';
import { aPage, refusal } from '#testing/answers.ts';
import { aDetails, anAdmin, aToken } from '#testing/a-user.ts';
import { asksFirst } from '#testing/asks-first.ts';
import { adminIs, renderAt } from '#testing/render.tsx';
import { setVisible } from '#testing/stub-events.ts';
import { stubServer, type Call } from '#testing/stub-server.ts';
import { OrderPage } from '#pages/admin/sales/OrderPage.tsx';
import { OrdersPage } from '#pages/admin/sales/OrdersPage.tsx';

const ROUTES = [
  {
    path: '/orders/:id',
    element: (
      <>
        <OrderPage />
        <ToastCorner />
      </>
    ),
  },
];
const page = (data: OrderView[]) => aPage(...data);

afterEach(() => {
  jest.useRealTimers();
  localStorage.clear();
});

describe('the list of orders', () => {
  test('shows payment and status apart, and leads to each order', async () => {
    stubServer({ 'GET /api/orders': { body: page([aListedOrder({ payment_state: 'review', status: 'processing' })]) } });
    renderAt(<OrdersPage />);
    const row = (await screen.findByText('marta@example.com')).closest('tr')!;
    expect(within(row).getByText('Needs review')).toBeVisible();
    expect(within(row).getByText('$379.05')).toBeVisible();
    expect(within(row).getByRole('combobox', { name: 'Status of order 12' })).toHaveValue('processing');
    expect(within(row).getByRole('link', { name: 'View order 12' })).toHaveAttribute('href', '/mdghost-panel-secur/orders/12');
  });

  test('asks for what the address says, ten at a time, and a filter begins at its first page', async () => {
    const calls = stubServer({ 'GET /api/orders': { body: page([aListedOrder()]) } });
    const { router, user } = renderAt(<OrdersPage />, { at: '/?page=3&q=marta&status=completed' });
    await screen.findByText('marta@example.com');
    expect(Object.fromEntries(new URLSearchParams(calls[0]!.path.split('?')[1]))).toEqual({
      page: '3',
      limit: '10',
      q: 'marta',
      status: 'completed',
    });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Payment' }), 'paid');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Way' }), 'Arranged with us');
    expect(router.state.location.search).toBe('?q=marta&status=completed&payment_state=paid&way=arranged');
  });

  test("shows a new status at once, and after a refusal the old one and the server's words", async () => {
    let answer: (() => void) | undefined;
    stubServer({
      'GET /api/orders': { body: page([aListedOrder({ status: 'pending' })]) },
      'PUT /api/orders/12/status': () =>
        new Promise((resolve) => {
          answer = () => resolve(refusal('404 not-found', 'No such order.'));
        }),
    });
    const { user } = renderAt(<OrdersPage />);
    const status = await screen.findByRole('combobox', { name: 'Status of order 12' });
    const ask = jest.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
    await user.selectOptions(status, 'cancelled');
    expect(status).toHaveValue('pending');
    await user.selectOptions(status, 'cancelled');
    expect(ask).toHaveBeenCalledTimes(2);
    ask.mockRestore();
    await waitFor(() => expect(status).toHaveValue('cancelled'));
    await waitFor(() => expect(answer).toBeDefined());
    answer!();
    expect(await screen.findByText('No such order.')).toBeVisible();
    await waitFor(() => expect(status).toHaveValue('pending'));
  });

  test('a status whose answer was lost is shown as the server has it', async () => {
    let order = aListedOrder({ status: 'pending' });
    stubServer({
      'GET /api/orders': () => ({ body: page([order]) }),
      'PUT /api/orders/12/status': () => {
        order = aListedOrder({ status: 'processing' });
        return 'network-error';
      },
    });
    const { user } = renderAt(<OrdersPage />);
    const status = await screen.findByRole('combobox', { name: 'Status of order 12' });
    await user.selectOptions(status, 'processing');
    expect(await screen.findByText('Failed to update order status')).toBeVisible();
    await waitFor(() => expect(status).toHaveValue('processing'));
  });

  test('a status whose change takes long keeps the focus', async () => {
    let answer = () => {};
    stubServer({
      'GET /api/orders': { body: page([aListedOrder({ id: 12 }), aListedOrder({ id: 11 })]) },
      'PUT /api/orders/12/status': () =>
        new Promise((resolve) => (answer = () => resolve(refusal('404 not-found', 'No such order.')))),
    });
    jest.useFakeTimers();
    renderAt(<OrdersPage />);
    await act(() => jest.advanceTimersByTimeAsync(1000));
    const status = screen.getByRole('combobox', { name: 'Status of order 12' });
    act(() => status.focus());
    act(() => status.blur()); // browsers take the focus from a disabled control
    fireEvent.change(status, { target: { value: 'completed' } });
    await act(() => jest.advanceTimersByTimeAsync(2000));
    expect(status).toBeDisabled();
    expect(document.body).toHaveFocus();
    answer();
    await act(() => jest.advanceTimersByTimeAsync(500));
    expect(status).toHaveFocus();
  });

  test('says that nothing was found, and that it could not be loaded', async () => {
    stubServer({ 'GET /api/orders': { body: page([]) } });
    const { unmount } = renderAt(<OrdersPage />, { at: '/?q=zzz' });
    expect(await screen.findByText('No matching orders found')).toBeVisible();
    unmount();
    stubServer({ 'GET /api/orders': { status: 500 } });
    renderAt(<OrdersPage />);
    expect(await screen.findByText('Failed to load orders')).toBeVisible();
  });
});

describe('the page of an order', () => {
  const showOrder = (order: AdminOrderView, more: Parameters<typeof stubServer>[0] = {}) => {
    const calls = stubServer({ 'GET /api/orders/12': { body: { success: true, data: order } }, ...more });
    return { calls, ...renderAt(null, { at: '/orders/12', routes: ROUTES }) };
  };
  const sent = (calls: Call[], method: string) =>
    calls.filter((call) => call.method === method).map(({ path, body }) => ({ path, body }));

  test('tells the whole story: buyer, money, downloads and history', async () => {
    showOrder(anAdminOrder());
    const items = await screen.findByRole('table', { name: 'Items' });
    expect(within(items).getByText('3 + 1 project')).toBeVisible();
    for (const text of ['Marta Kowalczyk', 'PP-1', 'GHOST10', '$379.05 by paypal, CAP-1'])
      expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Marta K, marta@example.com' })).toHaveAttribute(
      'href',
      '/mdghost-panel-secur/users?q=%237',
    );
    expect(screen.queryByRole('button', { name: 'Record payment' })).toBeNull();
  });

  test('a refund is shown with the reference that an admin typed, not with an id that the shop made', async () => {
    const made = `recorded-${anAdminOrder().ref}`;
    const refund = {
      refund_id: made,
      reference: 'Wire 12',
      capture_id: made,
      amount: 379.05,
      refunded_at: '2026-11-21T10:00:00.000Z',
    };
    showOrder(anAdminOrder({ payment_state: 'refunded', refunds: [refund] }));
    expect(await screen.findByText('Wire 12')).toBeVisible();
    expect(document.body).not.toHaveTextContent(made);
  });

  test('has its heading from the first moment on, and keeps it', async () => {
    showOrder(anAdminOrder());
    const heading = screen.getByRole('heading', { level: 1, name: 'Order #12' });
    expect(await screen.findByRole('table', { name: 'Items' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toBe(heading);
  });

  test('does not mention contracts where there are none', async () => {
    showOrder(anAdminOrder({ contracts: [] }));
    expect(await screen.findByRole('heading', { name: 'Files and contracts' })).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Contracts' })).toBeNull();
  });

  test("a contract is fetched with the admin's token, whatever the shop's session is, and saved by its name; a refusal says why", async () => {
    adminIs(5);
    let sold = true;
    const contract = () =>
      sold
        ? {
            body: '%PDF',
            headers: {
              'content-type': 'application/pdf',
              'content-disposition': 'attachment; filename="contract-12-1-salt-on-the-runway.pdf"',
            },
          }
        : refusal('409 not-paid', 'The contract is available once the order is paid.');
    const { user } = showOrder(anAdminOrder(), {
      'GET /api/orders/12/contracts/1.pdf': contract,
      'GET /api/users/5/details': { body: aDetails([], [], anAdmin()) },
    });
    const asked: (string | null)[] = [];
    const answered = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      const request = new Request(input, init);
      if (request.url.endsWith('.pdf')) asked.push(request.headers.get('authorization'));
      return answered(request);
    };
    URL.createObjectURL = () => 'blob:the-contract';
    const saved: string[] = [];
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.download} ${this.href}`);
    });
    const button = await screen.findByRole('button', { name: 'Contract Salt on the Runway' });
    await user.click(button);
    await waitFor(() => expect(saved).toEqual(['contract-12-1-salt-on-the-runway.pdf blob:the-contract']));
    sold = false;
    await user.click(button);
    expect(await screen.findByText('The contract is available once the order is paid.')).toBeVisible();
    expect(asked).toEqual(Array(2).fill(`Bearer ${aToken(5)}`));
    expect(saved).toHaveLength(1);
    click.mockRestore();
  });

  test('an item and an event that make no sense leave the rest', async () => {
    const report = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { products, history } = anAdminOrder();
    const order = anAdminOrder({
      products: [null as never, ...products, { id: 2, name: 'Undertow' } as never],
      history: [{ at: null, event: null, detail: null } as never, ...history],
    });
    showOrder(order, { 'GET /api/orders/12': { body: { success: true, data: order }, malformed: true } });
    const items = await screen.findByRole('table', { name: 'Items' });
    expect(within(items).getByText('3 + 1 project')).toBeVisible();
    expect(within(items).getByText('Entry 2 cannot be shown.')).toBeVisible();
    expect(screen.getByText('This entry cannot be shown.')).toBeVisible();
    expect(screen.getByText('$379.05 by paypal, CAP-1')).toBeVisible();
    report.mockRestore();
  });

  test('a payment is recorded with its method and reference, which must be there', async () => {
    const order = anAdminOrder({
      payment_state: 'created',
      status: 'pending',
      way: 'arranged',
      payment: null,
      downloadLinks: [],
    });
    const { calls, user } = showOrder(order, {
      'POST /api/orders/12/payments': { status: 201, body: { success: true, data: anAdminOrder() } },
    });
    await user.click(await screen.findByRole('button', { name: 'Record payment' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Record payment' }));
    await user.click(dialog.getByRole('button', { name: 'Record payment' }));
    expect(await dialog.findByText('Please enter a reference')).toBeVisible();
    expect(sent(calls, 'POST')).toEqual([]);
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Method' }), 'bank');
    await user.type(dialog.getByRole('textbox', { name: 'Reference' }), 'SEPA 88');
    await asksFirst(user);
    await user.click(dialog.getByRole('button', { name: 'Record payment' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(calls, 'POST')).toEqual([{ path: '/api/orders/12/payments', body: { method: 'bank', reference: 'SEPA 88' } }]);
  });

  test('a reference that has settled another order shows a message at its field', async () => {
    const message = 'This reference has settled another order already.';
    const order = anAdminOrder({ payment_state: 'created', status: 'pending', paid_at: null, payment: null, downloadLinks: [] });
    const { user } = showOrder(order, {
      'POST /api/orders/12/payments': refusal('409 reference-used', message, { field: 'reference' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Record payment' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Record payment' }));
    const reference = dialog.getByRole('textbox', { name: 'Reference' });
    await user.type(reference, 'SEPA 88');
    await user.click(dialog.getByRole('button', { name: 'Record payment' }));
    await waitFor(() => expect(reference).toHaveAccessibleDescription(message));
    await waitFor(() => expect(reference).toHaveFocus());
  });

  test('a refund is recorded only by an admin who confirms that the money went back; a refusal stays in the dialog', async () => {
    const { calls, user } = showOrder(anAdminOrder(), {
      'POST /api/orders/12/refunds': refusal('409 not-paid', 'Only a paid order can be refunded.'),
    });
    await user.click(await screen.findByRole('button', { name: 'Record refund' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Record refund' }));
    expect(dialog.getByText(/links of this order stop working/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Record refund' })).toBeDisabled();
    await user.click(dialog.getByRole('checkbox', { name: 'I have returned $379.05 to the buyer' }));
    await user.type(dialog.getByRole('textbox', { name: 'Reference' }), 'Wire 12');
    await asksFirst(user);
    await user.click(dialog.getByRole('button', { name: 'Record refund' }));
    expect(await dialog.findByText('Only a paid order can be refunded.')).toBeVisible();
    expect(sent(calls, 'POST')).toEqual([{ path: '/api/orders/12/refunds', body: { reference: 'Wire 12', shownCents: 37905 } }]);
  });

  describe('a refund by PayPal', () => {
    const item = { productId: 1, name: 'Salt on the Runway', project: false, amountCents: 26910, linkEnded: true };
    const quote: RefundQuoteView = {
      ...{ amountCents: 26910, feeCents: 0, leftCents: 37905, full: false, houseCents: 8070, creditNoteCents: 26910 },
      items: [item],
      certificates: [1],
      ledger: [{ productId: 1, sellerId: 4, storeName: 'North Yard', netCents: 18840 }],
      coupon: { code: 'GHOST10', discountCents: 3990 },
    };
    const QUOTE = { 'POST /api/orders/12/refunds/quote': { body: { success: true as const, data: quote } } };

    test('shows what it does before it is confirmed, and is sent once with what was shown', async () => {
      const { calls, user } = showOrder(anAdminOrder(), {
        ...QUOTE,
        'POST /api/orders/12/refunds': refusal('409 disputed', 'The buyer has opened a dispute at PayPal.'),
      });
      await user.click(await screen.findByRole('button', { name: 'Refund' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Refund' }));
      await user.selectOptions(dialog.getByRole('combobox', { name: 'What goes back' }), 'tracks');
      expect(dialog.getByRole('button', { name: 'Give back' })).toBeDisabled();
      expect(dialog.getByText('Choose the tracks whose money goes back.')).toBeVisible();
      await user.click(dialog.getByRole('checkbox', { name: /^Salt on the Runway/ }));
      const line = (await dialog.findByText('North Yard')).closest('li');
      expect(line).toHaveTextContent('$188.40 is taken back from North Yard');
      expect(dialog.getByText('A certificate is revoked.')).toBeVisible();
      await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Clicks in the master');
      await user.click(dialog.getByRole('checkbox', { name: /^Yes, give \$269\.10 back/ }));
      await user.click(dialog.getByRole('button', { name: 'Give $269.10 back' }));
      expect(await dialog.findByText('The buyer has opened a dispute at PayPal.')).toBeVisible();
      const { body } = sent(calls, 'POST').at(-1)!;
      expect(body).toEqual({
        ...{ key: expect.any(String) as string, reason: 'Clicks in the master', items: [{ productId: 1 }] },
        ...{ borneBy: 'sale', withFee: false, shownCents: 37905 },
      });
    });

    test('asks for a reason at its field, and takes its word back when the amount changes', async () => {
      const { user } = showOrder(anAdminOrder(), QUOTE);
      await user.click(await screen.findByRole('button', { name: 'Refund' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Refund' }));
      const sure = () => dialog.findByRole('checkbox', { name: /^Yes, give/ });
      await user.click(await sure());
      await user.click(dialog.getByRole('button', { name: 'Give $269.10 back' }));
      expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(/Please give a reason/);
      await user.selectOptions(dialog.getByRole('combobox', { name: 'What goes back' }), 'amount');
      await user.type(dialog.getByRole('textbox', { name: 'Amount, dollars' }), '20');
      expect(await sure()).not.toBeChecked();
    });

    test('is listed with its state, and why it failed', async () => {
      const refund: RefundView = {
        ...{ id: 1, orderId: 12, state: 'failed', amountCents: 5000, feeCents: 0, items: [], borneBy: 'house', providerId: null },
        ...{ reason: 'Late stems', failure: 'Add money to the balance.', askedAt: '2026-11-21T10:00:00.000Z', askedBy: 3 },
      };
      showOrder(anAdminOrder({ refund_requests: [refund] }));
      expect(await screen.findByText(/Late stems \(borne by the house\)\. Add money to the balance\./)).toBeVisible();
      expect(screen.getByText('Failed')).toBeVisible();
    });

    test('is not offered for a payment that came another way', async () => {
      const { payment } = anAdminOrder();
      showOrder(anAdminOrder({ payment: payment && { ...payment, method: 'bank' } }));
      await screen.findByRole('button', { name: 'Record refund' });
      expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
    });
  });

  describe('money that goes back meanwhile', () => {
    const atPaypal = [
      { refund_id: 'R-1', reference: 'R-1', capture_id: 'CAP-1', amount: 100, refunded_at: '2026-11-21T10:00:00.000Z' },
    ];
    const open = (more: Parameters<typeof stubServer>[0] = {}) => {
      const server = { order: anAdminOrder() };
      const GET = { 'GET /api/orders/12': () => ({ body: { success: true, data: server.order } }) };
      return { server, ...showOrder(server.order, { ...GET, ...more }) };
    };
    const lookAgain = () => {
      act(() => setVisible(false));
      act(() => setVisible(true));
    };

    test('is not returned again: a refund that somebody else has recorded is not offered', async () => {
      const { server, user } = open();
      const button = await screen.findByRole('button', { name: 'Record refund' });
      server.order = anAdminOrder({ payment_state: 'refunded', downloadLinks: [] });
      await user.click(button);
      expect(await screen.findByText('Order #12 has changed since you opened it. Please look at it again.')).toBeVisible();
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(screen.getByText('The money went back, and the links no longer work.')).toBeVisible();
    });

    test('before the dialog opens is not in the amount that it names', async () => {
      const { server, user } = open();
      const button = await screen.findByRole('button', { name: 'Record refund' });
      server.order = anAdminOrder({ refunds: atPaypal });
      await user.click(button);
      expect(await screen.findByRole('checkbox', { name: 'I have returned $279.05 to the buyer' })).toBeVisible();
    });

    test("while the dialog is open shows a message there, and the dialog's first amount is sent", async () => {
      const { calls, server, user } = open({
        'POST /api/orders/12/refunds': refusal('409 amount-changed', '$279.05 is left to return by now, not $379.05.'),
      });
      await user.click(await screen.findByRole('button', { name: 'Record refund' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Record refund' }));
      server.order = anAdminOrder({ refunds: atPaypal });
      lookAgain();
      expect(await dialog.findByText('This has changed since: $279.05 is left to return now.')).toBeVisible();
      await user.click(dialog.getByRole('checkbox', { name: 'I have returned $379.05 to the buyer' }));
      await user.type(dialog.getByRole('textbox', { name: 'Reference' }), 'Wire 12');
      await user.click(dialog.getByRole('button', { name: 'Record refund' }));
      expect(await dialog.findByText('$279.05 is left to return by now, not $379.05.')).toBeVisible();
      expect(sent(calls, 'POST')).toMatchObject([{ body: { shownCents: 37905 } }]);

      server.order = anAdminOrder({ payment_state: 'refunded', downloadLinks: [] });
      lookAgain();
      expect(await dialog.findByText('This has changed since: The money went back, and the links no longer work.')).toBeVisible();
    });

    test('leaves the reference for the next dialog, which asks anew whether what is left was returned', async () => {
      adminIs(5);
      const { server, user } = open({
        'GET /api/users/5/details': { body: aDetails([], [], anAdmin()) },
        'POST /api/orders/12/refunds': refusal('409 amount-changed', '$279.05 is left to return by now, not $379.05.'),
      });
      await user.click(await screen.findByRole('button', { name: 'Record refund' }));
      const refused = within(await screen.findByRole('dialog', { name: 'Record refund' }));
      server.order = anAdminOrder({ refunds: atPaypal });
      await user.click(refused.getByRole('checkbox', { name: 'I have returned $379.05 to the buyer' }));
      await user.type(refused.getByRole('textbox', { name: 'Reference' }), 'Wire 12');
      await user.click(refused.getByRole('button', { name: 'Record refund' }));
      expect(await refused.findByText('$279.05 is left to return by now, not $379.05.')).toBeVisible();
      await user.click(refused.getByRole('button', { name: 'Cancel' }));

      await user.click(screen.getByRole('button', { name: 'Record refund' }));
      const next = within(await screen.findByRole('dialog', { name: 'Record refund' }));
      expect(next.getByRole('checkbox', { name: 'I have returned $279.05 to the buyer' })).not.toBeChecked();
      expect(next.getByRole('textbox', { name: 'Reference' })).toHaveValue('Wire 12');
    });

    test('is asked for again and again while the dialog is open, and only then', async () => {
      jest.useFakeTimers({ advanceTimers: true });
      const { calls, user } = open();
      const reads = () => sent(calls, 'GET').filter(({ path }) => path === '/api/orders/12').length;
      const minute = () => act(() => jest.advanceTimersByTimeAsync(60_000));
      const button = await screen.findByRole('button', { name: 'Record refund' });
      await minute();
      expect(reads()).toBe(1);
      await user.click(button);
      const cancel = await screen.findByRole('button', { name: 'Cancel' });
      const atOpening = reads();
      await minute();
      expect(reads()).toBeGreaterThan(atOpening + 1);
      await user.click(cancel);
      const atClosing = reads();
      await minute();
      expect(reads()).toBe(atClosing);
    });

    test('no refund is recorded while the order cannot be read again', async () => {
      let isDown = false;
      const { user } = open({
        'GET /api/orders/12': () => (isDown ? { status: 503 } : { body: { success: true, data: anAdminOrder() } }),
      });
      const button = await screen.findByRole('button', { name: 'Record refund' });
      isDown = true;
      await user.click(button);
      expect(await screen.findByText('Failed to load the order')).toBeVisible();
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  });

  test('a hold is released with one button; a refusal is said in its words', async () => {
    const message = 'A payment for this order is under way. Please wait for its end.';
    let paying = true;
    const order = anAdminOrder({ payment_state: 'created', status: 'pending', paid_at: null, payment: null, downloadLinks: [] });
    const { calls, user } = showOrder(order, {
      'POST /api/orders/12/release-hold': () =>
        paying ? refusal('409 payment-under-way', message) : { body: { success: true, data: order } },
    });
    jest.spyOn(window, 'confirm').mockReturnValue(true);
    await user.click(await screen.findByRole('button', { name: 'Release hold' }));
    expect(await screen.findByText(message)).toBeVisible();
    paying = false;
    await user.click(screen.getByRole('button', { name: 'Release hold' }));
    expect(await screen.findByText('The hold is released')).toBeVisible();
    expect(sent(calls, 'POST')).toHaveLength(2);
  });

  test('the mail is sent again, with new links on request', async () => {
    const { calls, user } = showOrder(anAdminOrder(), {
      'POST /api/orders/12/resend': { body: { success: true, message: 'The e-mail is on its way.' } },
    });
    await user.click(await screen.findByRole('button', { name: 'Resend' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Resend e-mail' }));
    await user.click(dialog.getByRole('checkbox', { name: /Make new links/ }));
    expect(dialog.getByText(/Who has opened one already knows where its file lies/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Resend' }));
    expect(await screen.findByText('The e-mail is on its way.')).toBeVisible();
    expect(sent(calls, 'POST')).toEqual([{ path: '/api/orders/12/resend', body: { newLinks: true } }]);
  });

  test('a payment that needs a review is explained, and so is what its refund does', async () => {
    const { user } = showOrder(
      anAdminOrder({ payment_state: 'review', payment: null, review_capture_id: 'CAP-9', downloadLinks: [], contracts: [] }),
    );
    expect(await screen.findByText(/Money came in that does not fit this order/)).toBeVisible();
    expect(screen.getByText('CAP-9')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Record payment' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Record refund' }));
    expect(await screen.findByText('The tracks that it holds are free at once.')).toBeVisible();
  });

  test('an unknown number shows a message', async () => {
    stubServer({ 'GET /api/orders/12': refusal('404 not-found', 'There is no order 12.') });
    renderAt(null, { at: '/orders/12', routes: ROUTES });
    expect(await screen.findByText('There is no order 12.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Order #12' })).toBeVisible();
  });
});
