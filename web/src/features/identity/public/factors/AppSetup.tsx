import type { EnrolmentView } from '@shop/contracts/views';
import { useState, type FormEvent } from 'react';
import { errorText } from '#lib/calls/api.ts';
import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';
import { Button } from '#ui/action/Button.tsx';
import { CodeField } from '#ui/form/CodeField.tsx';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';
import styles from './AppSetup.module.css';
import forms from '../AuthForms.module.css';
import { FormError } from '../FormError';

const QrCode = lazyWithRetry(async () => (await import('./QrCode')).QrCode, { quiet: true });

/**
 * Shows the secret of a new authenticator app, to scan or to type, and asks for its first code. `confirm` sends the code and
 * answers its error.
 */
export function AppSetup({
  enrolment,
  submit,
  confirm,
}: {
  enrolment: EnrolmentView;
  submit: string;
  confirm: (code: string) => Promise<unknown>;
}) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError((await confirm(code)) ?? null);
    setBusy(false);
  };

  return (
    <form className={forms.form} onSubmit={(event) => void send(event)} noValidate>
      <p>Scan this with an authenticator app, then enter the code that it shows.</p>
      <div className={styles.qr}>
        <SectionBoundary instead={<p>The picture could not be loaded. Enter the key below in your app instead.</p>}>
          <QrCode text={enrolment.uri} />
        </SectionBoundary>
      </div>
      <p className="muted">
        Cannot scan it? Enter this key: <span className={styles.secret}>{enrolment.secret.match(/.{1,4}/g)?.join(' ')}</span>
      </p>
      <div className={forms.code}>
        <CodeField label="Code from your authenticator app" autoFocus value={code} onCode={setCode} />
      </div>
      <FormError text={error === null ? undefined : errorText(error, 'This did not work. Please try again.')} cause={error} />
      <Button type="submit" variant="primary" block busy={busy} disabled={code.length < 6}>
        {submit}
      </Button>
    </form>
  );
}
