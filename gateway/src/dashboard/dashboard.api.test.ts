import type { ServiceName } from '@shop/contracts/events';
import type { DashboardView } from '@shop/contracts/views';
import { openGateway, type Answerer, type UnderTest } from '../testing/gateway-under-test';

const day = (date: string, orders = 0, revenueCents = 0) => ({ day: date, orders, revenueCents });
const aTrack = {
  id: 24,
  name: 'Low Tide',
  category: 'Techno',
  priceCents: 39950,
  img: '/media/catalog/a.webp',
  store_name: 'Ghostline',
};
const KNOWN: Record<ServiceName, object> = {
  identity: {
    totalUsers: 3,
    recentUsers: [
      {
        id: 3,
        name: 'Mara',
        last_name: 'Lind',
        email: 'mara@example.com',
        country: 'Sweden',
        is_seller: false,
        created_at: '2026-03-03T10:00:00.000Z',
      },
    ],
  },
  catalog: {
    totalProducts: 24,
    forSale: 22,
    sold: 2,
    recentProducts: [{ ...aTrack, status: 'active', created_at: '2026-03-01T10:00:00.000Z' }],
    topTracks: [{ ...aTrack, status: 'active', plays: 70 }],
  },
  orders: {
    totalOrders: 4,
    paidOrders: 2,
    revenueCents: 73395,
    recentOrders: [
      {
        id: 4,
        user_id: 3,
        totalCents: 41895,
        items: 1,
        status: 'completed',
        payment_state: 'paid',
        customer_info: { firstName: 'Mara', lastName: 'Lind', email: 'mara@example.com' },
        created_at: '2026-03-02T10:00:00.000Z',
      },
    ],
    days: [day('2026-03-01'), day('2026-03-02', 2, 73395)],
    before: { orders: 1, revenueCents: 1050 },
    topGenres: [{ category: 'Techno', tracks: 2, revenueCents: 69900 }],
    inReview: 1,
    toBePaid: 0,
    differences: 2,
  },
  sellers: {
    totalSellers: 2,
    activeSellers: 1,
    pendingVerifications: 1,
    submissionsWaiting: 5,
    payoutsDue: { sellers: 1, cents: 20930 },
  },
  notifications: { totalSubscribers: 9, activeSubscribers: 7 },
};
const PATHS: Record<ServiceName, string> = {
  identity: '/internal/account-stats',
  catalog: '/internal/track-stats',
  orders: '/internal/order-stats?days=30',
  sellers: '/internal/store-stats',
  notifications: '/internal/subscriber-stats',
};
const names = Object.keys(KNOWN) as ServiceName[];
const telling =
  (body: unknown, status = 200): Answerer =>
  (_req, res) =>
    void res
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));

let shop: UnderTest;
beforeEach(async () => {
  shop = await openGateway();
  for (const name of names) shop.fakes[name].answer = telling(KNOWN[name]);
  shop.fakes.identity.sessions.set('bearer:admin', { userId: 1, admin: true, role: 'owner', sessionId: 'a' });
  shop.fakes.identity.sessions.set('bearer:buyer', { userId: 3, admin: false, sessionId: 'b' });
});
afterEach(() => shop.stop());

const ask = (query = '', token = 'admin') =>
  shop.call(`/api/admin/dashboard${query}`, { headers: { authorization: `Bearer ${token}` } });
const fetchDashboard = async () => (await ask()).json as unknown as DashboardView;

test('is put together of what all five services know, each asked once, by the gateway itself', async () => {
  const { status, headers, json } = await ask();
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(json).toEqual({
    success: true,
    unavailable: [],
    totalProducts: 24,
    totalUsers: 3,
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
      store_name: 'Ghostline',
      status: 'active',
      created_at: '2026-03-01T10:00:00.000Z',
    },
    recentOrders: [expect.objectContaining({ id: 4, user_id: 3, total_price: 418.95, items: 1, payment_state: 'paid' })],
    recentUsers: [expect.objectContaining({ id: 3, email: 'mara@example.com' })],
    recentActivities: [
      activity({ type: 'user', id: 3, name: 'Mara Lind', email: 'mara@example.com', created_at: '2026-03-03T10:00:00.000Z' }),
      activity({
        type: 'order',
        id: 4,
        name: 'Mara Lind',
        amount: 418.95,
        email: 'mara@example.com',
        created_at: '2026-03-02T10:00:00.000Z',
      }),
      activity({
        type: 'product',
        id: 24,
        name: 'Low Tide',
        price: 399.5,
        category: 'Techno',
        created_at: '2026-03-01T10:00:00.000Z',
      }),
    ],
    details: { forSale: 22, sold: 2, paidOrders: 2, activeSellers: 1, activeSubscribers: 7 },
    sales: {
      days: [day('2026-03-01'), day('2026-03-02', 2, 73395)],
      before: { orders: 1, revenueCents: 1050 },
      topGenres: [{ category: 'Techno', tracks: 2, revenueCents: 69900 }],
    },
    topTracks: [{ ...aTrack, status: 'active', plays: 70 }],
    openWork: {
      pendingVerifications: 1,
      submissionsWaiting: 5,
      payoutsDue: { sellers: 1, cents: 20930 },
      ordersInReview: 1,
      ordersToBePaid: 0,
      paymentDifferences: 2,
    },
  });
  for (const name of names) {
    expect(shop.fakes[name].seen.map(({ method, url }) => `${method} ${url}`)).toEqual([`GET ${PATHS[name]}`]);
    expect(shop.fakes[name].seen[0]!.caller).toMatchObject({ internal: true, userId: null, admin: false });
  }
});

const activity = (fields: object) => ({ price: null, category: null, amount: null, email: null, ...fields });

test('shows the ten last of all activities', async () => {
  const [user] = (KNOWN.identity as { recentUsers: object[] }).recentUsers;
  const recentUsers = [6, 5, 4, 3, 2, 1].map((id) => ({ ...user, id, created_at: `2026-03-0${id}T00:00:00.000Z` }));
  const [order] = (KNOWN.orders as { recentOrders: object[] }).recentOrders;
  const recentOrders = [6, 5, 4, 3, 2, 1].map((id) => ({ ...order, id, created_at: `2026-03-0${id}T12:00:00.000Z` }));
  shop.fakes.identity.answer = telling({ totalUsers: 6, recentUsers });
  shop.fakes.orders.answer = telling({ ...KNOWN.orders, recentOrders });
  const { recentActivities } = await fetchDashboard();
  expect(recentActivities.map(({ type, id }) => `${type} ${id}`)).toEqual(
    [6, 5, 4, 3, 2].flatMap((id) => [`order ${id}`, `user ${id}`]),
  );
});

test.each(['30', '90', '365'])('asks orders for a range of %s days', async (days) => {
  expect((await ask(`?days=${days}`)).status).toBe(200);
  expect(shop.fakes.orders.seen[0]!.url).toBe(`/internal/order-stats?days=${days}`);
});

test.each([
  ['days', '?days=31'],
  ['days', '?days=all'],
  ['nonsense', '?nonsense=1'],
])('names the field of a wrong query: %s in %s', async (field, query) => {
  expect(await ask(query)).toMatchObject({ status: 400, json: { success: false, field } });
  expect(shop.fakes.orders.seen).toEqual([]);
});

test('is for admins', async () => {
  expect((await shop.call('/api/admin/dashboard')).status).toBe(401);
  expect((await ask('', 'unknown')).status).toBe(401);
  const forbidden = { status: 403, json: { code: 'forbidden', message: 'You may not do that.' } };
  expect(await ask('', 'buyer')).toMatchObject(forbidden);
  for (const role of ['catalogue', 'support', 'finance', 'viewer']) {
    shop.fakes.identity.sessions.set(`bearer:${role}`, { userId: 4, admin: true, role, sessionId: role });
    if (role !== 'viewer') expect(await ask('', role)).toMatchObject(forbidden);
  }
  expect(names.flatMap((name) => shop.fakes[name].seen)).toEqual([]);
  expect((await ask('', 'viewer')).status).toBe(200);
  expect((await shop.call('/api/admin/dashboard', { method: 'POST', headers: { authorization: 'Bearer admin' } })).status).toBe(
    404,
  );
});

describe('goes on without a service that', () => {
  const withoutOrders = {
    totalOrders: null,
    totalRevenue: null,
    recentOrders: null,
    sales: null,
    unavailable: ['orders'],
    totalProducts: 24,
    totalUsers: 3,
    totalSubscribers: 9,
  };

  test('is down', async () => {
    await shop.fakes.orders.close();
    const dashboard = await fetchDashboard();
    expect(dashboard).toMatchObject(withoutOrders);
    expect(dashboard.openWork).toMatchObject({ ordersInReview: null, ordersToBePaid: null, pendingVerifications: 1 });
    expect(dashboard.recentActivities.map(({ type }) => type)).toEqual(['user', 'product']);
  });

  test('does not answer in time', async () => {
    shop.fakes.orders.answer = (req) => void req.resume();
    expect(await fetchDashboard()).toMatchObject(withoutOrders);
  });

  test('begins an answer and does not end it', async () => {
    shop.fakes.orders.answer = (_req, res) =>
      void res.writeHead(200, { 'content-type': 'application/json' }).write('{"totalOrders":');
    expect(await fetchDashboard()).toMatchObject(withoutOrders);
  });

  test.each([
    ['no JSON', '<html>502 Bad Gateway</html>'],
    ['null', 'null'],
    ['other fields', { success: true }],
    ['a figure that is none', { ...KNOWN.orders, revenueCents: 'lots' }],
    ['a list that is none', { ...KNOWN.orders, recentOrders: {} }],
  ])('answers garbage: %s', async (_what, body) => {
    shop.fakes.orders.answer = telling(body);
    expect(await fetchDashboard()).toMatchObject(withoutOrders);
  });

  test('answers an error', async () => {
    shop.fakes.orders.answer = telling(KNOWN.orders, 500);
    expect(await fetchDashboard()).toMatchObject(withoutOrders);
  });

  test.each(names)('is %s: it alone is named, and its figures are null', async (name) => {
    shop.fakes[name].answer = telling({}, 503);
    const dashboard = await fetchDashboard();
    expect(dashboard.unavailable).toEqual([name]);
    const totals = {
      catalog: 'totalProducts',
      identity: 'totalUsers',
      sellers: 'totalSellers',
      orders: 'totalOrders',
      notifications: 'totalSubscribers',
    } as const;
    for (const [owner, total] of Object.entries(totals))
      expect({ owner, missing: dashboard[total] === null }).toEqual({ owner, missing: owner === name });
  });
});

test('when nobody says whose the session is, that is said', async () => {
  await shop.fakes.identity.close();
  expect(await ask()).toMatchObject({ status: 503, json: { success: false, code: 'unavailable' } });
});
