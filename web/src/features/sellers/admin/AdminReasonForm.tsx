import { zodResolver } from '@hookform/resolvers/zod';
import { paragraph } from '@shop/contracts/forms';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useAdminForm } from '../../../lib/admin/drafts';
import { Button } from '../../../ui/action/Button';
import { TextArea } from '../../../ui/form/TextField';
import styles from './AdminQueue.module.css';

/**
 * Asks for the reason of a refusal, which `recipient` reads word for word. `missing` is the message while there is no reason.
 */
export function AdminReasonForm({
  place,
  recipient,
  missing,
  action,
  onReason,
  children,
}: {
  place: string;
  recipient: string;
  missing: string;
  action: string;
  /** → whether it is sent */
  onReason: (reason: string) => Promise<boolean>;
  /** Describes what is refused. */
  children: ReactNode;
}) {
  const { register, handleSubmit, formState, setError } = useAdminForm(
    place,
    { resolver: zodResolver(z.object({ reason: paragraph(1000, missing) })), defaultValues: { reason: '' } },
    { outlastsRefusal: true },
  );
  const { errors, isSubmitting } = formState;
  const send = handleSubmit(async ({ reason }) => {
    if (!(await onReason(reason))) setError('root', { type: 'refused' });
  });
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
      <p>{children}</p>
      <TextArea
        label="Reason"
        rows={5}
        maxLength={1000}
        hint={`Sent to ${recipient} as it stands here.`}
        error={errors.reason?.message}
        {...register('reason')}
      />
      <Button type="submit" variant="danger" busy={isSubmitting}>
        {action}
      </Button>
    </form>
  );
}
