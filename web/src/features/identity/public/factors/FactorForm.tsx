import type { StepUpForm } from '@shop/contracts/forms';
import type { FactorOptionsView } from '@shop/contracts/views';
import { useState, type FormEvent } from 'react';
import { errorText } from '#lib/calls/api.ts';
import { Button } from '#ui/action/Button.tsx';
import { CodeField } from '#ui/form/CodeField.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import styles from '../AuthForms.module.css';
import { hasPasskeys, takePasskey } from './browser-passkeys';
import { FormError } from '../FormError';

/**
 * Asks for a second factor: the app's code, a passkey, or a recovery code. `prove` sends it and answers its error. `renew` asks
 * for the options again, because a passkey can answer a challenge only once.
 */
export function FactorForm({
  options,
  submit,
  prove,
  renew,
}: {
  options: FactorOptionsView;
  submit: string;
  prove: (proof: StepUpForm) => Promise<unknown>;
  renew: () => Promise<FactorOptionsView | undefined>;
}) {
  const [byRecovery, setByRecovery] = useState(!options.app && !hasPasskeys());
  const [text, setText] = useState('');
  const [busy, setBusy] = useState<'typed' | 'passkey' | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [hasTried, setHasTried] = useState(false);
  const hasCodeField = options.app || byRecovery;

  const send = async (how: 'typed' | 'passkey', proof: StepUpForm | null) => {
    setHasTried(true);
    if (!proof) {
      setBusy(null);
      return setError('The passkey was not used. Please try again, or choose another way.');
    }
    setError(null);
    setBusy(how);
    setError((await prove(proof)) ?? null);
    setBusy(null);
  };
  const submitTyped = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) return setError(byRecovery ? 'Please enter a recovery code' : 'Please enter the code');
    void send('typed', byRecovery ? { recoveryCode: text } : { code: text });
  };
  const askPasskey = async () => {
    setBusy('passkey');
    const fresh = hasTried ? await renew() : options;
    const passkey = fresh?.passkey && (await takePasskey(fresh.passkey));
    await send('passkey', passkey ? { passkey } : null);
  };
  const change = () => {
    setByRecovery(!byRecovery);
    setText('');
    setError(null);
  };

  return (
    <form className={styles.form} onSubmit={submitTyped} noValidate>
      {options.passkey && hasPasskeys() && (
        <Button variant={options.app ? 'secondary' : 'primary'} block busy={busy === 'passkey'} onClick={() => void askPasskey()}>
          Use a passkey
        </Button>
      )}
      {hasCodeField && (
        <div className={styles.code}>
          {byRecovery ? (
            <TextField
              key="recovery"
              label="Recovery Code"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          ) : (
            <CodeField key="code" label="Code from your authenticator app" autoFocus value={text} onCode={setText} />
          )}
        </div>
      )}
      <FormError
        text={
          error === null
            ? undefined
            : typeof error === 'string'
              ? error
              : errorText(error, 'This did not work. Please try again.')
        }
        cause={error}
      />
      {hasCodeField && (
        <Button type="submit" variant="primary" block busy={busy === 'typed'}>
          {submit}
        </Button>
      )}
      <Button variant="ghost" size="s" onClick={change}>
        {!byRecovery ? 'Use a recovery code' : options.app ? 'Use my authenticator app' : 'Back'}
      </Button>
    </form>
  );
}
