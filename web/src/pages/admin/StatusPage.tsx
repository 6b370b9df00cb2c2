import { DASHBOARD_DAYS } from '@shop/contracts/constants';
import { useState, type ReactNode } from 'react';
import { AdminOpenWork } from '../../features/dashboard/admin/AdminOpenWork';
import { useDashboardQuery } from '../../features/dashboard/api/admin-dashboard-api';
import { lastComparison } from '../../features/orders/admin/admin-reconciliation-words';
import { useDifferencesQuery } from '../../features/orders/api/admin-reconciliation-api';
import {
  backupText,
  parkedColumns,
  parkedOf,
  partColumns,
  partRows,
  type PartRow,
  type ParkedRow,
} from '../../features/status/admin/admin-status-columns';
import { usePutBackMutation, useStatusQuery } from '../../features/status/api/admin-status-api';
import { errorText } from '../../lib/calls/api';
import { toast } from '../../lib/toast';
import { usePollingInterval } from '../../lib/admin/use-polling-interval';
import { Button } from '../../ui/action/Button';
import { Query } from '../../ui/feedback/Query';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { DataTable, type Column } from '../../ui/table/DataTable';
import { ListHead } from '../../ui/table/ListHead';
import styles from './StatusPage.module.css';

/** The shortest page: what is shown is the last comparison, beside the list. */
const LAST_ALONE = 'page=1&limit=1';
const LINE = <Skeleton width="min(480px, 100%)" height="1lh" />;

/** The status of the services, and the work that waits for a person (docs/product/administration.md#status). */
export function StatusPage() {
  const look = { refetchOnMountOrArgChange: true, refetchOnFocus: true, pollingInterval: usePollingInterval(15_000) };
  // what waits for a person changes slowly, and asks every service for more
  const lookLater = { ...look, pollingInterval: 4 * look.pollingInterval };
  const status = useStatusQuery(undefined, look);
  const differences = useDifferencesQuery(LAST_ALONE, lookLater);
  const dashboard = useDashboardQuery(DASHBOARD_DAYS[0], lookLater);
  const all = [status, differences, dashboard];
  const [putBack] = usePutBackMutation();
  const [busy, setBusy] = useState<string | null>(null);

  async function tryAgain({ id, service, reaction }: ParkedRow) {
    setBusy(id);
    const { data, error } = await putBack({ service, reaction });
    setBusy(null);
    if (error) return toast.error(errorText(error, 'The messages could not be put back'));
    toast.success(data.putBack === 1 ? '1 message is tried again' : `${data.putBack} messages are tried again`);
  }

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
      <Query
        of={status}
        skeleton={<Tables parts={undefined} parked={[]} noneParked={LINE} parkedColumns={[]} />}
        errorText={(error) => errorText(error, 'Failed to load the status')}
      >
        {({ data, gateway }) => (
          <Tables
            parts={partRows({ data, gateway })}
            parked={parkedOf(data)}
            noneParked={<p className="muted">No message is parked.</p>}
            parkedColumns={parkedColumns(busy, (row) => void tryAgain(row))}
          />
        )}
      </Query>
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

/** The tables of the page. While they load they take the room that a shop takes that is well. */
const Tables = (props: {
  parts: PartRow[] | undefined;
  parked: ParkedRow[];
  noneParked: ReactNode;
  parkedColumns: Column<ParkedRow>[];
}) => (
  <div className={styles.parts}>
    <DataTable caption="Parts" columns={partColumns} rows={props.parts} skeletonRows={6} empty={null} />
    <section aria-labelledby="parked">
      <h2 id="parked">Parked messages</h2>
      <DataTable caption="Parked messages" columns={props.parkedColumns} rows={props.parked} empty={props.noneParked} />
    </section>
  </div>
);
