import { DASHBOARD_DAYS } from '@shop/contracts/constants';
import { AdminOpenWork } from '#features/dashboard/admin/AdminOpenWork.tsx';
import { useDashboardQuery } from '#features/dashboard/api/admin-dashboard-api.ts';
import { lastComparison } from '#features/orders/admin/admin-reconciliation-words.ts';
import { useDifferencesQuery } from '#features/orders/api/admin-reconciliation-api.ts';
import { backupText } from '#features/status/admin/admin-status-columns.tsx';
import { AdminParts } from '#features/status/admin/AdminParts.tsx';
import { useStatusQuery } from '#features/status/api/admin-status-api.ts';
import { errorText } from '#lib/calls/api.ts';
import { usePollingInterval } from '#lib/admin/use-polling-interval.ts';
import { Button } from '#ui/action/Button.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { ListHead } from '#ui/table/ListHead.tsx';

/** The shortest query: this page shows only the last comparison, which comes with the list. */
const LAST_ALONE = 'page=1&limit=1';
const LINE = <Skeleton width="min(480px, 100%)" height="1lh" />;

/** The status of the services, and the work that waits for a person (docs/product/administration.md#status). */
export function StatusPage() {
  const polling = { refetchOnMountOrArgChange: true, refetchOnFocus: true, pollingInterval: usePollingInterval(15_000) };
  // Work that waits for a person changes slowly, and its calls ask every service for more.
  const slowPolling = { ...polling, pollingInterval: 4 * polling.pollingInterval };
  const status = useStatusQuery(undefined, polling);
  const differences = useDifferencesQuery(LAST_ALONE, slowPolling);
  const dashboard = useDashboardQuery(DASHBOARD_DAYS[0], slowPolling);
  const all = [status, differences, dashboard];

  return (
    <>
      <ListHead
        title="Status"
        action={
          <Button
            size="s"
            variant="ghost"
            busy={all.some(({ isFetching }) => isFetching)}
            onClick={() => all.forEach(({ refetch }) => void refetch())}
          >
            Refresh
          </Button>
        }
        note={
          <>
            <Query of={differences} skeleton={LINE} errorText={(error) => errorText(error, 'Failed to fetch differences')}>
              {({ last }) => <p>{lastComparison(last)}</p>}
            </Query>
            {status.data ? <p>{backupText(status.data.data)}</p> : !status.error && LINE}
          </>
        }
      />
      <AdminParts line={LINE} />
      <Query
        of={dashboard}
        skeleton={<Skeleton height="48px" />}
        errorText={(error) => errorText(error, 'Failed to load the open work')}
      >
        {({ openWork }) => <AdminOpenWork work={openWork} />}
      </Query>
    </>
  );
}
