import { screen, waitFor, within } from '@testing-library/react';
import type { AuditEntryView, AuditLogView } from '@shop/contracts/views';
import { differencesOf, inWords, pageOf } from './admin-audit-words';
import { daysAsInstants } from '#lib/time/days-as-instants.ts';
import { ADMIN_TOKEN_KEY } from '#lib/calls/admin-session.ts';
import { renderAt } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { AuditLogPage } from '#pages/admin/AuditLogPage.tsx';

const AT = '/mdghost-panel-secur/audit-log';
const anEntry = (over: Partial<AuditEntryView> = {}): AuditEntryView => ({
  id: 1,
  at: '2026-03-02T10:00:00.000Z',
  admin: { id: 1, name: 'Ada Holt', email: 'ada@example.com' },
  action: 'product.changed',
  subject: { type: 'product', id: 3, name: 'Low Tide' },
  before: { price: 399, tags: null },
  after: { price: 349, tags: ['hot'] },
  ...over,
});
const log = (data: AuditEntryView[], total = data.length): AuditLogView => ({
  success: true,
  data,
  pagination: { page: 1, limit: 10, total, totalPages: Math.max(1, Math.ceil(total / 10)) },
  head: { number: 12, hash: '3f9ac01e'.repeat(8), sealedAt: '2026-03-02T10:00:01.000000Z' },
  choices: {
    actions: ['coupon.created', 'product.changed'],
    subjects: ['coupon', 'product'],
    admins: [{ id: 1, name: 'Ada Holt' }],
  },
});

beforeEach(() => localStorage.setItem(ADMIN_TOKEN_KEY, 'the-token'));
const queries = (calls: { path: string }[]) => calls.map(({ path }) => new URL(path, 'http://shop').searchParams);

const seals = (findings: string[] = []) => ({
  'GET /api/seal-checks': {
    body: {
      success: true,
      data: [
        { journal: 'audit log', checked_at: '2026-03-02T09:30:00.000Z', head: { number: 11, hash: 'ee'.repeat(32) }, findings },
        { journal: 'ledger', checked_at: '2026-03-02T09:31:00.000Z', head: { number: 4, hash: '77aa'.repeat(16) }, findings: [] },
      ],
    },
  },
});

test('shows the last seals in full, for admins who keep them elsewhere, and says that all rows match their seals', async () => {
  stubServer({ 'GET /api/audit-log': { body: log([anEntry()]) }, ...seals() });
  renderAt(<AuditLogPage />, { at: AT });
  expect(await screen.findByText('3f9ac01e3f9a')).toHaveAttribute('title', '3f9ac01e'.repeat(8));
  expect(await screen.findByText('77aa77aa77aa')).toHaveAttribute('title', '77aa'.repeat(16));
  const journals = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(journals).toEqual([
    expect.stringMatching(/^Audit log: seal 12 of.*Read again .+: all as it was sealed/),
    expect.stringMatching(/^Ledger: seal 4,.*Read again .+: all as it was sealed/),
  ]);
});

test('warns of rows that no longer match their seals', async () => {
  stubServer({ 'GET /api/audit-log': { body: log([anEntry()]) }, ...seals(['Row 3 of seal 2 was removed.']) });
  renderAt(<AuditLogPage />, { at: AT });
  expect(await screen.findByRole('alert')).toHaveTextContent('Row 3 of seal 2 was removed.');
});

test('before the first seal it says that there is none', async () => {
  const noChecks = { 'GET /api/seal-checks': { body: { success: true, data: [] } } };
  stubServer({ 'GET /api/audit-log': { body: { ...log([anEntry()]), head: null } }, ...noChecks });
  renderAt(<AuditLogPage />, { at: AT });
  expect(await screen.findByText('Audit log: no seal yet')).toBeVisible();
  expect(screen.getAllByText('Not read again yet')).toHaveLength(2);
});

test('shows person, action and time, and opens the values before and after', async () => {
  stubServer({ 'GET /api/audit-log': { body: log([anEntry()]) }, ...seals() });
  const { user } = renderAt(<AuditLogPage />, { at: AT });
  const row = (await screen.findByText('ada@example.com')).closest('tr')!;
  expect(within(row).getByText('Product changed')).toBeVisible();
  expect(within(row).getByRole('link', { name: 'Low Tide' })).toHaveAttribute('href', '/mdghost-panel-secur/products/edit/3');
  expect(row.querySelector('details')).not.toHaveAttribute('open');
  await user.click(within(row).getByText('price, tags'));
  expect(within(row).getByRole('row', { name: 'price 399 349' })).toBeVisible();
  expect(within(row).getByRole('row', { name: 'tags none ["hot"]' })).toBeVisible();
});

test('a deleted account is called so', async () => {
  stubServer({
    'GET /api/audit-log': { body: log([anEntry({ admin: { id: 8, name: 'deleted account', email: null } })]) },
    ...seals(),
  });
  renderAt(<AuditLogPage />, { at: AT });
  expect(await screen.findByText('deleted account')).toBeVisible();
  expect(screen.getByText('account 8')).toBeVisible();
});

test('filters, search and page are in the address and in the query of the service; Clear removes them', async () => {
  const calls = stubServer({ 'GET /api/audit-log': { body: log([anEntry()], 60) }, ...seals() });
  const { user, router } = renderAt(<AuditLogPage />, { at: `${AT}?subject=product&page=2` });
  await screen.findByText('Low Tide');
  expect(Object.fromEntries(queries(calls)[0]!)).toEqual({ subject: 'product', page: '2', limit: '10' });

  await user.selectOptions(screen.getByLabelText('What'), 'Product changed');
  await waitFor(() => expect(router.state.location.search).toBe('?subject=product&action=product.changed'));
  await user.selectOptions(screen.getByLabelText('Who'), 'Ada Holt (1)');
  await user.type(screen.getByLabelText('Search by name, e-mail, action or id'), 'tide');
  await waitFor(() =>
    expect(Object.fromEntries(queries(calls).at(-1)!)).toEqual({
      q: 'tide',
      subject: 'product',
      action: 'product.changed',
      admin: '1',
      page: '1',
      limit: '10',
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test.each([
  ['', 'No administrator has changed anything yet'],
  ['?q=x', 'No matching entries found'],
])('an empty log%s says why', async (search, text) => {
  stubServer({ 'GET /api/audit-log': { body: log([]) }, ...seals() });
  renderAt(<AuditLogPage />, { at: AT + search });
  expect(await screen.findByText(text)).toBeVisible();
});

test('a failure shows one sentence', async () => {
  stubServer({ 'GET /api/audit-log': { status: 500 }, ...seals() });
  renderAt(<AuditLogPage />, { at: AT });
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load the audit log');
});

test('days become instants, with the last day included; other text is left out', () => {
  const { from, to, q } = Object.fromEntries(new URLSearchParams(daysAsInstants('from=2026-03-01&to=2026-03-31&q=x')));
  expect([from, to, q]).toEqual([new Date(2026, 2, 1).toISOString(), new Date(2026, 3, 1).toISOString(), 'x']);
  expect(daysAsInstants('from=yesterday')).toBe('');
});

test('a creation has no values before, a deletion has none after, and no page', () => {
  expect(differencesOf({ before: null, after: { code: 'SPRING25' } })).toEqual([
    { field: 'code', before: null, after: 'SPRING25' },
  ]);
  expect(differencesOf({ before: { code: '' }, after: null })).toEqual([{ field: 'code', before: 'none', after: null }]);
  expect(pageOf({ action: 'user.changed', subject: { type: 'user', id: 5, name: 'x' } })).toMatch(/users\?q=%235$/);
  expect(pageOf({ action: 'seller.changed', subject: { type: 'seller', id: 5, name: 'x' } })).toMatch(/sellers\?q=%235$/);
  expect(pageOf({ action: 'product.deleted', subject: { type: 'product', id: 3, name: 'x' } })).toBeNull();
  expect(pageOf({ action: 'x.changed', subject: { type: 'constructor', id: 3, name: 'x' } })).toBeNull();
  expect(inWords('order.payment-recorded')).toBe('Order payment recorded');
});
