import type { SubmissionView } from '@shop/contracts/views';
import { Dialog } from '../../../ui/overlay/Dialog';
import { AdminReasonForm } from './AdminReasonForm';

type Props = { submission: SubmissionView | null; onClose: () => void; onReject: (reason: string) => Promise<boolean> };

/** Asks why a track is rejected; its seller reads it word for word. */
export function AdminRejectDialog({ submission, onClose, onReject }: Props) {
  return (
    <Dialog title="Reject submission" open={submission !== null} onOpenChange={onClose} stays>
      {submission && (
        <AdminReasonForm
          key={submission.id}
          place={`reject ${submission.id}`}
          recipient={submission.accountEmail ?? 'the seller'}
          missing="Please say why the track is rejected"
          action="Reject"
          onReason={onReject}
        >
          <strong dir="auto">{submission.trackName}</strong>{' '}
          <span className="muted" dir="auto">
            by {submission.storeName}
          </span>
        </AdminReasonForm>
      )}
    </Dialog>
  );
}
