import { dollarsToCents, formatCents } from '@shop/contracts/pricing';
import { X } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { errorText } from '#lib/calls/api.ts';
import { Button } from '#ui/action/Button.tsx';
import { IconButton } from '#ui/action/IconButton.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import styles from './Checkout.module.css';
import type { AppliedCoupon } from '../../api/checkout-rules';
import { useCheckCouponMutation } from '../../api/orders-api';

/** Enters a code, or shows the applied coupon with a button that removes it (docs/product/coupons.md#at-checkout). */
export function CouponForm({
  coupon,
  subtotalCents,
  onChange,
}: {
  coupon: AppliedCoupon | null;
  subtotalCents: number;
  onChange: (coupon: AppliedCoupon | null) => void;
}) {
  const [check, { isLoading }] = useCheckCouponMutation();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [hasChanged, setHasChanged] = useState(false); // true after the focused control has gone: the new one gets the focus

  async function apply(event: FormEvent) {
    event.preventDefault();
    if (!code.trim()) return setError('Please enter a coupon code');
    try {
      const { min_total, ...foundCoupon } = await check(code.trim()).unwrap();
      if (min_total && subtotalCents < dollarsToCents(min_total))
        return setError(`This coupon holds for orders of ${formatCents(dollarsToCents(min_total))} or more.`);
      onChange(foundCoupon);
      setHasChanged(true);
      setCode('');
      setError(undefined);
    } catch (refusal) {
      setError(errorText(refusal, 'Invalid coupon'));
    }
  }

  const remove = () => {
    setHasChanged(true);
    onChange(null);
  };

  if (coupon)
    return (
      <div className={styles.applied} role="status">
        <p>
          <span className="mono">{coupon.code}</span> takes {coupon.discount_percent}% off.
        </p>
        <IconButton label="Remove coupon" autoFocus={hasChanged} onClick={remove}>
          <X size={20} />
        </IconButton>
      </div>
    );
  return (
    <form noValidate className={styles.coupon} onSubmit={(event) => void apply(event)}>
      <TextField
        label="Coupon code"
        autoComplete="off"
        autoCapitalize="characters"
        autoFocus={hasChanged}
        value={code}
        error={error}
        onChange={(event) => {
          setCode(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" busy={isLoading}>
        Apply
      </Button>
    </form>
  );
}
