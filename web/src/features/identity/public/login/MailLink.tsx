import type { MessageView } from '@shop/contracts/views';
import type { ReactNode } from 'react';
import { errorText } from '#lib/calls/api.ts';
import { Button } from '#ui/action/Button.tsx';
import styles from '../AuthForms.module.css';
import { FormError } from '../FormError';

type Answer = { data?: MessageView; error?: unknown; isLoading: boolean };

/** The page behind a link in a mail. It acts only when a button is pressed, because mail programs open links too. */
export function MailLink({ does, act, answer, next }: { does: string; act: () => void; answer: Answer; next: ReactNode }) {
  const { data, error, isLoading } = answer;
  if (data)
    return (
      <>
        <p className={styles.good} role="status" dir="auto">
          {data.message}
        </p>
        {next}
      </>
    );
  return (
    <div className={styles.form}>
      <FormError text={error ? errorText(error, 'This did not work. Please try again.') : undefined} cause={error} />
      <Button variant="primary" block busy={isLoading} onClick={act}>
        {does}
      </Button>
    </div>
  );
}
