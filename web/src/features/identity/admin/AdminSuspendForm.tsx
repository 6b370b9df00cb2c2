import { zodResolver } from '@hookform/resolvers/zod';
import { SuspensionForm } from '@shop/contracts/forms';
import type { UserView } from '@shop/contracts/views';
import { useAdminForm } from '#lib/admin/drafts.ts';
import { errorText } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import { Fault } from '#ui/feedback/Fault.tsx';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { useSuspendBuyerMutation } from '../api/admin-buyers-api';

/** Asks for the reason of a suspension, and explains its consequences for the account. */
export function AdminSuspendForm({ user, onClose }: { user: UserView; onClose: () => void }) {
  const [suspend] = useSuspendBuyerMutation();
  const { register, handleSubmit, formState, setError } = useAdminForm(`suspension/${user.id}`, {
    resolver: zodResolver(SuspensionForm),
    defaultValues: { reason: '' },
  });
  const { errors, isDirty, isSubmitting } = formState;

  async function send({ reason }: SuspensionForm) {
    const { error } = await suspend({ id: user.id, reason });
    if (error) return setError('root', { message: errorText(error, 'Failed to suspend the account') });
    toast.success('The account is suspended');
    onClose();
  }

  return (
    <FormDialog
      title={`Suspend ${user.email}`}
      submit="Suspend"
      busy={isSubmitting}
      unsaved={isDirty}
      onSubmit={(event) => void handleSubmit(send)(event)}
      onClose={onClose}
    >
      <p className="muted">
        Their sessions end, they cannot log in any more, and what they hold without having paid is free again. Orders that are
        paid stay. You can reinstate the account at any time.
      </p>
      <TextField label="Reason, for administrators alone" error={errors.reason?.message} {...register('reason')} />
      <Fault>{errors.root?.message}</Fault>
    </FormDialog>
  );
}
