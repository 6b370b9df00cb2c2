import { zodResolver } from '@hookform/resolvers/zod';
import { CouponForm } from '@shop/contracts/forms';
import { COUPON_FREE_PERCENT } from '@shop/contracts/constants';
import { centsToDollars } from '@shop/contracts/pricing';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useAdminForm } from '#lib/admin/drafts.ts';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import { useUnsavedWarning } from '#lib/admin/use-unsaved-warning.ts';
import { Button } from '#ui/action/Button.tsx';
import { Checkbox } from '#ui/form/Checkbox.tsx';
import { Fault } from '#ui/feedback/Fault.tsx';
import { NumberField } from '#ui/form/NumberField.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import styles from './AdminCoupons.module.css';
import { useCreateCouponMutation } from '../api/admin-coupons-api';

type Typed = z.input<typeof CouponForm>;
const BLANK: Typed = {
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

/**
 * Creates a coupon: its code, percentage and last day, its users, and how often each may use it
 * (docs/product/coupons.md#creating-coupons).
 */
export function AdminCouponForm() {
  const [create] = useCreateCouponMutation();
  const { register, control, handleSubmit, formState, setError, clearErrors, reset } = useAdminForm<Typed, CouponForm>('coupon', {
    resolver: zodResolver(CouponForm),
    defaultValues: BLANK,
  });
  const { errors, isDirty, isSubmitting } = formState;
  useUnsavedWarning(isDirty);
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
    reset(BLANK);
  }

  return (
    <form aria-label="New coupon" noValidate className={styles.form} onSubmit={(event) => void handleSubmit(send)(event)}>
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
      <div className={styles.beside}>
        <Checkbox label="Never Expires" {...register('is_forever', { onChange: () => clearErrors('expiry_date') })} />
      </div>
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
      <div className={styles.beside}>
        <Checkbox label="Once per buyer" {...register('once_per_buyer')} />
      </div>
      <div className={styles.beside}>
        <Checkbox label="First order only" {...register('first_order_only')} />
      </div>
      <div className={styles.beside}>
        <Button variant="primary" type="submit" block busy={isSubmitting}>
          Create Coupon
        </Button>
      </div>
      <Fault>{errors.root?.message}</Fault>
    </form>
  );
}
