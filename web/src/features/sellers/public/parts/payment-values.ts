import { isCardNumber, type SellerPaymentInput } from '@shop/contracts/forms';
import type { SellerView } from '@shop/contracts/views';
import { isApiError } from '#lib/calls/api.ts';
import type { PaymentValues } from './PaymentFields';

export const paymentValuesOf = (seller: SellerView): PaymentValues => ({
  method: seller.payment_method ?? '',
  paypalEmail: seller.paypal_email ?? '',
  cardNumber: '',
  cardHolder: seller.card_holder_name ?? '',
});

/** The payout details that the call sends: the method and its own fields. The form's check refuses values without a method. */
export const payoutOf = ({ method, paypalEmail, cardNumber, cardHolder }: PaymentValues): SellerPaymentInput =>
  method === 'card'
    ? { payment_method: method, card_number: orNull(cardNumber), card_holder_name: orNull(cardHolder) }
    : { payment_method: method as 'paypal', paypal_email: orNull(paypalEmail) };

/** Whether a stored value, perhaps of an older release, has the form's values or some of them. */
export const arePaymentValues = (storedValues: unknown): storedValues is Partial<PaymentValues> =>
  typeof storedValues === 'object' &&
  storedValues !== null &&
  Object.values(storedValues).every((value) => typeof value === 'string');

/** The values that differ from those of the store. */
export const unsavedValues = <Values extends object>(values: Partial<Values>, savedValues: Values) =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== savedValues[name as keyof Values]),
  ) as Partial<Values>;

type Issues = { issues: readonly { path: readonly PropertyKey[]; message: string }[] };
/** The first message for each field, from the check of a form. */
export const errorsOf = ({ issues }: Issues): Record<string, string> =>
  Object.fromEntries([...issues].reverse().map(({ path, message }) => [String(path[0]), message]));

/**
 * The problem of a card number that is missing or typed only in part. The service would report a missing number only after the
 * second factor, and would take a partly typed number for the mask of the kept card.
 */
export function cardProblem(
  { payment_method, card_number: typedNumber }: { payment_method?: unknown; card_number?: string | null },
  { card_number: keptNumber }: Pick<SellerView, 'card_number'>,
): Record<string, string> {
  if (payment_method !== 'card') return {};
  if (typedNumber)
    return isCardNumber(typedNumber.replace(/[\s-]/g, '')) ? {} : { card_number: 'Please enter a valid card number' };
  return keptNumber ? {} : { card_number: 'Please enter your card number' };
}

/** The message of a refusal, for the field that it names. */
export const fieldErrorOf = (error: unknown): Record<string, string> =>
  isApiError(error) && error.field ? { [error.field]: error.message } : {};

/** The text, or null when it is empty. */
export const orNull = (text: string) => text.trim() || null;
