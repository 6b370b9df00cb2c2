import { zodResolver } from '@hookform/resolvers/zod';
import { RecordRefundForm } from '@shop/contracts/forms';
import { formatCents } from '@shop/contracts/pricing';
import type { AdminOrderView } from '@shop/contracts/views';
import { useState } from 'react';
import { useAdminForm } from '#lib/admin/drafts.ts';
import { usePollingInterval } from '#lib/admin/use-polling-interval.ts';
import { errorText } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import { Checkbox } from '#ui/form/Checkbox.tsx';
import { Fault } from '#ui/feedback/Fault.tsx';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { OPENED_LINKS, paymentText, unreturnedCents } from './admin-order-words';
import styles from './AdminOrder.module.css';
import { ORDER_POLL_MS, useAdminOrderQuery, useRecordRefundMutation } from '../api/admin-orders-api';

/**
 * Records that the money went back. The admin must confirm the consequences first, since they cannot be undone. `order` is from
 * the opening of the dialog: the admin returns its amount, even if by now another amount is left.
 */
export function AdminRecordRefund({ order, onClose }: { order: AdminOrderView; onClose: () => void }) {
  const { data: now = order } = useAdminOrderQuery(order.id, {
    pollingInterval: usePollingInterval(ORDER_POLL_MS),
    refetchOnFocus: true,
  });
  const [save] = useRecordRefundMutation();
  const [sure, setSure] = useState(false);
  const { register, handleSubmit, formState, setError, isKept } = useAdminForm<RecordRefundForm>(
    `refund/${order.id}`,
    { resolver: zodResolver(RecordRefundForm), defaultValues: { reference: '' } },
    { outlastsRefusal: true },
  );
  const { errors, isDirty, isSubmitting } = formState;
  const shownCents = unreturnedCents(order);
  const total = formatCents(shownCents);
  const isDelivered = order.payment_state === 'paid';

  async function record({ reference }: RecordRefundForm) {
    const { error } = await save({ id: order.id, reference, shownCents });
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
      unsaved={isDirty}
      kept={isKept}
      disabled={!sure}
      onSubmit={(event) => void handleSubmit(record)(event)}
      onClose={onClose}
    >
      <p>
        This moves no money: return the <b className="mono">{total}</b> yourself first. What is refunded at PayPal reaches the
        shop without your help.
      </p>
      <Fault>{changeOf(order, now)}</Fault>
      <ul className={styles.consequences}>
        {isDelivered && <li>All download links of this order stop working at once. {OPENED_LINKS}</li>}
        {isDelivered && <li>The sale is taken back from the sellers’ balances.</li>}
        <li>
          {isDelivered ? 'Its tracks stay off sale until you put them back.' : 'The tracks that it holds are free at once.'}
        </li>
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

/** Why the admin should not return the amount in the dialog any more; null while nothing has changed. */
function changeOf(order: AdminOrderView, now: AdminOrderView): string | null {
  if (now.payment_state !== order.payment_state) return `This has changed since: ${paymentText(now)}`;
  if (unreturnedCents(now) === unreturnedCents(order)) return null;
  return `This has changed since: ${formatCents(unreturnedCents(now))} is left to return now.`;
}
