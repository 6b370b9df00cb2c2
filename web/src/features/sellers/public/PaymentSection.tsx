import { SellerPaymentForm } from '@shop/contracts/forms';
import type { SellerView } from '@shop/contracts/views';
import { useState } from 'react';
import { sessionHasEnded } from '../../session/ask-to-log-in';
import { useKeptState } from '../../session/use-kept-form';
import { useAppDispatch } from '../../../lib/hooks';
import { toast } from '../../../lib/toast';
import { Badge } from '../../../ui/display/Badge';
import { Button } from '../../../ui/action/Button';
import { DashboardSection } from './parts/DashboardSection';
import { PaymentFields, type PaymentErrors, type PaymentValues } from './parts/PaymentFields';
import { arePaymentValues, errorsOf, fieldErrorOf, orNull, paymentValuesOf } from './parts/payment-values';
import styles from './parts/SellerDashboard.module.css';
import { useSavePaymentMutation } from '../api/sellers-api';

/** The seller's payout details (docs/product/selling.md#payout-details). */
export function PaymentSection({ seller }: { seller: SellerView }) {
  const dispatch = useAppDispatch();
  const [others, setOthers, forget] = useKeptState<PaymentValues>('payout', paymentValuesOf(seller), arePaymentValues);
  const [cardNumber, setCardNumber] = useState(''); // is never kept
  const values = { ...others, cardNumber };
  const [errors, setErrors] = useState<PaymentErrors>({});
  const [save, { isLoading }] = useSavePaymentMutation();
  const isSet = Boolean(seller.paypal_email ?? seller.card_number);

  const change = ({ cardNumber: card, ...rest }: Partial<PaymentValues>) => {
    if (card !== undefined) setCardNumber(card);
    else setOthers((now) => ({ ...now, ...rest }));
  };
  async function submit() {
    const { method, paypalEmail, cardHolder } = values;
    const form =
      method === 'card'
        ? { payment_method: 'card' as const, card_number: orNull(cardNumber), card_holder_name: orNull(cardHolder) }
        : { payment_method: method as 'paypal', paypal_email: orNull(paypalEmail) };
    const checked = SellerPaymentForm.safeParse(form);
    setErrors(checked.success ? {} : errorsOf(checked.error));
    if (!checked.success) return;
    const { data, error } = await save({ sellerId: seller.id, form });
    if (data) {
      setOthers(() => paymentValuesOf(data.data));
      setCardNumber('');
      forget();
      toast.success('Payment information updated successfully!');
    } else if (!dispatch(sessionHasEnded(error))) {
      setErrors(fieldErrorOf(error));
      toast.error('Failed to update payment information');
    }
  }

  return (
    <DashboardSection title="Payment info" mark={!isSet && <Badge>Not set</Badge>}>
      <form
        className={styles.form}
        aria-label="Payment info"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <PaymentFields values={values} errors={errors} last4={seller.card_number} onChange={change} />
        <p className="muted">Card payouts only for residents of Russia. A change is told to you by mail.</p>
        <Button type="submit" busy={isLoading}>
          Save Payment Info
        </Button>
      </form>
    </DashboardSection>
  );
}
