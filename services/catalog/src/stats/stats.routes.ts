import { endpoint, type Endpoint } from '@shop/kit';
import type { DataSource } from 'typeorm';
import { trackStats } from './track-stats';

export const statsRoutes = (source: DataSource, siteName: string): Endpoint[] => [
  endpoint({
    method: 'get',
    path: '/internal/track-stats',
    who: 'gateway',
    summary: 'Tracks for the dashboard',
    handle: () => trackStats(source, siteName),
  }),
];
