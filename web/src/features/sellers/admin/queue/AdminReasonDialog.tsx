import { zodResolver } from '@hookform/resolvers/zod';
import { REASON_MAX, refusalReason } from '@shop/contracts/forms';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useAdminForm } from '#lib/admin/drafts.ts';
import { TextArea } from '#ui/form/TextField.tsx';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';

/** Asks for the reason of a refusal, which `recipient` reads word for word. `missing` is the message for an empty reason. */
export function AdminReasonDialog({
  title,
  place,
  recipient,
  missing,
  action,
  onReason,
  onClose,
  children,
}: {
  title: string;
  place: string;
  recipient: string;
  missing: string;
  action: string;
  /** @returns whether it is sent */
  onReason: (reason: string) => Promise<boolean>;
  onClose: () => void;
  children: ReactNode;
}) {
  const { register, handleSubmit, formState, setError, isKept } = useAdminForm(
    place,
    { resolver: zodResolver(z.object({ reason: refusalReason(missing) })), defaultValues: { reason: '' } },
    { outlastsRefusal: true },
  );
  const { errors, isDirty, isSubmitting } = formState;
  const send = handleSubmit(async ({ reason }) => {
    if (!(await onReason(reason))) setError('root', { type: 'refused' });
  });
  return (
    <FormDialog
      title={title}
      submit={action}
      variant="danger"
      busy={isSubmitting}
      unsaved={isDirty}
      kept={isKept}
      onSubmit={(event) => void send(event)}
      onClose={onClose}
    >
      <p>{children}</p>
      <TextArea
        label="Reason"
        rows={5}
        maxLength={REASON_MAX}
        hint={`Sent to ${recipient} as it stands here.`}
        error={errors.reason?.message}
        {...register('reason')}
      />
    </FormDialog>
  );
}
