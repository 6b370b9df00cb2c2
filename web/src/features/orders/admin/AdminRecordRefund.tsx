import { zodResolver } from '@hookform/resolvers/zod';
import { RecordRefundForm } from '@shop/contracts/forms';
import { formatCents } from '@shop/contracts/pricing';
import type { AdminOrderView } from '@shop/contracts/views';
import { useState } from 'react';
import { useAdminForm } from '../../../lib/admin/drafts';
import { errorText } from '../../../lib/calls/api';
import { toast } from '../../../lib/toast';
import { Checkbox } from '../../../ui/form/Checkbox';
import { Fault } from '../../../ui/feedback/Fault';
import { FormDialog } from '../../../ui/overlay/FormDialog';
import { TextField } from '../../../ui/form/TextField';
import { OPENED_LINKS, unreturnedCents } from './admin-order-words';
import styles from './AdminOrder.module.css';
import { useRecordRefundMutation } from '../api/admin-orders-api';

/** Records that the money went back. The consequences are shown first and must be confirmed, since they cannot be undone. */
export function AdminRecordRefund({ order, onClose }: { order: AdminOrderView; onClose: () => void }) {
  const [save] = useRecordRefundMutation();
  const [sure, setSure] = useState(false);
  const { register, handleSubmit, formState, setError } = useAdminForm<RecordRefundForm>(`refund/${order.id}`, {
    resolver: zodResolver(RecordRefundForm),
    defaultValues: { reference: '' },
  });
  const { errors, isSubmitting } = formState;
  const total = formatCents(unreturnedCents(order));
  const delivered = order.payment_state === 'paid';

  async function record({ reference }: RecordRefundForm) {
    const { error } = await save({ id: order.id, reference });
    if (error) return setError('root', { message: errorText(error, 'Failed to record the refund') });
    toast.success('Refund recorded');
    onClose();
  }

  return (
    <FormDialog
      title="Record refund"
      submit="Record refund"
      variant="danger"
      busy={isSubmitting}
      disabled={!sure}
      onSubmit={(event) => void handleSubmit(record)(event)}
      onClose={onClose}
    >
      <p>
        This moves no money: return the <b className="mono">{total}</b> yourself first. What is refunded at PayPal reaches the
        shop without your help.
      </p>
      <ul className={styles.consequences}>
        {delivered && <li>All download links of this order stop working at once. {OPENED_LINKS}</li>}
        {delivered && <li>The sale is taken back from the sellers’ balances.</li>}
        <li>{delivered ? 'Its tracks stay off sale until you put them back.' : 'The tracks that it holds are free at once.'}</li>
        <li>It cannot be undone.</li>
      </ul>
      <TextField
        label="Reference"
        hint="How the money went back: the transfer’s number, a transaction hash."
        autoComplete="off"
        error={errors.reference?.message}
        {...register('reference')}
      />
      <Checkbox
        label={`I have returned ${total} to the buyer`}
        checked={sure}
        onChange={({ target }) => setSure(target.checked)}
      />
      <Fault>{errors.root?.message}</Fault>
    </FormDialog>
  );
}
