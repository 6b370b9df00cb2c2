import { zodResolver } from '@hookform/resolvers/zod';
import { LookedAtForm } from '@shop/contracts/forms';
import type { DifferenceView } from '@shop/contracts/views';
import { useAdminForm } from '#lib/admin/drafts.ts';
import { errorText } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import { Fault } from '#ui/feedback/Fault.tsx';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { useLookAtDifferenceMutation } from '../api/admin-reconciliation-api';

/** After this explanation of a difference, payouts no longer wait for it. */
export function AdminLookAtDifference({ difference, onClose }: { difference: DifferenceView; onClose: () => void }) {
  const [save] = useLookAtDifferenceMutation();
  const { register, handleSubmit, formState, setError } = useAdminForm<LookedAtForm>(`difference/${difference.id}`, {
    resolver: zodResolver(LookedAtForm),
    defaultValues: { note: '' },
  });
  const { errors, isDirty, isSubmitting } = formState;

  async function saveLook({ note }: LookedAtForm) {
    const { error } = await save({ id: difference.id, note, shownReason: difference.reason });
    if (error) return setError('root', { message: errorText(error, 'Failed to save what you found') });
    toast.success('Looked at');
    onClose();
  }

  return (
    <FormDialog
      title="Looked at"
      submit="Looked at"
      busy={isSubmitting}
      unsaved={isDirty}
      onSubmit={(event) => void handleSubmit(saveLook)(event)}
      onClose={onClose}
    >
      <p dir="auto">
        {difference.order_id ? `Order #${difference.order_id}: ` : ''}
        {difference.reason}. This moves no money and changes no order; sellers whose payout waited for it can be paid again.
      </p>
      <TextField
        label="What you found"
        hint="Kept with the difference and in the audit log."
        autoComplete="off"
        error={errors.note?.message}
        {...register('note')}
      />
      <Fault>{errors.root?.message}</Fault>
    </FormDialog>
  );
}
