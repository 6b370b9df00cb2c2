import { zodResolver } from '@hookform/resolvers/zod';
import { nanoid } from '@reduxjs/toolkit';
import { dollars, PayoutForm } from '@shop/contracts/forms';
import { centsToDollars, formatCents } from '@shop/contracts/pricing';
import type { PayoutRowView } from '@shop/contracts/views';
import { useState } from 'react';
import { z } from 'zod';
import { useAdminForm, useDraft, useKeepDraft } from '../../../lib/admin/drafts';
import { errorText, isApiError } from '../../../lib/calls/api';
import { toast } from '../../../lib/toast';
import { Checkbox } from '../../../ui/form/Checkbox';
import { Fault } from '../../../ui/feedback/Fault';
import { FormDialog } from '../../../ui/overlay/FormDialog';
import { SelectField } from '../../../ui/form/SelectField';
import { TextField } from '../../../ui/form/TextField';
import { payTo } from './admin-payout-columns';
import { useRecordPayoutMutation } from '../api/admin-payouts-api';

/** The typed values: the amount is typed in dollars and sent in cents. */
const Typed = PayoutForm.omit({ key: true, amountCents: true, confirm: true }).extend({
  amount: dollars.pipe(PayoutForm.shape.amountCents),
});
type Typed = z.input<typeof Typed>;

/** `row` as it was when the dialog was opened, and as it is `now`, unless the list no longer has it. */
type Props = { row: PayoutRowView; now: PayoutRowView | undefined; onClose: () => void };

/** Records a payout that was made. The amount due is filled in. The dialog's key makes a second click the same payout. */
export function AdminRecordPayout({ row, now, onClose }: Props) {
  const place = `payout/${row.id}`;
  const keptKey = useDraft<string>(`${place}/key`);
  const [key] = useState(() => keptKey ?? nanoid());
  const [record] = useRecordPayoutMutation();
  /** The server's objection to the payout, and whether the admin confirms it all the same. */
  const [doubt, setDoubt] = useState<string | null>(null);
  const [sure, setSure] = useState(false);
  const { register, handleSubmit, formState, setError } = useAdminForm<Typed, z.output<typeof Typed>>(place, {
    resolver: zodResolver(Typed),
    defaultValues: {
      amount: centsToDollars(row.dueCents).toFixed(2),
      method: row.payment_method ?? 'other',
      reference: '',
    },
  });
  const { errors, isDirty, isSubmitting } = formState;
  useKeepDraft(`${place}/key`, isDirty, () => key);

  // the doubt was about the payout as it stood
  const onChange = () => {
    setDoubt(null);
    setSure(false);
  };

  async function save({ amount, method, reference }: z.output<typeof Typed>) {
    const { error } = await record({
      sellerId: row.id,
      key,
      amountCents: amount,
      method,
      reference,
      ...(sure && { confirm: true }),
    });
    if (error) {
      if (isApiError(error) && error.code === 'confirmation-required') {
        setSure(false);
        return setDoubt(error.message);
      }
      const field = isApiError(error) && ({ amountCents: 'amount', reference: 'reference' } as const)[error.field ?? ''];
      return setError(field || 'root', { message: errorText(error, 'Failed to record the payout') }, { shouldFocus: true });
    }
    toast.success(`${formatCents(amount)} to ${row.store_name} recorded`);
    onClose();
  }

  return (
    <FormDialog
      title="Record payout"
      submit="Record payout"
      busy={isSubmitting}
      disabled={doubt !== null && !sure}
      onSubmit={(event) => void handleSubmit(save)(event)}
      onClose={onClose}
    >
      <p>
        This moves no money: send it to <b dir="auto">{row.store_name}</b> first ({payTo(row)}).{' '}
        <b className="mono">{formatCents(row.dueCents)}</b> is due.
        {row.subsidyCents > 0 && (
          <>
            {' '}
            <b className="mono">{formatCents(row.subsidyCents)}</b> of it is subsidised by the house.
          </>
        )}
      </p>
      <Fault>{changeOf(row, now)}</Fault>
      <TextField
        label="Amount, dollars"
        inputMode="decimal"
        autoComplete="off"
        error={errors.amount?.message}
        {...register('amount', { onChange })}
      />
      <SelectField label="Method" error={errors.method?.message} {...register('method', { onChange })}>
        <option value="paypal">PayPal</option>
        <option value="card">Card</option>
        <option value="other">Other</option>
      </SelectField>
      <TextField
        label="Reference"
        hint="The number of the payment, as PayPal or the bank gave it. The seller sees it."
        autoComplete="off"
        error={errors.reference?.message}
        {...register('reference', { onChange })}
      />
      {doubt && (
        <>
          <Fault>{doubt}</Fault>
          <Checkbox
            autoFocus
            label="Yes, the payout is meant"
            checked={sure}
            onChange={({ target }) => setSure(target.checked)}
          />
        </>
      )}
      <Fault>{errors.root?.message}</Fault>
    </FormDialog>
  );
}

/** What speaks against sending the money as the dialog says, while it is open. */
function changeOf(row: PayoutRowView, now: PayoutRowView | undefined): string | null {
  if (!now) return 'The store is no longer on this page of the list. Please look at it again before you send money.';
  if (now.dueCents === row.dueCents && payTo(now) === payTo(row)) return null;
  return `This has changed since: ${formatCents(now.dueCents)} is due now (${payTo(now)}).`;
}
