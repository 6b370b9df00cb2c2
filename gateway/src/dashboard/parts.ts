import { z } from 'zod';
import { ORDER_STATUSES, PAYMENT_STATES, PRODUCT_STATUSES } from '@shop/contracts/constants';
import type { AccountStats, DashboardService, OrderStats, StoreStats, SubscriberStats, TrackStats } from '@shop/contracts/views';

const count = z.int().min(0);
const cents = z.int();
const track = {
  id: z.int(),
  name: z.string(),
  category: z.string(),
  priceCents: cents,
  img: z.string(),
  store_name: z.string(),
  status: z.enum(PRODUCT_STATUSES),
};
const when = z.iso.datetime();

const Accounts = z.object({
  totalUsers: count,
  recentUsers: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      last_name: z.string(),
      email: z.string(),
      country: z.string(),
      is_seller: z.boolean(),
      created_at: when,
    }),
  ),
}) satisfies z.ZodType<AccountStats>;

const Tracks = z.object({
  totalProducts: count,
  forSale: count,
  sold: count,
  recentProducts: z.array(z.object({ ...track, created_at: when })),
  topTracks: z.array(z.object({ ...track, plays: count })),
}) satisfies z.ZodType<TrackStats>;

const Orders = z.object({
  totalOrders: count,
  paidOrders: count,
  revenueCents: cents,
  recentOrders: z.array(
    z.object({
      id: z.int(),
      user_id: z.int(),
      totalCents: cents,
      items: count,
      status: z.enum(ORDER_STATUSES),
      payment_state: z.enum(PAYMENT_STATES),
      customer_info: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
      created_at: when,
    }),
  ),
  days: z.array(z.object({ day: z.iso.date(), orders: count, revenueCents: cents })),
  before: z.object({ orders: count, revenueCents: cents }),
  topGenres: z.array(z.object({ category: z.string(), tracks: count, revenueCents: cents })),
  inReview: count,
  toBePaid: count,
  differences: count,
}) satisfies z.ZodType<OrderStats>;

const Stores = z.object({
  totalSellers: count,
  activeSellers: count,
  pendingVerifications: count,
  submissionsWaiting: count,
  payoutsDue: z.object({ sellers: count, cents }),
}) satisfies z.ZodType<StoreStats>;

const Subscribers = z.object({ totalSubscribers: count, activeSubscribers: count }) satisfies z.ZodType<SubscriberStats>;

/** The call that asks each service, and the shape of its answer. An answer of another shape counts as no answer. */
export const PARTS = {
  identity: { path: () => '/internal/account-stats', shape: Accounts },
  catalog: { path: () => '/internal/track-stats', shape: Tracks },
  orders: { path: (days: number) => `/internal/order-stats?days=${days}`, shape: Orders },
  sellers: { path: () => '/internal/store-stats', shape: Stores },
  notifications: { path: () => '/internal/subscriber-stats', shape: Subscribers },
} satisfies Record<DashboardService, { path: (days: number) => string; shape: z.ZodType }>;

/** The answer of each service; null for a service that did not answer. */
export type Answered = { [Name in DashboardService]: z.output<(typeof PARTS)[Name]['shape']> | null };
