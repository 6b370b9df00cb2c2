import { dayText } from '@shop/contracts/times';
import type { SellerSubmissionView, SellerView } from '@shop/contracts/views';
import { Link } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import { useState } from 'react';
import { Button } from '#ui/action/Button.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { minutesOf } from '#lib/time/minutes.ts';
import { TrackForm } from './TrackForm';
import { useTrackForm, type CorrectableSubmission } from './use-track-form';
import { Badge } from '#ui/display/Badge.tsx';
import { RowBoundary } from '#ui/feedback/RowBoundary.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { DueClock } from '#ui/display/DueClock.tsx';
import styles from './MySubmissions.module.css';
import { RowSkeletons } from '../parts/RowSkeletons';
import { useMyTracksQuery } from '../../api/sellers-api';
import { promisedIn, SUBMISSION_STATES } from '../parts/states';

type Store = Pick<SellerView, 'id' | 'status' | 'shop_name'>;

/**
 * A seller's submissions: the state of each, the promised time of the next step, the reason of a rejection, and what is to be changed.
 * @param email the account's address; without it nothing can be sent
 */
export function MySubmissions({ seller, email = null }: { seller: Store; email?: string | null }) {
  const tracks = useMyTracksQuery(seller.id, { refetchOnMountOrArgChange: true });
  return (
    <Query of={tracks} skeleton={<RowSkeletons />} errorText="Failed to load your submissions">
      {({ submissions }) =>
        submissions.length === 0 ? (
          <p className={styles.none}>Nothing sent yet. What you send stands here, with its answer.</p>
        ) : (
          <ul className={styles.list} aria-label="Submissions">
            {submissions.map((submission) => (
              <RowBoundary key={submission.id}>
                <SubmissionRow submission={submission} seller={seller} email={email} />
              </RowBoundary>
            ))}
          </ul>
        )
      }
    </Query>
  );
}

type RowProps = { submission: SellerSubmissionView; seller: Store; email: string | null };

function SubmissionRow({ submission, seller, email }: RowProps) {
  const {
    trackName,
    genre,
    bpm,
    key,
    price,
    status,
    reason,
    productId,
    submittedAt,
    changedAt,
    dueAt,
    history = [],
  } = submission;
  const state = SUBMISSION_STATES[status];
  const promisedStep = promisedIn(status, seller.status);
  return (
    <li className={styles.row}>
      <div>
        <h3 className={styles.name} dir="auto">
          {trackName}
        </h3>
        <p className={`mono ${styles.facts}`}>
          {genre} · {bpm} bpm · {key} · ${price} · sent {dayText(submittedAt)}
        </p>
      </div>
      <div className={styles.state}>
        <Badge tone={state.tone}>{state.label}</Badge>
        {dueAt ? (
          <DueClock dueAt={dueAt} {...(promisedStep && { what: promisedStep })} />
        ) : productId !== null ? (
          <Link to={paths.track(productId)} aria-label={`See the track: ${trackName}`}>
            See the track
          </Link>
        ) : (
          <span className="muted">{dayText(changedAt)}</span>
        )}
      </div>
      {reason && (
        <p className={styles.reason} dir="auto">
          <span className="muted">{status === 'changes_asked' ? 'Please change: ' : 'Reason: '}</span>
          {reason}
        </p>
      )}
      {status === 'changes_asked' && <Changes submission={submission} seller={seller} email={email} />}
      <Earlier history={status === 'changes_asked' ? history.slice(0, -1) : history} />
    </li>
  );
}

/** What the reviewer has marked, and the form to correct it. */
function Changes({ submission, seller, email }: RowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { trackName, correctable, history = [] } = submission;
  return (
    <div className={styles.changes}>
      <MarkedFindings findings={history.at(-1)?.findings ?? []} />
      {correctable && email !== null && (
        <p>
          <Button size="s" variant="primary" aria-label={`Correct and send again: ${trackName}`} onClick={() => setIsOpen(true)}>
            Correct and send again
          </Button>
        </p>
      )}
      {correctable && email !== null && isOpen && (
        <Correction
          submission={{ ...submission, correctable }}
          prefilled={{ storeName: seller.shop_name, contactEmail: email }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}

type CorrectionProps = {
  submission: CorrectableSubmission;
  prefilled: { storeName: string; contactEmail: string };
  onClose: () => void;
};

function Correction({ submission, prefilled, onClose }: CorrectionProps) {
  const form = useTrackForm(prefilled, onClose, submission);
  return (
    <Dialog title="Correct and send again" open onOpenChange={onClose} wide stays>
      <TrackForm form={form} />
    </Dialog>
  );
}

type HistoryEntry = NonNullable<SellerSubmissionView['history']>[number];

function MarkedFindings({ findings }: Pick<HistoryEntry, 'findings'>) {
  if (findings.length === 0) return null;
  return (
    <ul className={styles.marked} aria-label="What the reviewer has marked">
      {findings.map(({ code, file, atSeconds, text, todo }, at) => (
        <li key={`${code} ${file ?? ''} ${at}`} dir="auto">
          {atSeconds !== undefined && <span className="mono">{minutesOf(atSeconds)} </span>}
          {text} {todo}
        </li>
      ))}
    </ul>
  );
}

/** What was asked for before, and is answered by a later sending. */
function Earlier({ history }: { history: readonly HistoryEntry[] }) {
  if (history.length === 0) return null;
  return (
    <details className={styles.earlier}>
      <summary>{history.length === 1 ? 'Changes were asked once' : `Changes were asked ${history.length} times`}</summary>
      <ul>
        {history.map(({ sentAt, askedAt, reason, findings }) => (
          <li key={askedAt}>
            <span className="mono">
              sent {dayText(sentAt)}, asked {dayText(askedAt)}
            </span>
            <p dir="auto">{reason}</p>
            <MarkedFindings findings={findings} />
          </li>
        ))}
      </ul>
    </details>
  );
}
