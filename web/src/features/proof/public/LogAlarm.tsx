import { TriangleAlert } from 'lucide-react';
import { Button } from '#ui/action/Button.tsx';
import type { Head } from '../api/notes';
import { Rewritten } from '../api/sales-log';
import type { Refuted } from '../api/tiles';
import { CopyButton } from './Hash';
import styles from './SalesLog.module.css';

const Note = ({ title, head }: { title: string; head: Head }) => (
  <figure className={styles.note}>
    <figcaption dir="auto">{title}</figcaption>
    <pre tabIndex={0} translate="no" aria-label={title}>
      <code className="mono" dir="auto">
        {head.note}
      </code>
    </pre>
  </figure>
);

/** The alarm of a log that is not what it must be. When it was rewritten, both signed heads stand here as proof. */
export function LogAlarm({
  error,
  onAgain,
  onStartOver,
}: {
  error: Refuted;
  onAgain: () => void;
  onStartOver: (head: Head) => void;
}) {
  return (
    <section className={styles.alarm} role="alert" aria-labelledby="log-alarm">
      <h2 id="log-alarm">
        <TriangleAlert size={28} aria-hidden /> <span>This log cannot be trusted</span>
      </h2>
      <p dir="auto">{error.message}</p>
      {error instanceof Rewritten ? (
        <>
          <p>
            The shop has signed both heads below, and they do not go together. Nobody needs more than these two to prove that it
            rewrote its past. Keep them before you do anything else, and send them to those who buy here.
          </p>
          <div className={styles.notes}>
            <Note title="Seen by you before" head={error.knownHead} />
            <Note title="Shown now" head={error.head} />
          </div>
          <div className={styles.row}>
            <CopyButton text={`${error.knownHead.note}\n${error.head.note}`}>Copy both heads</CopyButton>
            <Button size="s" onClick={() => onStartOver(error.head)}>
              Forget the old head
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>A fault on the way to you can look the same, so try once more. If it stays, ask the shop.</p>
          <div className={styles.row}>
            <Button size="s" onClick={onAgain}>
              Try again
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
