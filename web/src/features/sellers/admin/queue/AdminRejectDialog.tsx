import type { SubmissionView } from '@shop/contracts/views';
import { AdminReasonDialog } from './AdminReasonDialog';

type Props = { submission: SubmissionView; onClose: () => void; onReject: (reason: string) => Promise<boolean> };

/** Asks why a track is rejected; its seller reads it word for word. */
export function AdminRejectDialog({ submission, onClose, onReject }: Props) {
  return (
    <AdminReasonDialog
      title="Reject submission"
      place={`reject ${submission.id}`}
      recipient={submission.accountEmail ?? 'the seller'}
      missing="Please say why the track is rejected"
      action="Reject"
      onReason={onReject}
      onClose={onClose}
    >
      <strong dir="auto">{submission.trackName}</strong>{' '}
      <span className="muted" dir="auto">
        by {submission.storeName}
      </span>
    </AdminReasonDialog>
  );
}
