import { DashboardQuery } from '@shop/contracts/forms';
import { endpoint, type Endpoint } from '@shop/kit';
import type { Shop } from '../shop';
import { orderStats } from './order-stats';

export const statsEndpoints = ({ source, settings }: Shop): Endpoint[] => [
  endpoint({
    method: 'get',
    path: '/internal/order-stats',
    who: 'gateway',
    summary: 'Orders and sales for the dashboard',
    query: DashboardQuery,
    handle: ({ query }) => orderStats(source.manager, query.days, settings.timeZone),
  }),
];
