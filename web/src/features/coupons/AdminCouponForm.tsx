import { zodResolver } from '@hookform/resolvers/zod';
import { CouponForm } from '@shop/contracts/forms';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { errorText, isApiError } from '../../lib/api';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { Fault } from '../../ui/Fault';
import { TextField } from '../../ui/TextField';
import styles from './AdminCoupons.module.css';
import { useCreateCouponMutation } from './adminCouponsApi';

type Typed = z.input<typeof CouponForm>;
const BLANK: Typed = { code: '', discount_percent: '', is_forever: false, expiry_date: '' };
const FIELDS = ['code', 'discount_percent', 'expiry_date'] as const;

/** A new coupon: its code, its percent, and until when it holds, unless for ever (spec 3 §2, §5). */
export function AdminCouponForm() {
  const [create] = useCreateCouponMutation();
  const { register, control, handleSubmit, formState, setError, clearErrors, reset } = useForm<Typed, unknown, CouponForm>({
    resolver: zodResolver(CouponForm),
    defaultValues: BLANK,
  });
  const { errors, isSubmitting } = formState;
  const forever = useWatch({ control, name: 'is_forever' });

  async function send(form: CouponForm) {
    const { error } = await create({ ...form, expiry_date: form.is_forever ? null : form.expiry_date });
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
      <div className={styles.beside}>
        <Button variant="primary" type="submit" block busy={isSubmitting}>
          Create Coupon
        </Button>
      </div>
      <Fault>{errors.root?.message}</Fault>
    </form>
  );
}
