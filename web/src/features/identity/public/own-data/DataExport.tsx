import { timeWithZone } from '@shop/contracts/times';
import type { DataExportView, OwnDataView } from '@shop/contracts/views';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { errorText } from '#lib/calls/api.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { useNow } from '#lib/time/use-now.ts';
import { saveUrl } from '#lib/files/save-file.ts';
import { Button } from '#ui/action/Button.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { sessionHasEnded } from '#features/session/ask-to-log-in.ts';
import { FormError } from '../FormError';
import { OwnerDialog } from './OwnerDialog';
import { useDataExportQuery, useFetchDataExportMutation, useRequestDataExportMutation } from '../../api/own-data-api';
import styles from '../security/Security.module.css';

const LOOK_AGAIN_MS = 5000;

/** The token of the mailed link, which stands behind a #. */
const tokenIn = (hash: string) => /^#export=([\w-]+)$/.exec(hash)?.[1] ?? null;

/** The file with all data that the shop keeps about the user: they ask for it, wait, and download it with the mailed link. */
export function DataExport({ asks }: Pick<OwnDataView, 'asks'>) {
  const token = tokenIn(useLocation().hash);
  const now = useNow();
  const exportQuery = useDataExportQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <section className={styles.section} aria-label="Download your data">
      <h2>Download your data</h2>
      <p>
        Your account, purchases, store, mails and messages as a ZIP of files that programs and people can read. Nobody else&apos;s
        data and no secrets are in it.
      </p>
      <Query of={exportQuery} skeleton={<Skeleton height="48px" />} errorText="Error loading whether your file is ready.">
        {({ data_export: dataExport }) => (
          <>
            {dataExport?.state === 'gathering' && <Gathering />}
            {dataExport?.state === 'ready' && <Ready {...dataExport} token={token} />}
            {dataExport === null && token && <p role="status">This link is no longer valid. Please ask for the file again.</p>}
            {mayAsk(dataExport, now) ? <Ask asks={asks} /> : dataExport?.state === 'ready' && <Next at={dataExport.next_at} />}
          </>
        )}
      </Query>
    </section>
  );
}

const mayAsk = (dataExport: DataExportView | null, now: number) =>
  dataExport === null || (dataExport.state === 'ready' && Date.parse(dataExport.next_at) <= now);

const Next = ({ at }: { at: string }) => <p className="muted">You can ask for the next one from {timeWithZone(at)} on.</p>;

/** Asks for the state repeatedly while it is mounted. */
function Gathering() {
  useDataExportQuery(undefined, { pollingInterval: LOOK_AGAIN_MS });
  return <p role="status">We are putting it together, and mail you the link when it is ready. You can leave this page.</p>;
}

function Ready({ until, missing, token }: DataExportView & { token: string | null }) {
  const dispatch = useAppDispatch();
  const [fetchFile, { isLoading }] = useFetchDataExportMutation();
  const [refusal, setRefusal] = useState<unknown>(null);
  const download = async (exportToken: string) => {
    const { data, error = null } = await fetchFile(exportToken);
    if (data) saveUrl('my-data.zip', data);
    setRefusal(dispatch(sessionHasEnded(error)) ? null : error);
  };
  return (
    <>
      <p role="status">
        Your file is ready until <strong>{timeWithZone(until)}</strong>.
        {token === null && ' To download it, open the link that we have mailed you.'}
      </p>
      {missing.length > 0 && <p>Not in it, because that part of the shop did not answer in time: {missing.join(', ')}.</p>}
      {token !== null && (
        <Button variant="primary" busy={isLoading} onClick={() => void download(token)}>
          Download the file
        </Button>
      )}
      <FormError
        text={refusal === null ? undefined : errorText(refusal, 'Error downloading your data. Please try again.')}
        cause={refusal}
      />
    </>
  );
}

function Ask({ asks }: Pick<OwnDataView, 'asks'>) {
  const [asking, setAsking] = useState(false);
  const [request] = useRequestDataExportMutation();
  return (
    <>
      <Button onClick={() => setAsking(true)}>Download my data</Button>
      {asking && (
        <OwnerDialog
          title="Download your data?"
          text="We put it together and mail you a link, which works for 24 hours. You can have it once a day."
          submit="Download my data"
          asks={asks}
          send={async (form) => {
            const { error } = await request(form);
            if (!error) setAsking(false);
            return error;
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
