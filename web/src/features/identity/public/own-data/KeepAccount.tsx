import { errorText } from '#lib/calls/api.ts';
import { sessionHasEnded } from '#features/session/ask-to-log-in.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { useKeepAccountMutation } from '../../api/own-data-api';

export function KeepAccount() {
  const dispatch = useAppDispatch();
  const [keep, { isLoading }] = useKeepAccountMutation();
  const withdrawDeletion = async () => {
    const { error } = await keep();
    if (!error) toast.success('Your account stays.');
    else if (!dispatch(sessionHasEnded(error))) toast.error(errorText(error, 'Error keeping your account. Please try again.'));
  };
  return (
    <Button size="s" variant="primary" busy={isLoading} onClick={() => void withdrawDeletion()}>
      Keep my account
    </Button>
  );
}
