import { MAY } from '@shop/contracts/constants';
import { DashboardQuery } from '@shop/contracts/forms';
import type { DashboardView } from '@shop/contracts/views';
import { describeEndpoints, endpoint } from '@shop/http';
import { z } from 'zod';
import { Accounts, count, Orders, PARTS, Stores, Tracks } from './parts';

const figure = count.nullable();
const dollars = z.number();
const { recentProducts, topTracks } = Tracks.shape;
const { days, before, topGenres, recentOrders } = Orders.shape;

const Answer = z.object({
  success: z.literal(true),
  unavailable: z.array(z.enum(Object.keys(PARTS) as (keyof typeof PARTS)[])),
  totalProducts: figure,
  totalUsers: figure,
  totalSellers: figure,
  totalOrders: figure,
  totalRevenue: dollars.nullable(),
  totalSubscribers: figure,
  latestProduct: recentProducts.element.omit({ priceCents: true }).extend({ price: dollars }).nullable(),
  recentOrders: z.array(recentOrders.element.omit({ totalCents: true }).extend({ total_price: dollars })).nullable(),
  recentUsers: Accounts.shape.recentUsers.nullable(),
  recentActivities: z.array(
    z.object({
      type: z.enum(['product', 'order', 'user']),
      id: z.int(),
      name: z.string(),
      price: dollars.nullable(),
      category: z.string().nullable(),
      amount: dollars.nullable(),
      email: z.string().nullable(),
      created_at: z.iso.datetime(),
    }),
  ),
  details: z.object({ forSale: figure, sold: figure, paidOrders: figure, activeSellers: figure, activeSubscribers: figure }),
  sales: z.object({ days, before, topGenres }).nullable(),
  topTracks: topTracks.nullable(),
  openWork: z.object({
    pendingVerifications: figure,
    submissionsWaiting: figure,
    payoutsDue: Stores.shape.payoutsDue.nullable(),
    ordersInReview: figure,
    ordersToBePaid: figure,
    paymentDifferences: figure,
  }),
}) satisfies z.ZodType<DashboardView>;

/** The call as the API's description shows it. */
export const dashboardPaths: object | undefined = describeEndpoints('gateway', [
  endpoint({
    method: 'get',
    path: '/api/admin/dashboard',
    who: { roles: MAY.seeTheWhole },
    summary: 'Totals, news, sales and open work of the whole shop, of those services that answer within two seconds',
    query: DashboardQuery,
    answer: Answer,
    handle: () => Promise.reject(new Error('The gateway answers it itself')),
  }),
]).paths;
