import type { DataSource } from 'typeorm';
import { endpoint, type Endpoint } from '@shop/kit';
import { accountStats } from './account-stats';

export const statsEndpoints = (source: DataSource): Endpoint[] => [
  endpoint({
    method: 'get',
    path: '/internal/account-stats',
    who: 'gateway',
    summary: 'Accounts for the dashboard',
    handle: () => accountStats(source.manager),
  }),
];
