import { zodResolver } from '@hookform/resolvers/zod';
import { SubmissionStatusForm } from '@shop/contracts/forms';
import type { SubmissionView } from '@shop/contracts/views';
import { useForm } from 'react-hook-form';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { TextArea } from '../../ui/TextField';
import styles from './AdminQueue.module.css';

type Props = { submission: SubmissionView | null; onClose: () => void; onReject: (reason: string) => Promise<void> };

/** Asks why a track is rejected; its seller reads it word for word. */
export function AdminRejectDialog({ submission, onClose, onReject }: Props) {
  return (
    <Dialog title="Reject submission" open={submission !== null} onOpenChange={onClose} stays>
      {submission && <ReasonForm key={submission.id} submission={submission} onReject={onReject} />}
    </Dialog>
  );
}

function ReasonForm({ submission, onReject }: { submission: SubmissionView; onReject: Props['onReject'] }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(SubmissionStatusForm) as never, // the state is fixed here, so only the reason is asked
    defaultValues: { status: 'rejected', reason: '' },
  });
  const { errors, isSubmitting } = formState;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => void handleSubmit(({ reason }) => onReject(reason.trim()))(event)}
      noValidate
    >
      <p>
        <strong>{submission.trackName}</strong> <span className="muted">by {submission.storeName}</span>
      </p>
      <TextArea
        label="Reason"
        rows={5}
        maxLength={1000}
        hint={`Sent to ${submission.contactEmail} as it stands here.`}
        error={errors.reason?.message}
        {...register('reason')}
      />
      <Button type="submit" variant="danger" busy={isSubmitting}>
        Reject
      </Button>
    </form>
  );
}
