import { SellerPaymentForm } from '@shop/contracts/forms';
import type { SellerView } from '@shop/contracts/views';
import { useState } from 'react';
import { sessionHasEnded } from '../../session/ask-to-log-in';
import { useKeptState } from '../../session/use-kept-form';
import { useAppDispatch } from '#lib/hooks.ts';
import { toast } from '#lib/toast.ts';
import { Badge } from '#ui/display/Badge.tsx';
import { Button } from '#ui/action/Button.tsx';
import { focusFirstInvalid } from '#ui/form/focus-first-invalid.ts';
import { DashboardSection } from './parts/DashboardSection';
import { PaymentFields, type PaymentErrors, type PaymentValues } from './parts/PaymentFields';
import {
  arePaymentValues,
  cardProblem,
  errorsOf,
  fieldErrorOf,
  paymentValuesOf,
  payoutOf,
  unsavedValues,
} from './parts/payment-values';
import { PaypalConfirmation } from './parts/PaypalConfirmation';
import styles from './parts/SellerDashboard.module.css';
import { sellersApi, useSavePaymentMutation } from '../api/sellers-api';

/** The seller's payout details (docs/product/selling.md#payout-details). */
export function PaymentSection({ seller }: { seller: SellerView }) {
  const dispatch = useAppDispatch();
  const savedValues = paymentValuesOf(seller);
  const [keptValues, setKeptValues, forget] = useKeptState<Partial<PaymentValues>>('payout', {}, arePaymentValues);
  const [cardNumber, setCardNumber] = useState(''); // never kept in the browser's storage
  const values = { ...savedValues, ...keptValues, cardNumber };
  const isUnsaved = Object.keys(unsavedValues(values, savedValues)).length > 0;
  const [errors, setErrors] = useState<PaymentErrors>({});
  const [save, { isLoading }] = useSavePaymentMutation();
  const isSet = Boolean(seller.paypal_email ?? seller.card_number);

  const change = ({ cardNumber: card, ...rest }: Partial<PaymentValues>) => {
    if (card !== undefined) setCardNumber(card);
    else setKeptValues((now) => unsavedValues({ ...now, ...rest }, savedValues));
  };
  const drop = () => {
    setKeptValues(() => ({}));
    forget();
    setCardNumber('');
    setErrors({});
  };
  async function submit(element: Element) {
    const show = (problems: PaymentErrors) => focusFirstInvalid(element, () => setErrors(problems));
    const form = payoutOf(values);
    const parseResult = SellerPaymentForm.safeParse(form);
    const problems = { ...cardProblem(form, seller), ...(!parseResult.success && errorsOf(parseResult.error)) };
    show(problems);
    if (Object.keys(problems).length > 0) return;
    const { data, error } = await save({ sellerId: seller.id, form });
    if (data) {
      // The form must show the saved values before the store is loaded again.
      dispatch(sellersApi.util.updateQueryData('myStore', data.data.user_id, () => data.data));
      drop();
      toast.success('Payment information updated successfully!');
    } else if (!dispatch(sessionHasEnded(error))) {
      show(fieldErrorOf(error));
      toast.error('Failed to update payment information');
    }
  }

  return (
    <DashboardSection title="Payment info" mark={!isSet && <Badge>Not set</Badge>}>
      <PaypalConfirmation seller={seller} />
      <form
        className={styles.form}
        aria-label="Payment info"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        <PaymentFields values={values} errors={errors} last4={seller.card_number} onChange={change} />
        <p className="muted">Card payouts only for residents of Russia. A change is told to you by mail.</p>
        {isUnsaved && <p role="status">Not saved yet</p>}
        <div className={styles.buttons}>
          <Button type="submit" busy={isLoading}>
            Save payment info
          </Button>
          {isUnsaved && (
            <Button disabled={isLoading} onClick={drop}>
              Cancel
            </Button>
          )}
        </div>
      </form>
    </DashboardSection>
  );
}
