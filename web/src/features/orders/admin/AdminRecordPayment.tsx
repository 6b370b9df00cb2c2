import { zodResolver } from '@hookform/resolvers/zod';
import { RecordPaymentForm } from '@shop/contracts/forms';
import { dollarsToCents, formatCents } from '@shop/contracts/pricing';
import type { AdminOrderView } from '@shop/contracts/views';
import { useAdminForm } from '#lib/admin/drafts.ts';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import { Fault } from '#ui/feedback/Fault.tsx';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';
import { SelectField } from '#ui/form/SelectField.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { useRecordPaymentMutation } from '../api/admin-orders-api';

/**
 * Records the way and the reference of money that the operator has received (docs/product/payments.md#recording-a-payment). It
 * settles the order as a capture does.
 */
export function AdminRecordPayment({ order, onClose }: { order: AdminOrderView; onClose: () => void }) {
  const [save] = useRecordPaymentMutation();
  const { register, handleSubmit, formState, setError } = useAdminForm<RecordPaymentForm>(`payment/${order.id}`, {
    resolver: zodResolver(RecordPaymentForm),
    defaultValues: { method: order.payment_state === 'review' ? 'other' : 'crypto', reference: '' },
  });
  const { errors, isDirty, isSubmitting } = formState;
  const { firstName, lastName } = order.customer_info;

  async function record(form: RecordPaymentForm) {
    const { error } = await save({ id: order.id, ...form });
    if (error) {
      const field = isApiError(error) && error.field === 'reference' && error.field;
      return setError(field || 'root', { message: errorText(error, 'Failed to record the payment') }, { shouldFocus: true });
    }
    toast.success('Payment recorded');
    onClose();
  }

  return (
    <FormDialog
      title="Record payment"
      submit="Record payment"
      busy={isSubmitting}
      unsaved={isDirty}
      onSubmit={(event) => void handleSubmit(record)(event)}
      onClose={onClose}
    >
      <p dir="auto">
        Only when <b className="mono">{formatCents(dollarsToCents(order.total_price))}</b> has reached you. The order is then
        completed: {firstName} {lastName} gets the links and contracts by e-mail, the tracks are sold for good, and the sellers
        are credited.
      </p>
      <SelectField label="Method" error={errors.method?.message} {...register('method')}>
        <option value="crypto">Cryptocurrency</option>
        <option value="bank">Bank transfer</option>
        <option value="other">Other</option>
      </SelectField>
      <TextField
        label="Reference"
        hint="By which the payment can be found again: a transaction hash, the transfer’s number."
        autoComplete="off"
        error={errors.reference?.message}
        {...register('reference')}
      />
      <Fault>{errors.root?.message}</Fault>
    </FormDialog>
  );
}
