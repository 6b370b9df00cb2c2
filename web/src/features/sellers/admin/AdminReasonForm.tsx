import { zodResolver } from '@hookform/resolvers/zod';
import { paragraph } from '@shop/contracts/forms';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { adminDrafts } from '../../../lib/admin-drafts';
import { Button } from '../../../ui/action/Button';
import { TextArea } from '../../../ui/form/TextField';
import styles from './AdminQueue.module.css';

/**
 * Asks for the reason of a refusal, which `recipient` reads word for word. `missing` is the message while there is no reason. `onReason`
 * answers whether it was taken; until it is, the form at this place keeps it.
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
  onReason: (reason: string) => Promise<boolean>;
  /** Describes what is refused. */
  children: ReactNode;
}) {
  const [draft] = useState(() => adminDrafts.get<string>(place));
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(z.object({ reason: paragraph(1000, missing) })),
    defaultValues: { reason: draft ?? '' },
  });
  const { errors, isSubmitting } = formState;
  const send = handleSubmit(async ({ reason }) => {
    adminDrafts.keep(place, reason);
    if (await onReason(reason)) adminDrafts.forget(place);
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
