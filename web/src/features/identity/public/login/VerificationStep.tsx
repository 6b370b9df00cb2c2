import { CODE_RESEND_SECONDS } from '@shop/contracts/constants';
import { useState, useEffect, type FormEvent } from 'react';
import { useAppDispatch } from '#lib/hooks.ts';
import { sessionStarted } from '#features/session/session.ts';
import { Button } from '#ui/action/Button.tsx';
import { CodeField } from '#ui/form/CodeField.tsx';
import styles from '../AuthForms.module.css';
import { FormError } from '../FormError';
import { useCompleteRegistrationMutation, useResendCodeMutation } from '../../api/identity-api';
import { toRequest, type Registration } from './registration-rules';

type Notice = { kind: 'good' | 'code'; text: string } | { kind: 'form'; text: string; cause: unknown } | null;

/**
 * Step 2 of registration: the code from the mail. A new code can be requested after a minute
 * (docs/product/accounts.md#verification-codes).
 */
export function VerificationStep({ registration, onBack }: { registration: Registration; onBack: () => void }) {
  const dispatch = useAppDispatch();
  const [complete, completing] = useCompleteRegistrationMutation();
  const [resendCode, resending] = useResendCodeMutation();
  const [code, setCode] = useState('');
  const [notice, setNotice] = useState<Notice>(null);
  const [secondsLeft, restart] = useCountdown(CODE_RESEND_SECONDS);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!code) return setNotice({ kind: 'code', text: 'Please enter verification code' });
    setNotice(null);
    const { recaptchaToken: _spent, ...form } = toRequest(registration);
    const { data, error } = await complete({ ...form, verificationCode: code });
    if (data?.message === 'User registered successfully') dispatch(sessionStarted(data.user.id));
    else setNotice({ kind: 'form', text: 'Error verifying code. Please try again.', cause: error });
  };

  const resend = async () => {
    setNotice(null);
    const { data, error } = await resendCode({ email: registration.email });
    if (data?.message !== 'Verification code resent')
      return setNotice({ kind: 'form', text: 'Error sending code. Please try again.', cause: error });
    restart();
    setNotice({ kind: 'good', text: 'New verification code sent.' });
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles.sent}>
        <p>
          We sent a six-digit code to <strong>{registration.email}</strong>. It is good for ten minutes.
        </p>
      </div>
      <div className={styles.code}>
        <CodeField
          label="Verification Code"
          autoFocus
          value={code}
          onCode={setCode}
          error={notice?.kind === 'code' ? notice.text : undefined}
        />
      </div>
      <div className={styles.resend}>
        <Button size="s" disabled={secondsLeft > 0} busy={resending.isLoading} onClick={() => void resend()}>
          Resend Code
        </Button>
        {secondsLeft > 0 && (
          <span className="muted">
            Again in <span className="mono">{secondsLeft}</span> s
          </span>
        )}
      </div>
      {notice?.kind === 'good' && (
        <p className={styles.good} role="status">
          {notice.text}
        </p>
      )}
      {notice?.kind === 'form' && <FormError text={notice.text} cause={notice.cause} />}
      <Button type="submit" variant="primary" block busy={completing.isLoading}>
        Verify &amp; Register
      </Button>
      <Button variant="ghost" size="s" onClick={onBack}>
        Change my details
      </Button>
    </form>
  );
}

/** The remaining seconds of a wait, and a function that restarts it. It uses the clock, so a sleeping tab does not stretch it. */
function useCountdown(seconds: number): [left: number, restart: () => void] {
  const [endsAt, setEndsAt] = useState(() => Date.now() + seconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const running = secondsLeft > 0;

  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);

  const restart = () => {
    setNow(Date.now());
    setEndsAt(Date.now() + seconds * 1000);
  };
  return [secondsLeft, restart];
}
