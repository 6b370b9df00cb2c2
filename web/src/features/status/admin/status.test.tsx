import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { DashboardView, StatusView } from '@shop/contracts/views';
import { ADMIN_TOKEN_KEY } from '#lib/calls/admin-session.ts';
import { aPage } from '#testing/answers.ts';
import { renderAt } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { StatusPage } from '#pages/admin/StatusPage.tsx';

const AT = '/mdghost-panel-secur/status';
type Part = StatusView['data'][number];
const well = (service: Part['service'], over: Partial<NonNullable<Part['status']>> = {}): Part => ({
  service,
  status: {
    ...{ version: '0.1.0', broker: true, parked: [] },
    outbox: { pending: 0, oldestSeconds: 0 },
    inbox: { waiting: 0, oldestSeconds: 0 },
    ...over,
  },
});
const parked = {
  ...{ reaction: 'sendLinksWhenOrderCaptured', type: 'orders.order-captured', count: 2, since: '2026-03-02T10:00:00.000Z' },
  reason: 'no such template',
};
/** Orders and dashboard, which other tests cover. */
const OTHERS_AWAY = { 'GET /api/orders/differences': { status: 503 }, 'GET /api/admin/dashboard': { status: 503 } };
const answered = (...data: Part[]) => ({
  ...OTHERS_AWAY,
  'GET /api/admin/status': { body: { success: true, data, gateway: { version: '0.2.0' } } },
});
/** In the dashboard, only orders answered: two payments wait for a review. */
const TWO_TO_REVIEW: DashboardView = {
  success: true,
  unavailable: ['identity', 'catalog', 'sellers', 'notifications'],
  ...{ totalProducts: null, totalUsers: null, totalSellers: null, totalSubscribers: null, totalOrders: 2, totalRevenue: 0 },
  ...{ latestProduct: null, recentOrders: [], recentUsers: null, recentActivities: [], sales: null, topTracks: null },
  details: { forSale: null, sold: null, paidOrders: 0, activeSellers: null, activeSubscribers: null },
  openWork: {
    ...{ pendingVerifications: null, submissionsWaiting: null, payoutsDue: null },
    ...{ ordersInReview: 2, ordersToBePaid: 0, paymentDifferences: 0 },
  },
};

beforeEach(() => localStorage.setItem(ADMIN_TOKEN_KEY, 'the-token'));
const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr')!;

test('says of each part which version it is, how late it is, and which does not answer', async () => {
  stubServer(
    answered(
      well('orders', { outbox: { pending: 12, oldestSeconds: 200 }, inbox: { waiting: 1, oldestSeconds: 4 } }),
      well('catalog'),
      { service: 'sellers', status: null },
      well('identity', { broker: false }),
    ),
  );
  renderAt(<StatusPage />, { at: AT });
  expect(await rowOf('gateway')).toHaveTextContent('version 0.2.0');
  const orders = await rowOf('orders');
  expect(orders).toHaveTextContent('version 0.1.0');
  expect(within(orders).getByText('12, the oldest 3 min')).toBeVisible();
  expect(within(orders).getByText('1, the oldest 4 s')).toBeVisible();
  expect(within(await rowOf('catalog')).getByText('Well')).toBeVisible();
  expect(within(await rowOf('sellers')).getByText('Does not answer')).toBeVisible();
  expect(within(await rowOf('identity')).getByText('Without broker')).toBeVisible();
  expect(screen.getByText('No message is parked.')).toBeVisible();
});

test('a service whose events have waited for more than a minute is late, also one that has a connection to the broker', async () => {
  stubServer(
    answered(
      well('orders', { outbox: { pending: 4120, oldestSeconds: 10_800 }, parked: [parked] }),
      well('catalog', { outbox: { pending: 3, oldestSeconds: 60 }, inbox: { waiting: 1, oldestSeconds: 600 } }),
    ),
  );
  renderAt(<StatusPage />, { at: AT });
  expect(within(await rowOf('4,120, the oldest 3 h')).getByText('Late')).toBeVisible();
  expect(within(await rowOf('catalog')).getByText('Well')).toBeVisible();
});

test('parked messages are put back, and the page looks again', async () => {
  let left = [parked];
  const calls = stubServer({
    ...OTHERS_AWAY,
    'GET /api/admin/status': () => ({
      body: { success: true, data: [well('notifications', { parked: left })], gateway: { version: '0.2.0' } },
    }),
    'POST /api/admin/status/put-back': () => {
      left = [];
      return { body: { success: true, putBack: 2 } };
    },
  });
  const { user } = renderAt(<StatusPage />, { at: AT });
  const row = await rowOf('sendLinksWhenOrderCaptured');
  expect(within(row).getByText('no such template')).toBeVisible();
  await user.click(within(row).getByRole('button', { name: 'Put back sendLinksWhenOrderCaptured' }));
  expect(await screen.findByText('No message is parked.')).toBeVisible();
  expect(calls.find(({ method }) => method === 'POST')!.body).toEqual({
    service: 'notifications',
    reaction: 'sendLinksWhenOrderCaptured',
  });
});

test('a refusal to put messages back is shown, and the messages stay', async () => {
  stubServer({
    ...answered(well('orders', { parked: [parked] })),
    'POST /api/admin/status/put-back': {
      status: 503,
      body: { success: false, code: 'unavailable', error: 'Away', message: 'Away', requestId: 'r' },
    },
  });
  const { user } = renderAt(<StatusPage />, { at: AT });
  await user.click(await screen.findByRole('button', { name: /^Put back/ }));
  expect(await screen.findByText('The messages could not be put back')).toBeVisible();
  expect(screen.getByText('sendLinksWhenOrderCaptured')).toBeVisible();
});

test('looks again while it is in front, and never while it is hidden', async () => {
  const calls = stubServer(answered(well('orders')));
  jest.useFakeTimers({ advanceTimers: true });
  renderAt(<StatusPage />, { at: AT });
  await rowOf('orders');
  const looks = () => calls.filter(({ path }) => path === '/api/admin/status').length;
  const turn = (visibilityState: DocumentVisibilityState) => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState);
    fireEvent(document, new Event('visibilitychange'));
  };
  expect(looks()).toBe(1);
  turn('hidden');
  await act(() => jest.advanceTimersByTimeAsync(600_000));
  expect(looks()).toBe(1);
  turn('visible');
  await act(() => jest.advanceTimersByTimeAsync(15_000));
  await waitFor(() => expect(looks()).toBeGreaterThan(1));
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('open work and the last comparison are read again by Refresh, and it is said when they cannot be loaded', async () => {
  let down = true;
  const calls = stubServer({
    ...answered(well('orders')),
    'GET /api/orders/differences': () => (down ? { status: 503 } : { body: { ...aPage(), last: null } }),
    'GET /api/admin/dashboard': () => (down ? { status: 503 } : { body: TWO_TO_REVIEW }),
  });
  const { user } = renderAt(<StatusPage />, { at: AT });
  expect(await screen.findByText('Failed to load the open work')).toBeVisible();
  expect(await screen.findByText('Failed to fetch differences')).toBeVisible();
  down = false;
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('payments to review', { exact: false })).toBeVisible();
  expect(await screen.findByText("PayPal's books have not been compared with ours yet.")).toBeVisible();
  // Without a page, the service answers a thousand.
  const paths = calls.filter(({ path }) => path.startsWith('/api/orders/differences')).map(({ path }) => path);
  expect(new Set(paths)).toEqual(new Set(['/api/orders/differences?page=1&limit=1']));
});

test('when the status cannot be loaded it says so, and tries again when asked', async () => {
  let down = true;
  stubServer({
    ...OTHERS_AWAY,
    'GET /api/admin/status': () =>
      down ? { status: 503 } : { body: { success: true, data: [well('orders')], gateway: { version: '0.2.0' } } },
  });
  const { user } = renderAt(<StatusPage />, { at: AT });
  const fault = (await screen.findByText('Failed to load the status')).closest<HTMLElement>('[role=alert]')!;
  down = false;
  await user.click(within(fault).getByRole('button', { name: 'Retry' }));
  expect(within(await rowOf('orders')).getByText('Well')).toBeVisible();
});

test('a status that cannot be read again is called so, with the time of the one that is shown', async () => {
  let down = false;
  const good = { body: { success: true, data: [well('orders')], gateway: { version: '0.2.0' } } };
  stubServer({ ...OTHERS_AWAY, 'GET /api/admin/status': () => (down ? { status: 503 } : good) });
  const { user } = renderAt(<StatusPage />, { at: AT });
  const time = (await screen.findByText(/^As of \d+ \w{3} \d{4}, \d\d:\d\d$/)).textContent.replace('As of ', '');
  const refresh = () => user.click(screen.getByRole('button', { name: 'Refresh' }));
  down = true;
  await refresh();
  const fault = await screen.findByText(`Failed to load the status. What follows is as of ${time}.`);
  expect(fault).toHaveAttribute('role', 'alert');
  expect(within(await rowOf('orders')).getByText('Well')).toBeVisible();
  down = false;
  await refresh();
  await waitFor(() => expect(screen.queryByText(/^Failed to load the status/)).toBeNull());
  expect(screen.getByText(/^As of /)).toBeVisible();
});

test.each([
  [null, 'No backup of the databases has been noted here.'],
  ['2026-03-02T03:00:00.000Z', /^The databases were last backed up on .*2026/],
])('says when the databases were last backed up: %s', async (lastBackup, text) => {
  stubServer(answered(well('identity', { lastBackup })));
  renderAt(<StatusPage />, { at: AT });
  expect(await screen.findByText(text)).toBeVisible();
});
