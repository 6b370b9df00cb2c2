import type { NewPasskeyForm } from '@shop/contracts/forms';
import { useState, type FormEvent } from 'react';
import { errorText } from '#lib/calls/api.ts';
import { Button } from '#ui/action/Button.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import styles from '../AuthForms.module.css';
import { makePasskey } from './browser-passkeys';
import { usePasskeyName } from './use-passkey-name';
import { FormError } from '../FormError';
import { useBeginPasskeyAtLoginMutation } from '../../api/second-factor-api';

const NONE_MADE = 'No passkey was made. Try again, or use an authenticator app.';

/** Sets up a first passkey with a name during the login. `confirm` sends it and answers its error. */
export function PasskeySetup({
  challenge,
  confirm,
}: {
  challenge: string;
  confirm: (passkey: NewPasskeyForm) => Promise<unknown>;
}) {
  const [begin] = useBeginPasskeyAtLoginMutation();
  const { name, isRight, field } = usePasskeyName('My passkey');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ text: string; cause?: unknown } | null>(null);

  const make = async () => {
    const options = await begin(challenge);
    if (!options.data) return failureOf(options.error);
    const passkey = await makePasskey(options.data);
    if (!passkey) return { text: NONE_MADE };
    const error = await confirm({ name, passkey });
    return error ? failureOf(error) : null;
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!isRight(event.currentTarget)) return;
    setBusy(true);
    setProblem(await make());
    setBusy(false);
  };

  return (
    <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
      <p>Log in with your fingerprint, your face or a security key. A passkey works on this site alone.</p>
      <TextField label="Name of the passkey" autoFocus {...field} />
      <FormError text={problem?.text} cause={problem?.cause} />
      <Button type="submit" variant="primary" block busy={busy}>
        Make a passkey and log in
      </Button>
    </form>
  );
}

const failureOf = (cause: unknown) => ({ text: errorText(cause, 'This did not work. Please try again.'), cause });
