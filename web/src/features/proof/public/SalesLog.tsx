import { dateText } from '@shop/contracts/times';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import { Button, ButtonLink } from '#ui/action/Button.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { toBase64, type Head } from '../api/notes';
import { compareWithSeen, newestHead, readEntries, seenHead, type Growth, type LogEntry } from '../api/sales-log';
import { Refuted } from '../api/tiles';
import { Hash } from './Hash';
import styles from './SalesLog.module.css';
import { LogAlarm } from './LogAlarm';

/** So many entries are shown at first, and further ones at a time. */
const SHOWN = 20;

type LogState = { head: Head; growth: Growth; entries: LogEntry[] };

const countOf = (entries: number) => `${entries.toLocaleString('en')} ${entries === 1 ? 'entry' : 'entries'}`;

/** Reads the head, compares it with the one seen last, and reads the last entries. */
async function readLog(): Promise<LogState> {
  const head = await newestHead();
  const growth = await compareWithSeen(head);
  return { head, growth, entries: await readEntries(head, Math.max(0, head.size - SHOWN), head.size) };
}

/** The sales log: its head, checked and compared with the one seen last, and its last entries. */
export function SalesLog() {
  const [logState, setLogState] = useState<LogState>();
  const [error, setError] = useState<unknown>();
  const read = useCallback(() => void readLog().then(setLogState, setError), []);
  useEffect(read, [read]);
  const readAgain = () => {
    setError(undefined);
    read();
  };
  const startOver = (head: Head) => {
    seenHead.save(head);
    readAgain();
  };

  if (error instanceof Refuted) return <LogAlarm error={error} onStartOver={startOver} onAgain={readAgain} />;
  return (
    <Query
      of={{ data: logState, error, isFetching: logState === undefined && error === undefined, refetch: readAgain }}
      skeleton={<LogSkeleton />}
      errorText="The sales log could not be read. You may be offline."
    >
      {({ head, growth, entries }) => (
        <div className={styles.log}>
          <HeadOfLog head={head} growth={growth} newestDay={entries[0]?.day} />
          {head.size === 0 ? (
            <EmptyState
              title="Nothing has been sold yet"
              action={
                <ButtonLink variant="primary" to={paths.shop}>
                  Browse Tracks
                </ButtonLink>
              }
            >
              The first sale will be entry 0, and stay it for good.
            </EmptyState>
          ) : (
            <Entries key={head.note} head={head} first={entries} />
          )}
        </div>
      )}
    </Query>
  );
}

const LogSkeleton = () => (
  <div className={styles.section}>
    <Skeleton width="280px" height="44px" />
    <Skeleton height="120px" />
    {Array.from({ length: 6 }, (_, at) => (
      <Skeleton key={at} height="48px" />
    ))}
  </div>
);

function growthText({ kind, seen }: Growth, head: Head): string {
  if (!seen)
    return 'This is the first head that this browser has seen. It is remembered: next time you see whether the log only grew.';
  if (kind === 'same') return 'The log is as it was when you saw it last.';
  if (kind === 'older') return 'You have seen a newer head, which begins with this one.';
  return `${countOf(head.size - seen.size)} more than when you saw it last. All ${seen.size.toLocaleString('en')} from then are still there, unchanged.`;
}

const HeadOfLog = ({ head, growth, newestDay }: { head: Head; growth: Growth; newestDay: string | undefined }) => (
  <section className={styles.section} aria-labelledby="log-head">
    <h2 id="log-head" className={styles.size}>
      {countOf(head.size)}
    </h2>
    <p className={styles.growth} role="status">
      <strong>Checked in your browser.</strong> {growthText(growth, head)}
    </p>
    <dl className={styles.head}>
      <Hash name="Root" value={toBase64(head.root)} />
      {newestDay && (
        <div>
          <dt>Newest entry</dt>
          <dd>
            <time className="mono" dateTime={newestDay}>
              {dateText(newestDay)}
            </time>
          </dd>
        </div>
      )}
    </dl>
  </section>
);

const KINDS: Record<LogEntry['kind'], string> = {
  sale: 'Sale',
  suspended: 'Suspended',
  revoked: 'Revoked',
  reinstated: 'Valid again',
};

function Entries({ head, first }: { head: Head; first: LogEntry[] }) {
  const [entries, setEntries] = useState(first);
  const [state, setState] = useState<'resting' | 'reading' | 'failed' | 'refuted'>('resting');
  const start = entries.at(-1)?.index ?? 0;
  const more = async () => {
    setState('reading');
    try {
      const older = await readEntries(head, Math.max(0, start - SHOWN), start);
      setEntries([...entries, ...older]);
      setState('resting');
    } catch (error) {
      setState(error instanceof Refuted ? 'refuted' : 'failed');
    }
  };
  return (
    <section className={styles.section} aria-labelledby="log-entries">
      <h2 id="log-entries">Last entries</h2>
      <ol className={`folds ${styles.entries}`}>
        {entries.map((entry) => (
          <li key={entry.index} data-kind={entry.kind}>
            <span className={`mono ${styles.index}`}>{entry.index.toLocaleString('en')}</span>
            <strong>{KINDS[entry.kind]}</strong>
            <time className="mono" dateTime={entry.day}>
              {dateText(entry.day)}
            </time>
            <span className={styles.certificate}>
              <span className="muted">Certificate</span>{' '}
              <code className="mono" translate="no" title={entry.certificate}>
                {`${entry.certificate.slice(0, 12)}…`}
              </code>
            </span>
            <span className={styles.track}>
              {entry.kind === 'sale' ? (
                <Link to={paths.track(Number(entry.track))}>{`Track ${entry.track}`}</Link>
              ) : (
                <span className="muted" dir="auto">
                  {entry.reason}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {state === 'failed' && (
        <p className={styles.fault} role="alert">
          Older entries could not be read. Please try again.
        </p>
      )}
      {state === 'refuted' && (
        <p className={styles.fault} role="alert">
          Older entries are not what the head has signed. Keep the head above: it proves it.
        </p>
      )}
      {start > 0 && (
        <p>
          <Button busy={state === 'reading'} onClick={() => void more()}>
            Show more
          </Button>
        </p>
      )}
    </section>
  );
}
