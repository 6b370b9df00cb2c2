import { DASHBOARD_DAYS } from '@shop/contracts/constants';
import { useDashboardQuery } from '#features/dashboard/api/admin-dashboard-api.ts';
import { errorText } from '#lib/calls/api.ts';
import { useListParams } from '#lib/use-list-params.ts';
import { Button } from '#ui/action/Button.tsx';
import { ListHead } from '#ui/table/ListHead.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { Dashboard, DashboardSkeleton } from './dashboard/Dashboard';
import styles from './dashboard/Dashboard.module.css';
import { lastWhileFetching } from '#lib/last-while-fetching.ts';

/** The dashboard (docs/product/administration.md#dashboard). The range of the charts is in the address. */
export function DashboardPage() {
  const { params, change } = useListParams(['days']);
  const days = DASHBOARD_DAYS.find((range) => String(range) === params.days) ?? DASHBOARD_DAYS[0];
  const stats = useDashboardQuery(days, { refetchOnMountOrArgChange: true });
  const shownStats = lastWhileFetching(stats);

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
                  aria-current={range === days || undefined}
                  onClick={() => change({ days: range === DASHBOARD_DAYS[0] ? '' : String(range) })}
                >
                  {range} days
                </Button>
              ))}
            </div>
            <Button size="s" variant="ghost" busy={stats.isFetching} onClick={() => void stats.refetch()}>
              Refresh
            </Button>
          </>
        }
      />
      <Query
        of={shownStats}
        skeleton={<DashboardSkeleton />}
        errorText={(error) => errorText(error, 'Failed to fetch dashboard data')}
      >
        {(data) => <Dashboard data={data} days={days} asOf={stats.fulfilledTimeStamp} />}
      </Query>
    </>
  );
}
