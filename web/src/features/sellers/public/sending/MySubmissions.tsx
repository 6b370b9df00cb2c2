import { dayText } from '@shop/contracts/times';
import type { SellerSubmissionView, SellerView } from '@shop/contracts/views';
import { Link } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import { Badge } from '#ui/display/Badge.tsx';
import { RowBoundary } from '#ui/feedback/RowBoundary.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { DueClock } from '../parts/DueClock';
import styles from './MySubmissions.module.css';
import { RowSkeletons } from '../parts/RowSkeletons';
import { useMyTracksQuery } from '../../api/sellers-api';
import { promisedIn, SUBMISSION_STATES } from '../parts/states';

type Store = Pick<SellerView, 'id' | 'status'>;

/** A seller's submissions: the state of each, the promised time of the next step, and the reason of a rejection. */
export function MySubmissions({ seller }: { seller: Store }) {
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
                <SubmissionRow submission={submission} storeStatus={seller.status} />
              </RowBoundary>
            ))}
          </ul>
        )
      }
    </Query>
  );
}

function SubmissionRow({ submission, storeStatus }: { submission: SellerSubmissionView; storeStatus: string }) {
  const { trackName, genre, bpm, key, price, status, reason, productId, submittedAt, changedAt, dueAt } = submission;
  const state = SUBMISSION_STATES[status];
  const promisedStep = promisedIn(status, storeStatus);
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
          <span className="muted">Reason: </span>
          {reason}
        </p>
      )}
    </li>
  );
}
