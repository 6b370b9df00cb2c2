import { screen, within } from '@testing-library/react';
import type { DashboardView } from '@shop/contracts/views';
import { changeOf, seriesOf, stepName, wholeDollars } from './admin-series';
import { ADMIN_TOKEN_KEY } from '#lib/calls/admin-session.ts';
import { anAdmin, aDetails } from '#testing/a-user.ts';
import { adminIs, renderAt } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { DashboardPage } from '#pages/admin/DashboardPage.tsx';

const AT = '/mdghost-panel-secur/dashboard';
const days = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    day: new Date(Date.UTC(2026, 2, 1 + at)).toISOString().slice(0, 10),
    orders: at === 3 ? 2 : 0,
    revenueCents: at === 3 ? 73395 : 0,
  }));
const DASHBOARD: DashboardView = {
  success: true,
  unavailable: [],
  totalProducts: 24,
  totalUsers: 12345,
  totalSellers: 2,
  totalOrders: 4,
  totalRevenue: 733.95,
  totalSubscribers: 9,
  latestProduct: {
    id: 24,
    name: 'Low Tide',
    category: 'Techno',
    price: 399.5,
    img: '/media/catalog/a.webp',
    store_name: 'North Yard',
    status: 'active',
    created_at: '2026-03-01T10:00:00.000Z',
  },
  recentOrders: [
    {
      id: 4,
      user_id: 3,
      total_price: 418.95,
      items: 1,
      status: 'completed',
      payment_state: 'paid',
      customer_info: { firstName: 'Mara', lastName: 'Lind', email: 'mara@example.com' },
      created_at: '2026-03-02T10:00:00.000Z',
    },
  ],
  recentUsers: [
    {
      id: 3,
      name: 'Ira',
      last_name: 'Holt',
      email: 'ira@example.com',
      country: 'Sweden',
      is_seller: true,
      created_at: '2026-02-01T10:00:00.000Z',
    },
  ],
  recentActivities: [
    {
      type: 'order',
      id: 4,
      name: 'Mara Lind',
      price: null,
      category: null,
      amount: 418.95,
      email: 'mara@example.com',
      created_at: '2026-03-02T10:00:00.000Z',
    },
    {
      type: 'product',
      id: 24,
      name: 'Low Tide',
      price: 399.5,
      category: 'Techno',
      amount: null,
      email: null,
      created_at: '2026-03-01T10:00:00.000Z',
    },
    {
      type: 'user',
      id: 3,
      name: 'Ira Holt',
      price: null,
      category: null,
      amount: null,
      email: 'ira@example.com',
      created_at: '2026-02-01T10:00:00.000Z',
    },
  ],
  details: { forSale: 22, sold: 2, paidOrders: 2, activeSellers: 1, activeSubscribers: 7 },
  sales: {
    days: days(30),
    before: { orders: 1, revenueCents: 58716 },
    topGenres: [{ category: 'Trap', tracks: 2, revenueCents: 69900 }],
  },
  topTracks: [],
  openWork: {
    pendingVerifications: 1,
    submissionsWaiting: 0,
    payoutsDue: { sellers: 3, cents: 20930 },
    ordersInReview: 0,
    ordersToBePaid: 0,
    paymentDifferences: 0,
  },
};
const answered = (over: Partial<DashboardView> = {}) => ({ 'GET /api/admin/dashboard': { body: { ...DASHBOARD, ...over } } });
/** The gateway never gives such an answer, but the page must not break. */
const malformed = (over: Partial<DashboardView>) => ({
  'GET /api/admin/dashboard': { body: { ...DASHBOARD, ...over }, malformed: true as const },
});

beforeEach(() => localStorage.setItem(ADMIN_TOKEN_KEY, 'the-token'));
const block = async (name: string) => within(await screen.findByRole('region', { name }));

test('the six totals, the news and what waits are there, each with its way', async () => {
  stubServer(answered());
  renderAt(<DashboardPage />, { at: AT });
  for (const [label, value] of Object.entries({
    Products: '24',
    Users: '12,345',
    Sellers: '2',
    Orders: '4',
    Revenue: '$733.95',
    Subscribers: '9',
  })) {
    const total = (await screen.findByRole('link', { name: label })).closest('div')!;
    expect(within(total).getByText(value)).toBeVisible();
  }
  expect((await block('Latest product')).getByRole('link', { name: 'Low Tide' })).toHaveAttribute(
    'href',
    '/mdghost-panel-secur/products/edit/24',
  );
  expect((await block('Latest product')).getByText('$399')).toBeVisible();
  const orders = await block('Recent orders');
  expect(orders.getByRole('link', { name: 'Order #4' })).toHaveAttribute('href', '/mdghost-panel-secur/orders/4');
  expect(orders.getByText('$418.95')).toBeVisible();
  const activities = (await block('Recent activities')).getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(activities).toEqual([
    expect.stringMatching(/^Order placed #4\$418\.95Mara Lind, mara@example\.com/),
    expect.stringMatching(/^Track added Low Tide\$399Techno/),
    expect.stringMatching(/^Account opened Ira Holtira@example\.com/),
  ]);
  const users = await block('Recent users');
  expect(users.getByRole('link', { name: 'Ira Holt' })).toHaveAttribute('href', '/mdghost-panel-secur/users?q=%233');
  const work = await block('Open work');
  expect(work.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    '1 seller to verify',
    '3 payouts due $209.30',
  ]);
  expect(work.getByRole('link', { name: /payouts due/ })).toHaveAttribute('href', '/mdghost-panel-secur/payouts?due=true');
});

test('the sums of the genres are labelled as without the fees, which revenue includes', async () => {
  stubServer(answered());
  renderAt(<DashboardPage />, { at: AT });
  const genres = await block('Top genres in 30 days');
  expect(genres.getByText('$699.00')).toBeVisible();
  expect(genres.getByText('Without service fees, which revenue includes.')).toBeVisible();
});

test('states have the words of the lists', async () => {
  const { latestProduct, recentOrders } = DASHBOARD;
  stubServer(
    answered({
      latestProduct: { ...latestProduct!, status: 'held' },
      recentOrders: [{ ...recentOrders![0]!, payment_state: 'review' }],
    }),
  );
  renderAt(<DashboardPage />, { at: AT });
  expect((await block('Latest product')).getByText('Held')).toBeVisible();
  expect((await block('Recent orders')).getByText('Needs review')).toBeVisible();
});

test('waiting orders are linked with the filters that find them', async () => {
  stubServer(answered({ openWork: { ...DASHBOARD.openWork, ordersInReview: 2, ordersToBePaid: 1 } }));
  renderAt(<DashboardPage />, { at: AT });
  const work = await block('Open work');
  const orders = '/mdghost-panel-secur/orders';
  expect(work.getByRole('link', { name: '2 payments to review' })).toHaveAttribute('href', `${orders}?payment_state=review`);
  expect(work.getByRole('link', { name: '1 arranged order to be paid' })).toHaveAttribute(
    'href',
    `${orders}?payment_state=created&way=arranged`,
  );
});

test('days and genres that are none are left out, and a part that cannot be drawn leaves the others', async () => {
  const report = jest.spyOn(console, 'error').mockImplementation(() => {});
  const { sales, openWork } = DASHBOARD;
  stubServer(
    malformed({
      sales: { ...sales!, days: [null as never, ...sales!.days], topGenres: [null as never] },
      topTracks: [{ id: 24, name: 'Low Tide', store_name: 'North Yard', plays: null } as never],
      openWork: { ...openWork, ordersInReview: 2 },
    }),
  );
  renderAt(<DashboardPage />, { at: AT });
  expect((await block('Sales')).getByText('+25 % on the 30 days before')).toBeVisible();
  const genres = await block('Top genres in 30 days');
  expect(genres.getByText('No track was sold in this time.')).toBeVisible();
  expect(genres.queryByText(/service fees/)).not.toBeInTheDocument();
  expect((await block('Top tracks')).getByText(/could not be shown/)).toBeVisible();
  expect((await block('Open work')).getByText('payments to review', { exact: false })).toBeVisible();
  report.mockRestore();
});

test('an amount that is none is a dash', async () => {
  const [order] = DASHBOARD.recentOrders!;
  stubServer(malformed({ recentOrders: [{ ...order!, total_price: 'much' as never }] }));
  renderAt(<DashboardPage />, { at: AT });
  const orders = await block('Recent orders');
  expect(orders.getByText('–')).toBeVisible();
  expect(orders.queryByText(/NaN/)).not.toBeInTheDocument();
});

test('a date that is missing, or is none, says so', async () => {
  const { latestProduct, recentUsers } = DASHBOARD;
  stubServer(
    malformed({
      latestProduct: { ...latestProduct!, created_at: '' },
      recentUsers: recentUsers!.map((user) => ({ ...user, created_at: 'some day' })),
    }),
  );
  renderAt(<DashboardPage />, { at: AT });
  expect((await block('Latest product')).getByText('Date not available')).toBeVisible();
  expect((await block('Recent users')).getByText('Invalid date format')).toBeVisible();
});

test('the sales can be read without the chart, beside those of the earlier period', async () => {
  stubServer(answered());
  const { user } = renderAt(<DashboardPage />, { at: AT });
  const sales = await block('Sales');
  expect(sales.getByText('+25 % on the 30 days before')).toBeVisible();
  await user.click(sales.getByText('Show as a table'));
  expect(sales.getByRole('row', { name: '4 Mar $733.95 2' })).toBeVisible();
  expect(sales.getAllByRole('row')).toHaveLength(31);
  expect(await sales.findByRole('img', { name: /The best day was 4 Mar with \$733\.95/ })).toBeInTheDocument();
});

test('the range is in the address and in the query of the service', async () => {
  const calls = stubServer(answered());
  const { user, router } = renderAt(<DashboardPage />, { at: `${AT}?days=365` });
  expect(await screen.findByRole('button', { name: '365 days' })).toHaveAttribute('aria-current', 'true');
  await screen.findByRole('region', { name: 'Sales' });
  await user.click(screen.getByRole('button', { name: '90 days' }));
  expect(router.state.location.search).toBe('?days=90');
  expect(calls.map(({ path }) => path)).toEqual(['/api/admin/dashboard?days=365', '/api/admin/dashboard?days=90']);
});

test('a service that did not answer is named, and its figures are marked as missing, not zero', async () => {
  stubServer(
    answered({
      unavailable: ['orders', 'sellers'],
      totalOrders: null,
      totalRevenue: null,
      totalSellers: null,
      recentOrders: null,
      sales: null,
      openWork: {
        pendingVerifications: null,
        submissionsWaiting: null,
        payoutsDue: null,
        ordersInReview: null,
        ordersToBePaid: null,
        paymentDifferences: null,
      },
    }),
  );
  renderAt(<DashboardPage />, { at: AT });
  expect(await screen.findByRole('alert')).toHaveTextContent('Orders, Stores did not answer.');
  const revenue = within(screen.getByRole('link', { name: 'Revenue' }).closest('div')!);
  expect(revenue.getByText('–')).toBeVisible();
  expect(revenue.getByText('did not answer')).toBeVisible();
  for (const name of ['Sales', 'Top genres in 30 days', 'Recent orders'])
    expect((await block(name)).getByText('Not available right now.')).toBeVisible();
  expect((await block('Recent users')).getByText('Ira Holt')).toBeVisible();
});

test('a failure shows one sentence and can be tried again; Refresh asks again', async () => {
  let down = true;
  const calls = stubServer({ 'GET /api/admin/dashboard': () => (down ? { status: 503 } : { body: DASHBOARD }) });
  const { user } = renderAt(<DashboardPage />, { at: AT });
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch dashboard data');
  down = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('12,345');
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(calls).toHaveLength(3);
});

describe('a series', () => {
  test('of a year has weeks that end today, and every day', () => {
    const { unit, steps } = seriesOf(days(365));
    expect([unit, steps.length, stepName(steps.at(-1)!), steps[0]!.from, steps[0]!.to]).toEqual([
      'week',
      53,
      '22 Feb – 28 Feb',
      '2026-03-01',
      '2026-03-01',
    ]);
    expect(steps.reduce((sum, { revenueCents }) => sum + revenueCents, 0)).toBe(73395);
  });

  test('of ninety days has single days', () => {
    expect(seriesOf(days(90))).toMatchObject({ unit: 'day', steps: { length: 90 } });
  });

  test.each([
    [125, 100, '+25 %'],
    [75, 100, '−25 %'],
    [100, 100, '±0 %'],
    [5, 0, null],
  ])('%i after %i is %s', (now, before, words) => expect(changeOf(now, before)).toBe(words));

  test.each([
    [0, '$0'],
    [999_900, '$9999'],
    [999_999, '$10000'],
    [1_000_000, '$10k'],
    [2_000_000, '$20k'],
    [12_345_600, '$123.5k'],
  ])('writes %i cents as %s on its scale', (cents, words) => expect(wholeDollars(cents)).toBe(words));
});

test('a viewer gets a link to the list of tracks, not to a form that is refused', async () => {
  adminIs(5);
  stubServer({
    ...answered({
      topTracks: [
        {
          id: 9,
          name: 'Salt & Sand',
          store_name: 'North Yard',
          plays: 3,
          category: 'Techno',
          priceCents: 29900,
          img: '',
          status: 'active',
        },
      ],
    }),
    'GET /api/users/5/details': { body: aDetails([], [], anAdmin({ admin_role: 'viewer' })) },
  });
  renderAt(<DashboardPage />, { at: AT });
  for (const [region, name, q] of [
    ['Latest product', 'Low Tide', 'Low+Tide'],
    ['Recent activities', 'Low Tide', 'Low+Tide'],
    ['Top tracks', 'Salt & Sand', 'Salt+%26+Sand'],
  ] as const)
    expect((await block(region)).getByRole('link', { name })).toHaveAttribute('href', `/mdghost-panel-secur/products?q=${q}`);
});
