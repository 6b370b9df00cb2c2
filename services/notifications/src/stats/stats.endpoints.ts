import { endpoint, type Endpoint } from '@shop/kit';
import type { DataSource } from 'typeorm';
import { subscriberStats } from './subscriber-stats';

export const statsEndpoints = (source: DataSource): Endpoint[] => [
  endpoint({
    method: 'get',
    path: '/internal/subscriber-stats',
    who: 'gateway',
    summary: 'Subscribers for the dashboard',
    handle: () => subscriberStats(source),
  }),
];
