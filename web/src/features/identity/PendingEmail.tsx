import { errorText } from '../../lib/api';
import { useAppDispatch } from '../../lib/hooks';
import { askToLogIn } from '../../lib/ask-to-log-in';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { useCancelEmailChangeMutation, useSendConfirmationAgainMutation } from './identityApi';
import styles from './ProfileView.module.css';

/** The new address that waits for the link in its mail to be opened. */
export function PendingEmail({ userId, email }: { userId: number; email: string }) {
  const dispatch = useAppDispatch();
  const [cancel, cancelling] = useCancelEmailChangeMutation();
  const [sendAgain, sending] = useSendConfirmationAgainMutation();

  const tell = ({ data, error }: { data?: { message: string }; error?: unknown }) => {
    if (data) toast.success(data.message);
    else if (!dispatch(askToLogIn(error))) toast.error(errorText(error, 'Failed to update profile.'));
  };

  return (
    <div className={styles.pending} role="group" aria-label="New email address">
      <p>
        Your new address <strong>{email}</strong> waits for you to open the link we have mailed to it. Until then you log in with
        the old one.
      </p>
      <div className={styles.ways}>
        <Button size="s" busy={sending.isLoading} onClick={() => void sendAgain(userId).then(tell)}>
          Send again
        </Button>
        <Button size="s" busy={cancelling.isLoading} onClick={() => void cancel(userId).then(tell)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
