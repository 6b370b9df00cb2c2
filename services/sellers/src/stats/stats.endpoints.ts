import type { DataSource } from 'typeorm';
import { endpoint, type Endpoint } from '@shop/kit';
import { dateIn } from '../ledger/due-date';
import { storeStats } from './store-stats';

export const statsEndpoints = (source: DataSource, timeZone: string): Endpoint[] => [
  endpoint({
    method: 'get',
    path: '/internal/store-stats',
    who: 'gateway',
    summary: 'Stores for the dashboard, and what waits for an administrator',
    handle: () => storeStats(source, dateIn(timeZone, new Date())),
  }),
];
