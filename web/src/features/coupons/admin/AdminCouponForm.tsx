import { zodResolver } from '@hookform/resolvers/zod';
import { CouponForm } from '@shop/contracts/forms';
import { COUPON_FREE_PERCENT } from '@shop/contracts/constants';
import { centsToDollars } from '@shop/contracts/pricing';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useAdminForm, useHasDraft } from '#lib/admin/drafts.ts';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { Checkbox } from '#ui/form/Checkbox.tsx';
import { Fault } from '#ui/feedback/Fault.tsx';
import { useFocusFirstInvalid } from '#ui/form/focus-first-invalid.ts';
import { NumberField } from '#ui/form/NumberField.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';
import { useCreateCouponMutation } from '../api/admin-coupons-api';

type FormFields = z.input<typeof CouponForm>;
const BLANK: FormFields = {
  code: '',
  discount_percent: '',
  is_forever: false,
  expiry_date: '',
  max_uses: '',
  once_per_buyer: false,
  first_order_only: false,
  min_total: '',
};
const FIELDS = ['code', 'discount_percent', 'expiry_date', 'max_uses', 'min_total'] as const;

const PLACE = 'coupon';

/** Opens the form of a new coupon beside the list. It is open again when the session had ended over it. */
export function NewCouponButton() {
  const hasDraft = useHasDraft(PLACE);
  const [isOpen, setIsOpen] = useState(hasDraft);
  return (
    <>
      <Button variant="primary" size="s" onClick={() => setIsOpen(true)}>
        New coupon
      </Button>
      {isOpen && <AdminCouponForm onClose={() => setIsOpen(false)} />}
    </>
  );
}

/**
 * Creates a coupon: its code, percentage and last day, its users, and how often each may use it
 * (docs/product/coupons.md#creating-coupons).
 */
function AdminCouponForm({ onClose }: { onClose: () => void }) {
  const [create] = useCreateCouponMutation();
  const { register, control, handleSubmit, formState, setError, clearErrors } = useAdminForm<FormFields, CouponForm>(PLACE, {
    resolver: zodResolver(CouponForm),
    shouldFocusError: false,
    defaultValues: BLANK,
  });
  const { errors, isDirty, isSubmitting } = formState;
  const element = useFocusFirstInvalid(formState);
  const [forever, percent] = useWatch({ control, name: ['is_forever', 'discount_percent'] });
  const large = Number(percent) > COUPON_FREE_PERCENT;

  async function send(form: CouponForm) {
    const { error } = await create({
      ...form,
      expiry_date: form.is_forever ? null : form.expiry_date,
      min_total: form.min_total === null ? null : centsToDollars(form.min_total),
    });
    if (error) {
      const field = isApiError(error) && FIELDS.find((name) => name === error.field);
      return setError(field || 'root', { message: errorText(error, 'Failed to create coupon') }, { shouldFocus: true });
    }
    toast.success(`Coupon ${form.code} created`);
    onClose();
  }

  return (
    <FormDialog
      drawer
      ref={element}
      title="New coupon"
      submit="Create coupon"
      busy={isSubmitting}
      unsaved={isDirty}
      onSubmit={(event) => void handleSubmit(send)(event)}
      onClose={onClose}
    >
      <TextField
        label="Code"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        error={errors.code?.message}
        {...register('code')}
      />
      <TextField
        label="Discount, percent"
        inputMode="numeric"
        autoComplete="off"
        error={errors.discount_percent?.message}
        {...register('discount_percent')}
      />
      <Checkbox label="Never Expires" {...register('is_forever', { onChange: () => clearErrors('expiry_date') })} />
      <TextField
        label="Expiry date"
        type="date"
        disabled={Boolean(forever)}
        error={forever ? undefined : errors.expiry_date?.message}
        {...register('expiry_date')}
      />
      <TextField
        label="Uses, at most"
        inputMode="numeric"
        autoComplete="off"
        placeholder={large ? '1' : 'Any number'}
        hint={large ? `Above ${COUPON_FREE_PERCENT}%, blank means one use.` : undefined}
        error={errors.max_uses?.message}
        {...register('max_uses')}
      />
      <NumberField label="Minimum subtotal, $" placeholder="None" error={errors.min_total?.message} {...register('min_total')} />
      <Checkbox label="Once per buyer" {...register('once_per_buyer')} />
      <Checkbox label="First order only" {...register('first_order_only')} />
      <Fault>{errors.root?.message}</Fault>
    </FormDialog>
  );
}
