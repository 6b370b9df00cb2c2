import { timeText } from '@shop/contracts/times';
import { useState, type ReactNode } from 'react';
import { errorText } from '#lib/calls/api.ts';
import { onServerClock } from '#lib/time/server-clock.ts';
import { toast } from '#lib/toast.ts';
import { Fault } from '#ui/feedback/Fault.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { DataTable, type Column } from '#ui/table/DataTable.tsx';
import { usePutBackMutation, useStatusQuery } from '../api/admin-status-api';
import { parkedColumns, parkedOf, partColumns, partRows, type ParkedRow, type PartRow } from './admin-status-columns';
import styles from './AdminParts.module.css';

/**
 * The parts of the shop and their parked messages, which can be tried again. The page keeps the status fresh. `line` takes the
 * place of a line that is loading.
 */
export function AdminParts({ line }: { line: ReactNode }) {
  const status = useStatusQuery();
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
    <Query
      of={status}
      skeleton={<Tables asOf={line} parts={undefined} parked={[]} noneParked={line} parkedColumns={[]} />}
      errorText={(error) => errorText(error, 'Failed to load the status')}
    >
      {({ data, gateway }) => (
        <Tables
          asOf={<AsOf at={status.fulfilledTimeStamp} failed={status.error !== undefined} />}
          parts={partRows({ data, gateway })}
          parked={parkedOf(data)}
          noneParked={<p className="muted">No message is parked.</p>}
          parkedColumns={parkedColumns(busy, (row) => void tryAgain(row))}
        />
      )}
    </Query>
  );
}

/** The time of the answer that is shown, which stays on the page when the next one cannot be loaded. */
function AsOf({ at, failed }: { at: number | undefined; failed: boolean }) {
  if (at === undefined) return null;
  const time = timeText(new Date(onServerClock(at)).toISOString());
  return failed ? <Fault>Failed to load the status. What follows is as of {time}.</Fault> : <p className="muted">As of {time}</p>;
}

/** The tables of the page. While they load, they have the height of a healthy shop. */
const Tables = (props: {
  asOf: ReactNode;
  parts: PartRow[] | undefined;
  parked: ParkedRow[];
  noneParked: ReactNode;
  parkedColumns: Column<ParkedRow>[];
}) => (
  <div className={styles.parts}>
    <div className={styles.now}>
      {props.asOf}
      <DataTable caption="Parts" columns={partColumns} rows={props.parts} skeletonRows={6} empty={null} />
    </div>
    <section aria-labelledby="parked">
      <h2 id="parked">Parked messages</h2>
      <DataTable caption="Parked messages" columns={props.parkedColumns} rows={props.parked} empty={props.noneParked} />
    </section>
  </div>
);
