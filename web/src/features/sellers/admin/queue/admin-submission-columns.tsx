import { formatWholeDollars } from '@shop/contracts/pricing';
import { dayText } from '@shop/contracts/times';
import type { SubmissionView } from '@shop/contracts/views';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/action/Button.tsx';
import { Badge } from '#ui/display/Badge.tsx';
import type { Column } from '#ui/table/DataTable.tsx';
import { RowActions, type RowAction } from '#ui/table/RowActions.tsx';
import { TwoLines } from '#ui/display/TwoLines.tsx';
import styles from './AdminQueue.module.css';
import { DueClock } from '#ui/display/DueClock.tsx';
import { SUBMISSION_STATES } from '../../public/parts/states';

type Act = (submission: SubmissionView) => void | Promise<void>;
type SubmissionActs = {
  mayDecide: boolean;
  busyWith: (id: number) => boolean;
  /** The address of the product form with this submission filled in. */
  productForm: (id: number) => string;
  showPackage: Act;
  review: Act;
  approve: Act;
  askForChanges: Act;
  reject: Act;
  publish: Act;
};

/** The facts that an admin needs to decide about a submission, and the actions in its state. */
export const adminSubmissionColumns = (acts: SubmissionActs): Column<SubmissionView>[] => [
  {
    header: 'Track',
    sort: 'trackName',
    wide: true,
    cell: ({ id, status, trackName, genre, bpm, key, submittedAt, origins, history = [] }) => (
      <TwoLines
        below={
          <>
            <p>
              #{id} · {genre} · {bpm} bpm · {key}
            </p>
            <p>
              sent {dayText(submittedAt)}
              {history.length > 0 && `, changes asked ${history.length === 1 ? 'once' : `${history.length} times`}`}
            </p>
            {history.at(-1) && status !== 'changes_asked' && <p dir="auto">asked for: {history.at(-1)?.reason}</p>}
            {origins && (
              <p dir="auto">
                samples {[origins.samples, origins.samplesNote].filter(Boolean).join(': ')} · vocals{' '}
                {[origins.vocals, origins.vocalsNote].filter(Boolean).join(': ')}
              </p>
            )}
          </>
        }
      >
        <strong dir="auto">{trackName}</strong>
      </TwoLines>
    ),
  },
  {
    header: 'Store',
    sort: 'storeName',
    cell: (submission) => <TwoLines below={<Addresses of={submission} />}>{submission.storeName}</TwoLines>,
  },
  { header: 'Price', sort: 'price', number: true, cell: ({ price }) => formatWholeDollars(price) },
  { header: 'Files', cell: (submission) => <Files submission={submission} showPackage={acts.showPackage} /> },
  {
    header: 'State',
    sort: 'status',
    cell: ({ status, reason }) => (
      <div>
        <Badge tone={SUBMISSION_STATES[status].tone}>{SUBMISSION_STATES[status].label}</Badge>
        {reason && (
          <p className={styles.reason} dir="auto">
            {reason}
          </p>
        )}
      </div>
    ),
    under: [
      {
        header: 'Due',
        sort: 'due',
        cell: ({ dueAt, changedAt }) => (dueAt ? <DueClock dueAt={dueAt} /> : <span className="mono">{dayText(changedAt)}</span>),
      },
    ],
  },
  { header: 'Actions', cell: (submission) => <Actions submission={submission} acts={acts} /> },
];

/** The address of the account, where mails go, and the address that the seller typed, if it is another one. */
function Addresses({ of: { accountEmail, contactEmail } }: { of: SubmissionView }) {
  return (
    <>
      {accountEmail ? <a href={`mailto:${accountEmail}`}>{accountEmail}</a> : 'address not known'}
      {contactEmail !== '' && contactEmail.toLowerCase() !== accountEmail?.toLowerCase() && <p>typed: {contactEmail}</p>}
    </>
  );
}

function Files({ submission, showPackage }: { submission: SubmissionView; showPackage: Act }) {
  const { trackName, trackFilesLink, projectFilesLink, packageId } = submission;
  if (packageId !== null)
    return (
      <Button size="s" aria-label={`Package of ${trackName}`} onClick={() => void showPackage(submission)}>
        Package
      </Button>
    );
  if (trackFilesLink === null) return <span className="muted">not shown to your role</span>;
  if (!trackFilesLink) return <span className="muted">none</span>;
  const link = (text: string, href: string) => (
    <a href={href} target="_blank" rel="noopener noreferrer" aria-label={`${text} files of ${trackName}`}>
      {text}
    </a>
  );
  return (
    <span className={styles.files}>
      {link('Track', trackFilesLink)}
      {projectFilesLink && link('Project', projectFilesLink)}
    </span>
  );
}

function Actions({ submission, acts }: { submission: SubmissionView; acts: SubmissionActs }) {
  const { id, status, trackName, productId } = submission;
  const mayBecomeTrack = status === 'approved' || (status === 'published' && productId === null);
  const isUndecided = status === 'submitted' || status === 'in_review';
  const busy = acts.busyWith(id);
  const actionName = (text: string) => ({ text, name: `${text}: ${trackName}` });
  const step = (text: string, act: Act, look: Pick<RowAction, 'primary' | 'danger'> = {}) => ({
    ...actionName(text),
    ...look,
    busy,
    onClick: () => act(submission),
  });
  const steps = [
    status === 'submitted' && step('In Review', acts.review),
    isUndecided && step('Approve', acts.approve, { primary: true }),
    isUndecided && step('Ask for changes', acts.askForChanges),
    mayBecomeTrack && { ...actionName('Product Form'), to: acts.productForm(id), primary: true },
    status === 'approved' && step('Published', acts.publish),
    (isUndecided || status === 'changes_asked' || status === 'approved') && step('Reject', acts.reject, { danger: true }),
  ];
  const view = productId !== null && { ...actionName('View Track'), to: paths.track(productId) };
  return <RowActions what={trackName} actions={[...(acts.mayDecide ? steps : []), view]} />;
}
