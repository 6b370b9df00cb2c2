import { z } from 'zod';
import { ORDER_STATUSES, PAYMENT_STATES, PRODUCT_STATUSES } from '../constants';
import { UserView } from './identity';
import { at } from './shared';

/** The figures of each service for the admin's dashboard, in the shape that the gateway asks for. Money in integer cents. */

const RecentUser = UserView.pick({
  id: true,
  name: true,
  last_name: true,
  email: true,
  country: true,
  is_seller: true,
  created_at: true,
});
type RecentUser = z.output<typeof RecentUser>;
export const AccountStats = z.strictObject({ totalUsers: z.int(), recentUsers: z.array(RecentUser) });
export type AccountStats = z.output<typeof AccountStats>;

const track = {
  id: z.int(),
  name: z.string(),
  category: z.string(),
  priceCents: z.int(),
  img: z.string(),
  store_name: z.string(),
  status: z.enum(PRODUCT_STATUSES),
};
const RecentTrack = z.strictObject({ ...track, created_at: at });
export type RecentTrack = z.output<typeof RecentTrack>;
const TopTrack = z.strictObject({ ...track, plays: z.int() });
export type TopTrack = z.output<typeof TopTrack>;
/** `totalProducts` counts all tracks that were not removed, sold ones included. */
export const TrackStats = z.strictObject({
  totalProducts: z.int(),
  forSale: z.int(),
  sold: z.int(),
  recentProducts: z.array(RecentTrack),
  topTracks: z.array(TopTrack),
});
export type TrackStats = z.output<typeof TrackStats>;

const RecentOrderStats = z.strictObject({
  id: z.int(),
  user_id: z.int(),
  totalCents: z.int(),
  items: z.int(),
  status: z.enum(ORDER_STATUSES),
  payment_state: z.enum(PAYMENT_STATES),
  customer_info: z.strictObject({ firstName: z.string(), lastName: z.string(), email: z.string() }),
  created_at: at,
});
export type RecentOrderStats = z.output<typeof RecentOrderStats>;

const sales = { orders: z.int(), revenueCents: z.int() };
/** One day on the shop's calendar. Only paid orders count, on the day they were paid. */
const DayOfSales = z.strictObject({ day: z.iso.date(), ...sales });
export type DayOfSales = z.output<typeof DayOfSales>;
const GenreOfSales = z.strictObject({ category: z.string(), tracks: z.int(), revenueCents: z.int() });
export type GenreOfSales = z.output<typeof GenreOfSales>;

/** `days`: as many days as the query asked for, today last. `before`: the totals of the same number of days before them. */
export const OrderStats = z.strictObject({
  totalOrders: z.int(),
  paidOrders: z.int(),
  revenueCents: z.int(),
  recentOrders: z.array(RecentOrderStats),
  days: z.array(DayOfSales),
  before: z.strictObject(sales),
  topGenres: z.array(GenreOfSales),
  inReview: z.int(),
  toBePaid: z.int().meta({ description: 'Arranged with the operator, held, and not yet paid' }),
  differences: z.int().meta({ description: "Where PayPal's books and ours differ, and nobody has looked yet" }),
});
export type OrderStats = z.output<typeof OrderStats>;

export const StoreStats = z.strictObject({
  totalSellers: z.int(),
  activeSellers: z.int(),
  pendingVerifications: z.int(),
  submissionsWaiting: z.int(),
  payoutsDue: z.strictObject({ sellers: z.int(), cents: z.int() }),
});
export type StoreStats = z.output<typeof StoreStats>;

export const SubscriberStats = z.strictObject({ totalSubscribers: z.int(), activeSubscribers: z.int() });
export type SubscriberStats = z.output<typeof SubscriberStats>;

const dollars = z.number();
const figure = z.int().nullable();

/** A recent event: a track was added, an order placed, or an account opened. Fields that do not apply to its type are null. */
const ActivityView = z.strictObject({
  type: z.enum(['product', 'order', 'user']),
  id: z.int(),
  name: z.string(),
  price: dollars.nullable(),
  category: z.string().nullable(),
  amount: dollars.nullable(),
  email: z.string().nullable(),
  created_at: at,
});
export type ActivityView = z.output<typeof ActivityView>;

const DashboardService = z.enum(['identity', 'catalog', 'orders', 'sellers', 'notifications']);
export type DashboardService = z.output<typeof DashboardService>;

/**
 * GET /api/admin/dashboard. `unavailable` names the services that did not answer in time; their figures are null, and `recentActivities`
 * lacks their entries. Documented amounts are dollars, the others integer cents.
 */
export const DashboardView = z.strictObject({
  success: z.literal(true),
  unavailable: z.array(DashboardService),
  totalProducts: figure,
  totalUsers: figure,
  totalSellers: figure,
  totalOrders: figure,
  totalRevenue: dollars.nullable(),
  totalSubscribers: figure,
  latestProduct: RecentTrack.omit({ priceCents: true }).extend({ price: dollars }).nullable(),
  recentOrders: z.array(RecentOrderStats.omit({ totalCents: true }).extend({ total_price: dollars })).nullable(),
  recentUsers: z.array(RecentUser).nullable(),
  recentActivities: z.array(ActivityView),
  details: z.strictObject({
    forSale: figure,
    sold: figure,
    paidOrders: figure,
    activeSellers: figure,
    activeSubscribers: figure,
  }),
  sales: OrderStats.pick({ days: true, before: true, topGenres: true }).nullable(),
  topTracks: z.array(TopTrack).nullable(),
  openWork: z.strictObject({
    pendingVerifications: figure,
    submissionsWaiting: figure,
    payoutsDue: StoreStats.shape.payoutsDue.nullable(),
    ordersInReview: figure,
    ordersToBePaid: figure,
    paymentDifferences: figure,
  }),
});
export type DashboardView = z.output<typeof DashboardView>;
