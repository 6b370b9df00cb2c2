import { screen, waitFor, within } from '@testing-library/react';
import type { TimelineEntryView, TimelineView } from '@shop/contracts/views';
import { factsInWords, searchedFor } from './admin-timeline-words';
import { adminPageOf } from '#lib/admin/admin-page-of.ts';
import { ADMIN_TOKEN_KEY } from '#lib/calls/admin-session.ts';
import { adminIs, renderAt } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { aDetails, anAdmin } from '#testing/a-user.ts';
import { TimelinePage } from '#pages/admin/TimelinePage.tsx';

const AT = '/mdghost-panel-secur/timeline';
const REQUEST = 'a62d40a5-2bff-4cf0-a0e7-1d64ad62b6a3';
const anEntry = (over: Partial<TimelineEntryView> = {}): TimelineEntryView => ({
  id: '7f3a3d5e-6c2a-4d1e-9f43-0d3a5b1c2e4f',
  at: '2026-03-02T10:00:00.000Z',
  type: 'orders.order-captured',
  title: 'Order paid and settled',
  about: [
    { kind: 'order', id: 12 },
    { kind: 'track', id: 7 },
  ],
  facts: { totalCents: 29_900, couponCode: null, method: 'paypal' },
  request_id: REQUEST,
  ...over,
});
const timeline = (data: TimelineEntryView[]): TimelineView => ({
  success: true,
  data,
  pagination: { page: 1, limit: 10, total: data.length, totalPages: 1 },
  types: [{ type: 'orders.order-captured', title: 'Order paid and settled' }],
});

beforeEach(() => localStorage.setItem(ADMIN_TOKEN_KEY, 'the-token'));
const lastQuery = (calls: { path: string }[]) => new URL(calls.at(-1)!.path, 'http://shop').searchParams;

test('an entry shows its time, event, subjects with links, and facts in words', async () => {
  stubServer({ 'GET /api/timeline': { body: timeline([anEntry()]) } });
  renderAt(<TimelinePage />, { at: AT });
  const order = await screen.findByRole('link', { name: 'order 12' });
  const table = screen.getByRole('table', { name: 'Timeline' });
  expect(within(table).getByText('Order paid and settled')).toBeVisible();
  expect(order).toHaveAttribute('href', '/mdghost-panel-secur/orders/12');
  expect(within(table).getByRole('link', { name: 'track 7' })).toHaveAttribute('href', '/mdghost-panel-secur/products/edit/7');
  expect(within(table).getByText('$299.00')).toBeVisible();
  expect(within(table).getByText(REQUEST)).toBeVisible();
  expect(within(table).queryByText('Coupon code')).toBeNull();
  expect([adminPageOf.store(5), adminPageOf.account(5)]).toEqual([
    '/mdghost-panel-secur/sellers?q=%235',
    '/mdghost-panel-secur/users?q=%235',
  ]);
});

test.each([
  ['support', { order: 'orders/12', track: 'timeline?q=track+7', store: 'sellers?q=%235', account: 'users?q=%233' }],
  ['finance', { order: 'orders/12', track: 'timeline?q=track+7', store: 'sellers?q=%235', account: 'timeline?q=account+3' }],
  ['viewer', { order: 'orders/12', track: 'timeline?q=track+7', store: 'sellers?q=%235', account: 'users?q=%233' }],
  ['owner', { order: 'orders/12', track: 'products/edit/7', store: 'sellers?q=%235', account: 'users?q=%233' }],
] as const)('subjects lead %s to pages that the role may open, or else to their own timeline', async (role, pages) => {
  adminIs(5);
  const about = Object.entries({ order: 12, track: 7, store: 5, account: 3 }).map(([kind, id]) => ({ kind, id }));
  stubServer({
    'GET /api/users/5/details': { body: aDetails([], [], anAdmin({ admin_role: role })) },
    'GET /api/timeline': { body: timeline([anEntry({ about: about as TimelineEntryView['about'] })]) },
  });
  renderAt(<TimelinePage />, { at: AT });
  await waitFor(() => {
    const links = within(screen.getByRole('table', { name: 'Timeline' })).getAllByRole('link');
    const linkTexts = links.map((link) => [
      link.textContent.split(' ')[0],
      link.getAttribute('href')!.split('/mdghost-panel-secur/')[1],
    ]);
    expect(Object.fromEntries(linkTexts)).toEqual(pages);
  });
});

test('ten entries stand on a page', async () => {
  const calls = stubServer({ 'GET /api/timeline': { body: timeline([anEntry()]) } });
  renderAt(<TimelinePage />, { at: `${AT}?page=2` });
  await screen.findByRole('link', { name: 'order 12' });
  expect(Object.fromEntries(lastQuery(calls))).toEqual({ page: '2', limit: '10' });
});

test('a subject in the search finds its entries, from a link and from the keyboard', async () => {
  const calls = stubServer({ 'GET /api/timeline': { body: timeline([anEntry()]) } });
  const { user } = renderAt(<TimelinePage />, { at: `${AT}?q=order+12` });
  await screen.findByRole('link', { name: 'order 12' });
  expect(lastQuery(calls).get('about')).toBe('order:12');
  expect(lastQuery(calls).get('q')).toBeNull();
  const box = screen.getByRole('searchbox');
  await user.clear(box);
  await user.type(box, 'Mail sent');
  await waitFor(() => expect(lastQuery(calls).get('q')).toBe('Mail sent'));
  expect(lastQuery(calls).get('about')).toBeNull();
});

test.each([
  ['q=order+12&page=2', 'page=2&about=order%3A12'],
  ['q=Account%3A007', 'about=account%3A7'],
  ['q=tracks%20%237', 'about=track%3A7'],
  ['q=order', 'q=order'],
  ['q=order+12+paid', 'q=order+12+paid'],
  ['page=1', 'page=1'],
])('%s is asked as %s', (query, callPath) => {
  expect(searchedFor(query)).toBe(callPath);
});

test('facts are written for people', () => {
  expect(
    factsInWords({ totalCents: 100, givenUp: false, asSeller: true, attempts: 2, status: 'active', reason: null, missing: '' }),
  ).toEqual([
    { label: 'Total', text: '$1.00' },
    { label: 'Given up', text: 'no' },
    { label: 'As seller', text: 'yes' },
    { label: 'Attempts', text: '2' },
    { label: 'Status', text: 'active' },
  ]);
});

test('says when nothing is there, and when it cannot be loaded', async () => {
  stubServer({ 'GET /api/timeline': { body: timeline([]) } });
  const { unmount } = renderAt(<TimelinePage />, { at: `${AT}?q=order+99` });
  expect(await screen.findByText('Nothing of that has happened')).toBeVisible();
  unmount();
  stubServer({ 'GET /api/timeline': { status: 500 } });
  renderAt(<TimelinePage />, { at: AT });
  expect(await screen.findByText(/Failed to load the timeline/)).toBeVisible();
});
