import type { StepUpForm } from '@shop/contracts/forms';
import { useState, type SyntheticEvent } from 'react';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { Button } from '#ui/action/Button.tsx';
import { focusFirstInvalid } from '#ui/form/focus-first-invalid.ts';
import { PasswordField } from '#ui/form/PasswordField.tsx';
import styles from '../AuthForms.module.css';
import { FormError } from '../FormError';

/** Asks for the account's password. `prove` sends it and answers its error. */
export function PasswordForm({ submit, prove }: { submit: string; prove: (proof: StepUpForm) => Promise<unknown> }) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const ofField = isApiError(error) && error.field === 'password';

  const handleSubmit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    const refusal = (await prove({ password })) ?? null;
    focusFirstInvalid(form, () => {
      setError(refusal);
      setBusy(false);
    });
  };
  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(event)} noValidate>
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={ofField ? error.message : undefined}
      />
      <FormError
        text={error === null || ofField ? undefined : errorText(error, 'This did not work. Please try again.')}
        cause={error}
      />
      <Button type="submit" variant="primary" block busy={busy}>
        {submit}
      </Button>
    </form>
  );
}
