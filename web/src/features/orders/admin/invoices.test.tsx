import type { AdminOrderView } from '@shop/contracts/views';
import { screen, waitFor, within } from '@testing-library/react';
import { aDetails, anAdmin } from '#testing/a-user.ts';
import { adminIs, renderAt } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { OrderInvoices } from '../public/OrderFiles';
import { AdminInvoices } from './AdminContracts';
import { AdminInvoicesOfMonth } from './AdminInvoicesOfMonth';

const invoices = [
  { kind: 'invoice' as const, number: '2026-00007', url: '/api/orders/7/invoice.pdf' },
  { kind: 'credit-note' as const, number: '2026-C00002', url: '/api/orders/7/credit-notes/2.pdf' },
];
const saved: string[] = [];
beforeEach(() => {
  saved.length = 0;
  URL.createObjectURL = () => 'blob:paper';
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => jest.restoreAllMocks());
const paper = (name: string, type = 'application/pdf') => ({
  headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
  body: 'paper',
});

test('a buyer finds invoice and credit notes as links, and nothing while there are none', () => {
  const { rerender } = renderAt(<OrderInvoices invoices={invoices} />);
  const links = within(screen.getByRole('list', { name: 'Invoices' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Invoice 2026-00007', '/api/orders/7/invoice.pdf'],
    ['Credit note 2026-C00002', '/api/orders/7/credit-notes/2.pdf'],
  ]);
  rerender(<OrderInvoices />);
  expect(screen.queryByRole('list')).toBeNull();
});

test('an admin saves the invoice and the credit note that they press', async () => {
  stubServer({
    'GET /api/orders/7/invoice.pdf': paper('2026-00007.pdf'),
    'GET /api/orders/7/credit-notes/2.pdf': paper('2026-C00002.pdf'),
  });
  const { user } = renderAt(<AdminInvoices order={{ id: 7, invoices } as AdminOrderView} />);
  for (const { number } of invoices) {
    await user.click(screen.getByRole('button', { name: new RegExp(number) }));
    await waitFor(() => expect(saved.at(-1)).toBe(`${number}.pdf`));
  }
});

describe('the invoices of a month', () => {
  beforeEach(() =>
    jest.useFakeTimers({
      now: new Date('2027-01-31T12:00:00Z'),
      doNotFake: [
        'setTimeout',
        'clearTimeout',
        'setInterval',
        'clearInterval',
        'setImmediate',
        'clearImmediate',
        'queueMicrotask',
        'nextTick',
        'performance',
      ],
    }),
  );
  afterEach(() => jest.useRealTimers());

  const open = async () => {
    const rendered = renderAt(<AdminInvoicesOfMonth />);
    await rendered.user.click(screen.getByRole('button', { name: 'Invoices' }));
    return { ...rendered, month: screen.getByLabelText('Month') };
  };

  test('begin with the last month, and are saved for the one that is chosen', async () => {
    const calls = stubServer({ 'GET /api/invoices.csv': paper('invoices-2026-11.csv', 'text/csv') });
    const { user, month } = await open();
    expect(month).toHaveValue('2026-12');
    await user.clear(month);
    await user.type(month, '2026-11');
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(saved).toEqual(['invoices-2026-11.csv']));
    expect(calls.map(({ path }) => path)).toEqual(['/api/invoices.csv?month=2026-11']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('are not asked for without a month, and a failure says so', async () => {
    const calls = stubServer({ 'GET /api/invoices.csv': { status: 500 } });
    const { user, month } = await open();
    await user.clear(month);
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect(screen.getByText('Must be a month such as 2026-11')).toBeVisible();
    expect(calls).toEqual([]);
    await user.type(month, '2026-11');
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect(await screen.findByText('Failed to download the invoices')).toBeVisible();
    expect(saved).toEqual([]);
  });

  test.each([
    ['owner', 1],
    ['finance', 1],
    ['support', 0],
  ] as const)('are offered to the role %s as it may read invoices', async (admin_role, buttons) => {
    adminIs(5);
    const calls = stubServer({ 'GET /api/users/5/details': { body: aDetails([], [], anAdmin({ admin_role })) } });
    const { store } = renderAt(<AdminInvoicesOfMonth />);
    await waitFor(() => expect(JSON.stringify(store.getState().api.queries)).toContain('fulfilled'));
    expect(screen.queryAllByRole('button', { name: 'Invoices' })).toHaveLength(buttons);
    expect(calls).toHaveLength(1);
  });
});
