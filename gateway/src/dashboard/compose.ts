import { centsToDollars } from '@shop/contracts/pricing';
import type {
  AccountStats,
  ActivityView,
  DashboardService,
  DashboardView,
  OrderStats,
  StoreStats,
  SubscriberStats,
  TrackStats,
} from '@shop/contracts/views';

/** The answer of each service; null for a service that did not answer. */
type ServiceStats = {
  identity: AccountStats | null;
  catalog: TrackStats | null;
  orders: OrderStats | null;
  sellers: StoreStats | null;
  notifications: SubscriberStats | null;
};

const ACTIVITIES = 10;

/** Builds one answer from the answers of all services. The figures of an absent service are null, never zero. */
export function composeDashboard(parts: ServiceStats): DashboardView {
  const { identity, catalog, orders, sellers, notifications } = parts;
  const [newest] = catalog?.recentProducts ?? [];
  return {
    success: true,
    unavailable: (Object.keys(parts) as DashboardService[]).filter((name) => parts[name] === null),
    totalProducts: catalog?.totalProducts ?? null,
    totalUsers: identity?.totalUsers ?? null,
    totalSellers: sellers?.totalSellers ?? null,
    totalOrders: orders?.totalOrders ?? null,
    totalRevenue: orders && centsToDollars(orders.revenueCents),
    totalSubscribers: notifications?.totalSubscribers ?? null,
    latestProduct: newest ? withPrice(newest) : null,
    recentOrders:
      orders?.recentOrders.map(({ totalCents, ...order }) => ({ ...order, total_price: centsToDollars(totalCents) })) ?? null,
    recentUsers: identity?.recentUsers ?? null,
    recentActivities: activitiesOf(parts),
    details: {
      forSale: catalog?.forSale ?? null,
      sold: catalog?.sold ?? null,
      paidOrders: orders?.paidOrders ?? null,
      activeSellers: sellers?.activeSellers ?? null,
      activeSubscribers: notifications?.activeSubscribers ?? null,
    },
    sales: orders && { days: orders.days, before: orders.before, topGenres: orders.topGenres },
    topTracks: catalog?.topTracks ?? null,
    openWork: {
      pendingVerifications: sellers?.pendingVerifications ?? null,
      submissionsWaiting: sellers?.submissionsWaiting ?? null,
      payoutsDue: sellers?.payoutsDue ?? null,
      ordersInReview: orders?.inReview ?? null,
      ordersToBePaid: orders?.toBePaid ?? null,
      paymentDifferences: orders?.differences ?? null,
    },
  };
}

const withPrice = <Track extends { priceCents: number }>({ priceCents, ...track }: Track) => ({
  ...track,
  price: centsToDollars(priceCents),
});

/** The latest events of the shop, from the services that answered. */
function activitiesOf({ identity, catalog, orders }: ServiceStats): ActivityView[] {
  const nothing = { price: null, category: null, amount: null, email: null };
  const activities: ActivityView[] = [
    ...(catalog?.recentProducts ?? []).map(({ id, name, category, priceCents, created_at }) => ({
      ...nothing,
      type: 'product' as const,
      id,
      name,
      category,
      price: centsToDollars(priceCents),
      created_at,
    })),
    ...(orders?.recentOrders ?? []).map(({ id, totalCents, customer_info: { firstName, lastName, email }, created_at }) => ({
      ...nothing,
      type: 'order' as const,
      id,
      name: `${firstName} ${lastName}`.trim(),
      amount: centsToDollars(totalCents),
      email,
      created_at,
    })),
    ...(identity?.recentUsers ?? []).map(({ id, name, last_name, email, created_at }) => ({
      ...nothing,
      type: 'user' as const,
      id,
      name: `${name} ${last_name}`.trim(),
      email,
      created_at,
    })),
  ];
  return activities.sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at)).slice(0, ACTIVITIES);
}
