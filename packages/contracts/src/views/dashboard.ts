import type { OrderStatus, PaymentState, ProductStatus } from '../constants';

/** What each service knows for the admin's dashboard, as the gateway asks for it; money in integer cents. */

export type RecentUser = {
  id: number;
  name: string;
  last_name: string;
  email: string;
  country: string;
  is_seller: boolean;
  created_at: string;
};
export type AccountStats = { totalUsers: number; recentUsers: RecentUser[] };

type TrackOfStats = { id: number; name: string; category: string; priceCents: number; img: string; store_name: string };
export type RecentTrack = TrackOfStats & { status: ProductStatus; created_at: string };
export type TopTrack = TrackOfStats & { status: ProductStatus; plays: number };
/** `totalProducts`: what was not removed, sold ones included. */
export type TrackStats = {
  totalProducts: number;
  forSale: number;
  sold: number;
  recentProducts: RecentTrack[];
  topTracks: TopTrack[];
};

export type RecentOrderStats = {
  id: number;
  user_id: number;
  totalCents: number;
  items: number;
  status: OrderStatus;
  payment_state: PaymentState;
  customer_info: { firstName: string; lastName: string; email: string };
  created_at: string;
};
/** One day on the shop's calendar; only paid orders count, on the day they were paid. */
export type DayOfSales = { day: string; orders: number; revenueCents: number };
export type GenreOfSales = { category: string; tracks: number; revenueCents: number };
export type OrderStats = {
  totalOrders: number;
  paidOrders: number;
  revenueCents: number;
  recentOrders: RecentOrderStats[];
  /** As many days as were asked for, today last; `before` is what came to pass in as many days before them. */
  days: DayOfSales[];
  before: { orders: number; revenueCents: number };
  topGenres: GenreOfSales[];
  inReview: number;
  /** Arranged with the house, held, and not yet paid. */
  toBePaid: number;
  /** Where PayPal's books and ours differ, and nobody has looked yet. */
  differences: number;
};

export type StoreStats = {
  totalSellers: number;
  activeSellers: number;
  pendingVerifications: number;
  submissionsWaiting: number;
  payoutsDue: { sellers: number; cents: number };
};

export type SubscriberStats = { totalSubscribers: number; activeSubscribers: number };

/** Something that happened: a track was added, an order placed, an account opened. What a type does not have is null. */
export type ActivityView = {
  type: 'product' | 'order' | 'user';
  id: number;
  name: string;
  price: number | null;
  category: string | null;
  amount: number | null;
  email: string | null;
  created_at: string;
};

export type DashboardService = 'identity' | 'catalog' | 'orders' | 'sellers' | 'notifications';

/**
 * GET /api/admin/dashboard. A service that did not answer in time is named in `unavailable`, and what only it knows is null;
 * `recentActivities` then lacks its part. Documented amounts are dollars, the others integer cents.
 */
export type DashboardView = {
  success: true;
  unavailable: DashboardService[];
  totalProducts: number | null;
  totalUsers: number | null;
  totalSellers: number | null;
  totalOrders: number | null;
  totalRevenue: number | null;
  totalSubscribers: number | null;
  latestProduct: (Omit<RecentTrack, 'priceCents'> & { price: number }) | null;
  recentOrders: (Omit<RecentOrderStats, 'totalCents'> & { total_price: number })[] | null;
  recentUsers: RecentUser[] | null;
  recentActivities: ActivityView[];
  details: {
    forSale: number | null;
    sold: number | null;
    paidOrders: number | null;
    activeSellers: number | null;
    activeSubscribers: number | null;
  };
  sales: { days: DayOfSales[]; before: OrderStats['before']; topGenres: GenreOfSales[] } | null;
  topTracks: TopTrack[] | null;
  openWork: {
    pendingVerifications: number | null;
    submissionsWaiting: number | null;
    payoutsDue: StoreStats['payoutsDue'] | null;
    ordersInReview: number | null;
    ordersToBePaid: number | null;
    paymentDifferences: number | null;
  };
};
