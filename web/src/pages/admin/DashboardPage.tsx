import { DASHBOARD_DAYS } from '@shop/contracts/constants';
import { formatCents } from '@shop/contracts/pricing';
import type { DashboardService, DashboardView } from '@shop/contracts/views';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useDashboardQuery } from '../../features/dashboard/api/admin-dashboard-api';
import {
  AdminActivities,
  AdminLatestProduct,
  AdminRecentOrders,
  AdminRecentUsers,
} from '../../features/dashboard/admin/AdminNews';
import { AdminOpenWork } from '../../features/dashboard/admin/AdminOpenWork';
import { AdminRanking } from '../../features/dashboard/admin/AdminRanking';
import { AdminSales, ChartSkeleton } from '../../features/dashboard/admin/AdminSales';
import { AdminTotals, TotalsSkeleton } from '../../features/dashboard/admin/AdminTotals';
import { useProductPage } from '../../features/dashboard/admin/use-product-page';
import { useAdminToken } from '../../lib/calls/admin-session';
import { errorText } from '../../lib/calls/api';
import { paths } from '../../lib/paths';
import { useListParams } from '../../lib/use-list-params';
import { Button } from '../../ui/action/Button';
import { Part } from '../../ui/feedback/Part';
import { ListHead } from '../../ui/table/ListHead';
import { Query } from '../../ui/feedback/Query';
import styles from './DashboardPage.module.css';

const KNOWS: Record<DashboardService, string> = {
  identity: 'Accounts',
  catalog: 'Tracks',
  orders: 'Orders',
  sellers: 'Stores',
  notifications: 'Subscribers',
};

/** The whole shop at a glance (docs/product/administration.md#dashboard). The range of the charts stands in the address. */
export function DashboardPage() {
  const token = useAdminToken();
  const { params, change } = useListParams(['days']);
  const days = DASHBOARD_DAYS.find((range) => String(range) === params.days) ?? DASHBOARD_DAYS[0];
  const stats = useDashboardQuery(days, { skip: token === null, refetchOnMountOrArgChange: true });
  const shown = { ...stats, data: stats.currentData ?? (stats.isFetching ? stats.data : undefined) };

  return (
    <>
      <ListHead
        title="Dashboard"
        action={
          <>
            <div role="group" aria-label="Range of the charts" className={styles.ranges}>
              {DASHBOARD_DAYS.map((range) => (
                <Button
                  key={range}
                  size="s"
                  variant={range === days ? 'primary' : 'secondary'}
                  aria-pressed={range === days}
                  onClick={() => change({ days: range === DASHBOARD_DAYS[0] ? '' : String(range) })}
                >
                  {range} days
                </Button>
              ))}
            </div>
            <Button
              size="s"
              variant="ghost"
              busy={stats.isFetching}
              disabled={token === null}
              onClick={() => void stats.refetch()}
            >
              Refresh
            </Button>
          </>
        }
      />
      {token === null ? (
        <p role="alert">
          No authentication token found. <Link to={paths.admin.login}>Log in</Link>
        </p>
      ) : (
        <Query
          of={shown}
          skeleton={<DashboardSkeleton />}
          errorText={(error) => errorText(error, 'Failed to fetch dashboard data')}
        >
          {(data) => <Dashboard data={data} days={days} asOf={stats.fulfilledTimeStamp} />}
        </Query>
      )}
    </>
  );
}

function Dashboard({ data, days, asOf }: { data: DashboardView; days: number; asOf: number | undefined }) {
  const productPage = useProductPage();
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
        <Block title="Sales" width="wide" of={sales}>
          {(known) => <AdminSales sales={known} />}
        </Block>
        <Block title={`Top genres in ${days} days`} of={sales}>
          {({ topGenres }) => (
            <AdminRanking
              tone="warm"
              empty="No track was sold in this time."
              items={topGenres.map(({ category, tracks, revenueCents }) => ({
                key: category,
                name: category,
                detail: `${tracks} ${tracks === 1 ? 'track' : 'tracks'} sold`,
                value: revenueCents,
                shown: formatCents(revenueCents),
              }))}
            />
          )}
        </Block>
        <Block title="Recent orders" of={recentOrders}>
          {(orders) => <AdminRecentOrders orders={orders} />}
        </Block>
        <Block title="Recent users" of={recentUsers}>
          {(users) => <AdminRecentUsers users={users} />}
        </Block>
        <div className={styles.stack}>
          <Block title="Latest product" of={data.totalProducts === null ? null : [latestProduct]}>
            {([track]) => <AdminLatestProduct track={track ?? null} />}
          </Block>
          <Block title="Top tracks" of={topTracks}>
            {(tracks) => (
              <AdminRanking
                tone="signal"
                empty="Nothing was played yet."
                items={tracks.map(({ id, name, store_name, plays }) => ({
                  key: id,
                  name: (
                    <Link to={productPage({ id, name })} dir="auto">
                      {name}
                    </Link>
                  ),
                  detail: store_name,
                  value: plays,
                  shown: `${plays.toLocaleString('en-US')} ${plays === 1 ? 'play' : 'plays'}`,
                }))}
              />
            )}
          </Block>
        </div>
        <Block title="Recent activities" width="full" of={recentActivities}>
          {(activities) => <AdminActivities activities={activities} />}
        </Block>
      </div>
      {asOf && <p className={styles.asOf}>As of {new Date(asOf).toLocaleTimeString('en-GB')}</p>}
    </div>
  );
}

/** A part of the page, which breaks alone; null is one whose service did not answer. */
function Block<Known>({
  title,
  width,
  of,
  children,
}: {
  title: string;
  width?: 'wide' | 'full';
  of: Known | null;
  children: (known: Known) => ReactNode;
}) {
  return (
    <section className={width && styles[width]} aria-label={title}>
      <h2 className={styles.heading} dir="auto">
        {title}
      </h2>
      {of === null ? (
        <p className={styles.missing}>Not available right now.</p>
      ) : (
        <Part>
          <Drawn of={of} draw={children} />
        </Part>
      )}
    </section>
  );
}

const Drawn = <Known,>({ of, draw }: { of: Known; draw: (known: Known) => ReactNode }) => draw(of);

const DashboardSkeleton = () => (
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
