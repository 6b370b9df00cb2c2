import type { notificationStatsRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { SubscriberStats } from '@shop/contracts/views';
import type { DataSource } from 'typeorm';

export const statsHandlers = ({ source }: { source: DataSource }): Handlers<typeof notificationStatsRoutes> => ({
  subscriberStats: () => subscriberStats(source),
});

async function subscriberStats(source: DataSource): Promise<SubscriberStats> {
  const [stats] = await source.query<[SubscriberStats]>(
    `SELECT count(*)::int AS "totalSubscribers", count(*) FILTER (WHERE is_active)::int AS "activeSubscribers" FROM subscribers`,
  );
  return stats;
}
