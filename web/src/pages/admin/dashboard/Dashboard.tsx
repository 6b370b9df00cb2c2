import { timeText } from '@shop/contracts/times';
import type { DashboardService, DashboardView } from '@shop/contracts/views';
import { STATUS_TEXTS } from '#features/catalog/admin/products/admin-product-columns.tsx';
import { AdminBlock } from '#features/dashboard/admin/AdminBlock.tsx';
import {
  AdminActivities,
  AdminLatestProduct,
  AdminRecentOrders,
  AdminRecentUsers,
} from '#features/dashboard/admin/AdminNews.tsx';
import { AdminOpenWork } from '#features/dashboard/admin/AdminOpenWork.tsx';
import { AdminTopGenres, AdminTopTracks } from '#features/dashboard/admin/AdminRankings.tsx';
import { AdminSales, ChartSkeleton } from '#features/dashboard/admin/AdminSales.tsx';
import { AdminTotals, TotalsSkeleton } from '#features/dashboard/admin/AdminTotals.tsx';
import { PaymentBadge } from '#features/orders/admin/PaymentBadge.tsx';
import { onServerClock } from '#lib/time/server-clock.ts';
import styles from './Dashboard.module.css';

const KNOWS: Record<DashboardService, string> = {
  identity: 'Accounts',
  catalog: 'Tracks',
  orders: 'Orders',
  sellers: 'Stores',
  notifications: 'Subscribers',
};

/** The figures of the services, null for a service that did not answer. */
export function Dashboard({ data, days, asOf }: { data: DashboardView; days: number; asOf: number | undefined }) {
  const { unavailable, sales, topTracks, recentOrders, recentUsers, recentActivities, latestProduct } = data;
  return (
    <div className={styles.page}>
      {unavailable.length > 0 && (
        <p className={styles.warning} role="alert">
          {unavailable.map((name) => KNOWS[name]).join(', ')} did not answer. What only they know is missing below; the rest is
          complete.
        </p>
      )}
      <AdminOpenWork work={data.openWork} />
      <AdminTotals stats={data} />
      <div className={styles.columns}>
        <AdminBlock title="Sales" className={styles.wide} of={sales}>
          {(figures) => <AdminSales sales={figures} />}
        </AdminBlock>
        <AdminBlock title={`Top genres in ${days} days`} of={sales}>
          {({ topGenres }) => <AdminTopGenres topGenres={topGenres} />}
        </AdminBlock>
        <AdminBlock title="Recent orders" of={recentOrders}>
          {(orders) => <AdminRecentOrders orders={orders} markOf={(state) => <PaymentBadge state={state} />} />}
        </AdminBlock>
        <AdminBlock title="Recent users" of={recentUsers}>
          {(users) => <AdminRecentUsers users={users} />}
        </AdminBlock>
        <div className={styles.stack}>
          <AdminBlock title="Latest product" of={data.totalProducts === null ? null : [latestProduct]}>
            {([track]) => <AdminLatestProduct track={track ?? null} statusText={(status) => STATUS_TEXTS[status]} />}
          </AdminBlock>
          <AdminBlock title="Top tracks" of={topTracks}>
            {(tracks) => <AdminTopTracks tracks={tracks} />}
          </AdminBlock>
        </div>
        <AdminBlock title="Recent activities" className={styles.full} of={recentActivities}>
          {(activities) => <AdminActivities activities={activities} />}
        </AdminBlock>
      </div>
      {asOf && <p className={styles.asOf}>As of {timeText(new Date(onServerClock(asOf)).toISOString())}</p>}
    </div>
  );
}

export const DashboardSkeleton = () => (
  <div className={styles.page}>
    <TotalsSkeleton />
    <div className={styles.columns}>
      <div className={styles.wide}>
        <ChartSkeleton />
      </div>
      <ChartSkeleton />
    </div>
  </div>
);
