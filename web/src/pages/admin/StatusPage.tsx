import { DASHBOARD_DAYS } from '@shop/contracts/constants';
import { useState } from 'react';
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
  type ParkedRow,
} from '../../features/status/admin/admin-status-columns';
import { usePutBackMutation, useStatusQuery } from '../../features/status/api/admin-status-api';
import { errorText } from '../../lib/calls/api';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/action/Button';
import { Query } from '../../ui/feedback/Query';
import { DataTable } from '../../ui/table/DataTable';
import { ListHead } from '../../ui/table/ListHead';
import styles from './StatusPage.module.css';

const LOOK = { refetchOnMountOrArgChange: true };

/** The status of the services, and the work that waits for a person (docs/product/administration.md#status). */
export function StatusPage() {
  const status = useStatusQuery(undefined, { ...LOOK, pollingInterval: 15_000, skipPollingIfUnfocused: true });
  const differences = useDifferencesQuery('limit=1', LOOK);
  const dashboard = useDashboardQuery(DASHBOARD_DAYS[0], LOOK);
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
          <Button size="s" variant="ghost" busy={status.isFetching} onClick={() => void status.refetch()}>
            Refresh
          </Button>
        }
        note={
          <>
            {differences.data && <p>{lastComparison(differences.data.last)}</p>}
            {status.data && <p>{backupText(status.data.data)}</p>}
          </>
        }
      />
      <Query
        of={status}
        skeleton={<DataTable caption="Parts" columns={partColumns} rows={undefined} skeletonRows={6} empty={null} />}
        errorText={(error) => errorText(error, 'Failed to load the status')}
      >
        {({ data, gateway }) => (
          <div className={styles.parts}>
            <DataTable caption="Parts" columns={partColumns} rows={partRows({ data, gateway })} empty={null} />
            <section aria-labelledby="parked">
              <h2 id="parked">Parked messages</h2>
              <DataTable
                caption="Parked messages"
                columns={parkedColumns(busy, (row) => void tryAgain(row))}
                rows={parkedOf(data)}
                empty={<p className="muted">No message is parked.</p>}
              />
            </section>
          </div>
        )}
      </Query>
      {dashboard.data && <AdminOpenWork work={dashboard.data.openWork} />}
    </>
  );
}
