import { zodResolver } from '@hookform/resolvers/zod';
import { nanoid } from '@reduxjs/toolkit';
import { dollars, PayoutForm } from '@shop/contracts/forms';
import { centsToDollars, formatCents } from '@shop/contracts/pricing';
import type { PayoutRowView } from '@shop/contracts/views';
import { Fragment, useState } from 'react';
import { z } from 'zod';
import { useAdminForm, useDraft, useKeepDraft } from '#lib/admin/drafts.ts';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import { Checkbox } from '#ui/form/Checkbox.tsx';
import { Fault } from '#ui/feedback/Fault.tsx';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';
import { NumberField } from '#ui/form/NumberField.tsx';
import { SelectField } from '#ui/form/SelectField.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { isDue, payTo } from './admin-payout-columns';
import { useRecordPayoutMutation } from '../../api/admin-payouts-api';

/** The typed values: the amount is typed in dollars and sent in cents. */
const PayoutFields = PayoutForm.omit({ key: true, amountCents: true, confirm: true, beyondDue: true }).extend({
  amount: dollars.pipe(PayoutForm.shape.amountCents),
});
type PayoutFields = z.input<typeof PayoutFields>;

/** The admin's statements that overrule the server's objection to a payout. */
const DOUBTS = {
  'not-due': (amountCents: number) => `Yes, ${formatCents(amountCents)} was sent and is not recorded yet`,
  'confirmation-required': () => 'Yes, the payout is meant',
};
type Doubt = keyof typeof DOUBTS;
const isDoubt = (code: string | undefined): code is Doubt => code !== undefined && code in DOUBTS;

/** `row` is the row from the opening of the dialog, `now` the present one, unless the list no longer has it. */
type Props = { row: PayoutRowView; now: PayoutRowView | undefined; onClose: () => void };

/**
 * Records a payout that was made. The amount due is filled in. With nothing due, a payout that was sent before a refund can be
 * recorded. The dialog's key makes a second click the same payout.
 */
export function AdminRecordPayout({ row, now, onClose }: Props) {
  const place = `payout/${row.id}`;
  const keptKey = useDraft<string>(`${place}/key`);
  const [key] = useState(() => keptKey ?? nanoid());
  const [record] = useRecordPayoutMutation();
  const [doubts, setDoubts] = useState<{ code: Doubt; message: string; answer: string; sure: boolean }[]>([]);
  const isSure = (code: Doubt) => doubts.some((doubt) => doubt.code === code && doubt.sure);
  const { register, handleSubmit, formState, setError } = useAdminForm<PayoutFields, z.output<typeof PayoutFields>>(place, {
    resolver: zodResolver(PayoutFields),
    defaultValues: {
      amount: isDue(row) ? centsToDollars(row.dueCents).toFixed(2) : '',
      method: row.payment_method ?? 'other',
      reference: '',
    },
  });
  const { errors, isDirty, isSubmitting } = formState;
  useKeepDraft(`${place}/key`, isDirty, () => key);

  // The doubts concern the previous values.
  const onChange = () => setDoubts([]);

  async function save({ amount, method, reference }: z.output<typeof PayoutFields>) {
    const { error } = await record({
      sellerId: row.id,
      key,
      amountCents: amount,
      method,
      reference,
      ...(isSure('not-due') && { beyondDue: true }),
      ...(isSure('confirmation-required') && { confirm: true }),
    });
    if (error) {
      if (isApiError(error) && isDoubt(error.code)) {
        const { code, message } = error;
        const doubt = { code, message, answer: DOUBTS[code](amount), sure: false };
        return setDoubts((now) => [...now.filter((entry) => entry.code !== code), doubt]);
      }
      const field = isApiError(error) && ({ amountCents: 'amount', reference: 'reference' } as const)[error.field ?? ''];
      return setError(field || 'root', { message: errorText(error, 'Failed to record the payout') }, { shouldFocus: true });
    }
    toast.success(`${formatCents(amount)} to ${row.store_name} recorded`);
    onClose();
  }

  return (
    <FormDialog
      drawer
      title="Record payout"
      submit="Record payout"
      busy={isSubmitting}
      unsaved={isDirty}
      disabled={doubts.some(({ sure }) => !sure)}
      onSubmit={(event) => void handleSubmit(save)(event)}
      onClose={onClose}
    >
      {isDue(row) ? (
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
      ) : (
        <p>
          Nothing is due to <b dir="auto">{row.store_name}</b>: send nothing. Record here only what was sent already.
        </p>
      )}
      <Fault>{changeOf(row, now)}</Fault>
      <NumberField label="Amount, dollars" error={errors.amount?.message} {...register('amount', { onChange })} />
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
      {doubts.map(({ code, message, answer, sure }) => (
        <Fragment key={code}>
          <Fault>{message}</Fault>
          <Checkbox
            autoFocus
            label={answer}
            checked={sure}
            onChange={({ target: { checked } }) =>
              setDoubts((now) => now.map((doubt) => (doubt.code === code ? { ...doubt, sure: checked } : doubt)))
            }
          />
        </Fragment>
      ))}
      <Fault>{errors.root?.message}</Fault>
    </FormDialog>
  );
}

/** Why the admin should not send the amount in the dialog any more; null while nothing has changed. */
function changeOf(row: PayoutRowView, now: PayoutRowView | undefined): string | null {
  if (!now) return 'The store is no longer on this page of the list. Please look at it again before you send money.';
  if (now.dueCents === row.dueCents && payTo(now) === payTo(row)) return null;
  return `This has changed since: ${formatCents(now.dueCents)} is due now (${payTo(now)}).`;
}
