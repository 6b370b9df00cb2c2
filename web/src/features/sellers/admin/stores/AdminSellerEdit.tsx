import { SellerForm, SellerPaymentForm, type SellerInput } from '@shop/contracts/forms';
import { timeText } from '@shop/contracts/times';
import type { SellerAdminView } from '@shop/contracts/views';
import { useState } from 'react';
import { useMay } from '#features/session/admin-role.ts';
import { useDraft, useKeepDraft } from '#lib/admin/drafts.ts';
import { errorText } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';
import { focusFirstInvalid } from '#ui/form/focus-first-invalid.ts';
import { TextField } from '#ui/form/TextField.tsx';
import { isPayoutChanged, useEditSellerMutation } from '../../api/admin-sellers-api';
import {
  cardProblem,
  errorsOf,
  fieldErrorOf,
  orNull,
  paymentValuesOf,
  payoutOf,
  unsavedValues,
} from '../../public/parts/payment-values';
import { PaypalConfirmation } from '../../public/parts/PaypalConfirmation';
import { PaymentFields, type PaymentValues } from '../../public/parts/PaymentFields';

/** The typed payout details. They apply only to the details that were last changed at `changedAt`. */
type StoreFields = { name: string; link: string; payout: { values: Partial<PaymentValues>; changedAt: string | null } };

/**
 * Edits a store: support its name and link, finance its payout details. Only changed values are sent. Payout details go with the
 * time of the last change that the admin saw. After a newer change, `readAgain` loads the store again, and the other typed values
 * stay.
 */
export function AdminSellerEdit({
  seller,
  readAgain,
  onClose,
}: {
  seller: SellerAdminView;
  readAgain: () => unknown;
  onClose: () => void;
}) {
  const may = useMay();
  const place = `seller/${seller.id}`;
  const draft = useDraft<Partial<StoreFields>>(place);
  const [name = seller.shop_name, setName] = useState(draft?.name);
  const [link = seller.social_link ?? '', setLink] = useState(draft?.link);
  const [typedPayout, setTypedPayout] = useState(draft?.payout);
  const changedAt = seller.payout_changed_at;
  const savedPayment = paymentValuesOf(seller);
  const payment = { ...savedPayment, ...(typedPayout?.changedAt === changedAt && typedPayout.values) };
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [save, { isLoading }] = useEditSellerMutation();

  const isRenamed = name.trim() !== seller.shop_name;
  const isLinkedElsewhere = orNull(link) !== seller.social_link;
  const payout = payoutOf(payment);
  const paidElsewhere = unsavedValues(payout, payoutOf(savedPayment));
  const isPaidElsewhere = Object.keys(paidElsewhere).length > 0;
  const changes = (): SellerInput => ({
    ...(isRenamed && { shop_name: name }),
    ...(isLinkedElsewhere && { social_link: orNull(link) }),
    ...(isPaidElsewhere && { payout_changed_at: changedAt, ...paidElsewhere }),
  });
  const isUnsaved = isRenamed || isLinkedElsewhere || isPaidElsewhere;
  useKeepDraft<Partial<StoreFields>>(place, isUnsaved, () => ({
    ...(isRenamed && { name }),
    ...(isLinkedElsewhere && { link }),
    // The admin must type a card number again.
    ...(isPaidElsewhere && { payout: { values: unsavedValues({ ...payment, cardNumber: '' }, savedPayment), changedAt } }),
  }));

  async function submit(element: Element) {
    const show = (problems: Record<string, string>) => focusFirstInvalid(element, () => setErrors(problems));
    if (!isUnsaved) return onClose();
    const form = changes();
    const sellerResult = SellerForm.safeParse(form);
    const paymentResult = SellerPaymentForm.safeParse(payout);
    const problems = {
      ...(isPaidElsewhere && { ...cardProblem(payout, seller), ...(paymentResult.error && errorsOf(paymentResult.error)) }),
      ...(sellerResult.error && errorsOf(sellerResult.error)),
    };
    show(problems);
    if (Object.keys(problems).length > 0) return;
    const { error } = await save({ id: seller.id, form });
    if (!error) {
      toast.success('Seller updated successfully');
      return onClose();
    }
    if (isPayoutChanged(error)) {
      toast.error(errorText(error, 'Failed to update seller'));
      return readAgain();
    }
    show(fieldErrorOf(error));
    toast.error('Failed to update seller');
  }

  return (
    <FormDialog
      drawer
      title="Edit seller"
      submit="Save changes"
      busy={isLoading}
      unsaved={isUnsaved}
      onSubmit={({ currentTarget }) => submit(currentTarget)}
      onClose={onClose}
    >
      {may('changeStores') && (
        <>
          <TextField
            label="Store name"
            maxLength={60}
            value={name}
            error={errors.shop_name}
            onChange={({ target }) => setName(target.value)}
          />
          <TextField
            label="Social link"
            maxLength={500}
            value={link}
            error={errors.social_link}
            onChange={({ target }) => setLink(target.value)}
          />
        </>
      )}
      {may('changeMoney') && <PaypalConfirmation seller={seller} />}
      {may('changeMoney') && (
        <PaymentFields
          values={payment}
          errors={errors}
          last4={seller.card_number}
          names={{ paypal: 'PayPal', card: 'Credit Card' }}
          onChange={(change) => setTypedPayout({ values: { ...payment, ...change }, changedAt })}
        />
      )}
      <p className="muted">
        {seller.accepted_offer
          ? `Offer accepted: version ${seller.offer_version ?? ''}, ${timeText(seller.offer_accepted_at)}`
          : 'Offer not accepted'}
      </p>
    </FormDialog>
  );
}
