import { timeWithZone } from '@shop/contracts/times';
import type { OwnDataView } from '@shop/contracts/views';
import { useState } from 'react';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { DataExport } from './DataExport';
import { DeleteAccountDialog } from './DeleteAccountDialog';
import { KeepAccount } from './KeepAccount';
import { useOwnDataQuery } from '../../api/own-data-api';
import styles from '../security/Security.module.css';

/** The user's rights: to get all their data, and to have them deleted. */
export function OwnData() {
  const ownData = useOwnDataQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <div className={styles.security}>
      <Query of={ownData} skeleton={<Skeleton height="240px" />} errorText="Error loading what concerns your data.">
        {(data) => (
          <>
            <DataExport asks={data.asks} />
            <Deletion {...data} />
          </>
        )}
      </Query>
    </div>
  );
}

function Deletion({ deletion, open, asks }: OwnDataView) {
  const [asking, setAsking] = useState(false);
  if (deletion)
    return (
      <section className={styles.section} aria-label="Delete your account">
        <h2>Your account will be deleted</h2>
        <p>
          It will be gone on <strong>{timeWithZone(deletion.erase_at)}</strong>, or as soon after that as nothing is open any
          more. Until then everything works as before, and you can keep it.
        </p>
        <OpenMatters open={open} intro="These are open right now, and have to be finished first:" />
        <KeepAccount />
      </section>
    );
  return (
    <section className={styles.section} aria-label="Delete your account">
      <h2>Delete your account</h2>
      <p>
        Your profile, lists, messages and, if you have one, your store are erased. What the law makes us keep of purchases and
        sales stays, without your name. Your page of orders goes too: save the files and contracts that you have bought.
      </p>
      <p className="muted">You have seven days to change your mind.</p>
      <OpenMatters open={open} intro="Before that, these have to be finished:" />
      <Button variant="danger" disabled={open.length > 0} onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      {asking && (
        <DeleteAccountDialog
          asks={asks}
          onDone={() => {
            setAsking(false);
            toast.success('We have mailed you the day on which your account will be deleted.');
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

function OpenMatters({ open, intro }: Pick<OwnDataView, 'open'> & { intro: string }) {
  if (open.length === 0) return null;
  return (
    <div>
      <p>{intro}</p>
      <ul>
        {open.map(({ kind, message }) => (
          <li key={kind} dir="auto">
            {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
