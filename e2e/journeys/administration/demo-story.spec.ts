import { expect, test } from '@playwright/test';
import type { DashboardView, OrderView, PayoutsView, ServiceRequestView, SubmissionsPage } from '@shop/contracts/views';
import { soldTracks } from '@shop/demo';
import { adminToken } from '../../parts/an-admin';

test(
  'a shop that was just installed has a past: sales, a refund, a payout, and work in every state',
  { tag: '@wide' },
  async ({ request }) => {
    const headers = { authorization: `Bearer ${await adminToken()}` };
    const read = async <Answer>(path: string) => (await (await request.get(path, { headers })).json()) as Answer;

    const products = await read<{ name: string; status: string }[]>('/api/products');
    const statusOf = (name: string) => products.find((product) => product.name === name)?.status;
    expect(soldTracks.map(({ name }) => [name, statusOf(name)])).toEqual(soldTracks.map(({ name }) => [name, 'sold']));

    // the oldest come last; journeys that ran before this one have bought too
    const orders = (await read<{ data: OrderView[] }>('/api/orders')).data.slice(-9);
    expect(new Set(orders.map(({ user_id }) => user_id)).size).toBe(5);
    expect(orders.map(({ payment_state }) => payment_state).sort()).toEqual([...Array<string>(8).fill('paid'), 'refunded']);

    const { data: payouts } = await read<PayoutsView>('/api/payouts?limit=100');
    expect(payouts.find(({ store_name }) => store_name === 'Nordhafen Audio')!.paidCents).toBeGreaterThan(0);
    expect(payouts.find(({ store_name }) => store_name === 'Lagoon Works')!.dueCents).toBeGreaterThan(0);

    const stores = await read<{ data: { shop_name: string; status: string; verification_refused_at: string | null }[] }>(
      '/api/sellers',
    );
    const stateOf = (name: string) => stores.data.find(({ shop_name }) => shop_name === name)!;
    expect(stateOf('Kabine Vier').status).toBe('pending');
    expect(stateOf('Casa Marea').verification_refused_at).not.toBeNull();

    const { counts } = await read<SubmissionsPage>('/api/track-submissions');
    for (const state of ['submitted', 'in_review', 'approved', 'rejected', 'published'] as const)
      expect(counts[state]).toBeGreaterThan(0);

    const requests = await read<{ data: ServiceRequestView[] }>('/api/service-requests?limit=100');
    expect(new Set(requests.data.map(({ state }) => state))).toEqual(new Set(['new', 'answered', 'closed']));

    const { totalRevenue } = await read<DashboardView>('/api/admin/dashboard');
    expect(totalRevenue).toBeGreaterThan(5000);
  },
);
