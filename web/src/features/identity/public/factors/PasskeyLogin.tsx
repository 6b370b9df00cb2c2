import type { SessionView } from '@shop/contracts/views';
import { useState } from 'react';
import { errorText } from '#lib/calls/api.ts';
import { Button } from '#ui/action/Button.tsx';
import { hasPasskeys, takePasskey } from './browser-passkeys';
import { FormError } from '../FormError';
import { useBeginPasskeyLoginMutation, usePasskeyLoginMutation } from '../../api/second-factor-api';

/** A login without e-mail address and password, for browsers that can use passkeys. */
export function PasskeyLogin({ onDone }: { onDone: (session: SessionView) => void }) {
  const [begin] = useBeginPasskeyLoginMutation();
  const [finish] = usePasskeyLoginMutation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  if (!hasPasskeys()) return null;

  const logIn = async () => {
    const firstStep = await begin();
    if (!firstStep.data) return firstStep.error;
    const passkey = await takePasskey(firstStep.data.passkey);
    if (!passkey) return null;
    const { data, error: refusal } = await finish({ challenge: firstStep.data.challenge, passkey });
    if (data) onDone(data);
    return refusal;
  };
  const start = async () => {
    setBusy(true);
    setError((await logIn()) ?? null);
    setBusy(false);
  };

  return (
    <>
      <Button block busy={busy} onClick={() => void start()}>
        Log in with a passkey
      </Button>
      <FormError
        text={error === null ? undefined : errorText(error, 'The login did not work. Please try again.')}
        cause={error}
      />
    </>
  );
}
