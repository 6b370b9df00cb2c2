import { PAYOUT_METHODS, type PayoutMethod } from '@shop/contracts/constants';
import { useId } from 'react';
import { TextField } from '#ui/form/TextField.tsx';
import styles from './SellerDashboard.module.css';

export type PaymentValues = { method: PayoutMethod | ''; paypalEmail: string; cardNumber: string; cardHolder: string };
export type PaymentErrors = Partial<Record<'payment_method' | 'paypal_email' | 'card_number' | 'card_holder_name', string>>;

const NAMES: Record<PayoutMethod, string> = { paypal: 'PayPal', card: 'Card' };

/**
 * The payout details: a method, and the fields of that method. For a kept card only the last four digits are shown, and they are
 * never sent back.
 */
export function PaymentFields({
  values,
  errors,
  onChange,
  last4,
  names = NAMES,
}: {
  values: PaymentValues;
  errors: PaymentErrors;
  onChange: (change: Partial<PaymentValues>) => void;
  last4: string | null;
  names?: Record<PayoutMethod, string>;
}) {
  const errorId = useId();
  return (
    <>
      <fieldset
        className={styles.choices}
        role="radiogroup"
        aria-invalid={Boolean(errors.payment_method)}
        aria-describedby={errors.payment_method ? errorId : undefined}
      >
        <legend>Payment method</legend>
        {PAYOUT_METHODS.map((method) => (
          <label key={method}>
            <input type="radio" name="payment_method" checked={values.method === method} onChange={() => onChange({ method })} />
            {names[method]}
          </label>
        ))}
      </fieldset>
      {errors.payment_method && (
        <p id={errorId} className={styles.error} role="alert">
          {errors.payment_method}
        </p>
      )}
      {values.method === 'paypal' && (
        <TextField
          label="PayPal email"
          type="email"
          autoComplete="email"
          value={values.paypalEmail}
          error={errors.paypal_email}
          onChange={({ target }) => onChange({ paypalEmail: target.value })}
        />
      )}
      {values.method === 'card' && (
        <>
          <TextField
            label="Card number"
            inputMode="numeric"
            autoComplete="off"
            maxLength={30}
            placeholder={last4 ? `•••• •••• •••• ${last4}` : ''}
            hint={
              last4
                ? 'Leave it blank to keep the card you have.'
                : 'Kept encrypted. Only whoever pays you can see more than its last four digits.'
            }
            value={values.cardNumber}
            error={errors.card_number}
            onChange={({ target }) => onChange({ cardNumber: target.value })}
          />
          <TextField
            label="Card holder name"
            autoComplete="off"
            maxLength={100}
            value={values.cardHolder}
            error={errors.card_holder_name}
            onChange={({ target }) => onChange({ cardHolder: target.value })}
          />
        </>
      )}
    </>
  );
}
