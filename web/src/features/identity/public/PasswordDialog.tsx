import { useState, type SyntheticEvent } from 'react';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';
import { focusFirstInvalid } from '#ui/form/focus-first-invalid.ts';
import { PasswordField } from '#ui/form/PasswordField.tsx';
import { sessionHasEnded } from '../../session/ask-to-log-in';
import { FormError } from './FormError';

/**
 * Asks for confirmation, and by default for the user's own password, before a change to the protection of the account. `send`
 * makes the change and answers its error.
 */
export function PasswordDialog({
  title,
  text,
  submit,
  danger = false,
  asksPassword = true,
  send,
  onClose,
}: {
  title: string;
  text: string;
  submit: string;
  danger?: boolean;
  asksPassword?: boolean;
  send: (password: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const dispatch = useAppDispatch();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const ofField = isApiError(error) && error.field === 'password';

  const handleSubmit = async ({ currentTarget }: SyntheticEvent) => {
    setBusy(true);
    const refusal = await send(password);
    const shownError = dispatch(sessionHasEnded(refusal)) ? null : (refusal ?? null);
    focusFirstInvalid(currentTarget, () => {
      setError(shownError);
      setBusy(false);
    });
  };
  return (
    <FormDialog
      title={title}
      submit={submit}
      variant={danger ? 'danger' : 'primary'}
      busy={busy}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <p>{text}</p>
      {asksPassword && (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={ofField ? error.message : undefined}
        />
      )}
      <FormError
        text={error === null || ofField ? undefined : errorText(error, 'This did not work. Please try again.')}
        cause={error}
      />
    </FormDialog>
  );
}
