import { errorText } from '#lib/calls/api.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { sessionHasEnded } from '#features/session/ask-to-log-in.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { useCancelEmailChangeMutation, useSendConfirmationAgainMutation } from '../../api/identity-api';
import styles from './ProfileView.module.css';

/** The new address that waits for confirmation by the link in its mail. */
export function PendingEmail({ userId, email }: { userId: number; email: string }) {
  const dispatch = useAppDispatch();
  const [cancel, cancelling] = useCancelEmailChangeMutation();
  const [sendAgain, sending] = useSendConfirmationAgainMutation();

  const showOutcome = ({ data, error }: { data?: { message: string }; error?: unknown }) => {
    if (data) toast.success(data.message);
    else if (!dispatch(sessionHasEnded(error))) toast.error(errorText(error, 'Failed to update profile.'));
  };

  return (
    <div className={styles.pending} role="group" aria-label="New email address">
      <p>
        Your new address <strong>{email}</strong> waits for you to open the link we have mailed to it. Until then you log in with
        the old one.
      </p>
      <div className={styles.ways}>
        <Button size="s" busy={sending.isLoading} onClick={() => void sendAgain(userId).then(showOutcome)}>
          Send again
        </Button>
        <Button size="s" busy={cancelling.isLoading} onClick={() => void cancel(userId).then(showOutcome)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
