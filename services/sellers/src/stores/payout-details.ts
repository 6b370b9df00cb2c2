import type { PayoutMethod } from '@shop/contracts/constants';
import { invalid } from '@shop/http';
import { open, seal, type KeyRing } from '@shop/shared';

type Seal = (digits: string) => Buffer;

/**
 * Encrypts a card number (docs/product/selling.md#payout-details). The seller's id is authenticated too, so that one seller's text cannot
 * be read in another seller's row.
 */
export const sealCardNumber = (keys: KeyRing, sellerId: number, digits: string): Buffer =>
  seal(keys, String(sellerId), Buffer.from(digits, 'ascii'));

/** Decrypts a text of `sealCardNumber`. @throws Error without its key, for another seller, or when a bit of it was changed */
export const openCardNumber = (keys: KeyRing, sellerId: number, sealedNumber: Buffer): string =>
  open(keys, String(sellerId), sealedNumber).toString('ascii');

export type PayoutDetails = {
  paymentMethod: PayoutMethod | null;
  paypalEmail: string | null;
  cardNumberEncrypted: Buffer | null;
  cardLast4: string | null;
  cardHolderName: string | null;
};

/**
 * A missing field stays, and null clears it. Only a null card number stays, because the form showed it masked
 * (docs/product/selling.md#payout-details).
 */
export type PayoutChange = {
  payment_method?: PayoutMethod | null;
  paypal_email?: string | null;
  card_number?: string | null;
  card_holder_name?: string | null;
};

const NO_CARD = { cardNumberEncrypted: null, cardLast4: null, cardHolderName: null };

/**
 * The payout details after a change; the fields of the other method are cleared.
 * @throws Refusal 400 with field `payment_method` for details without a method, with the field that the method lacks, or with one of the
 * other method when the change names no method
 */
export function changedPayout(details: PayoutDetails, change: PayoutChange, seal: Seal): PayoutDetails {
  const paymentMethod = change.payment_method === undefined ? details.paymentMethod : change.payment_method;
  if (!paymentMethod && (change.paypal_email || change.card_number || change.card_holder_name))
    throw invalid('payment_method', 'Please choose a payment method');
  if (change.payment_method === undefined) refuseOtherDetails(details.paymentMethod, change);

  const { paypal_email: paypalEmail = details.paypalEmail, card_holder_name: cardHolderName = details.cardHolderName } = change;
  const number = change.card_number
    ? { cardNumberEncrypted: seal(change.card_number), cardLast4: change.card_number.slice(-4) }
    : { cardNumberEncrypted: details.cardNumberEncrypted, cardLast4: details.cardLast4 };
  const payout = {
    paymentMethod,
    paypalEmail: paymentMethod === 'paypal' ? paypalEmail : null,
    ...(paymentMethod === 'card' ? { ...number, cardHolderName } : NO_CARD),
  };
  if (isPayoutTouched(change)) refuseIncomplete(payout);
  return payout;
}

const isPayoutTouched = ({ payment_method, paypal_email, card_number, card_holder_name }: PayoutChange) =>
  [payment_method, paypal_email, card_number, card_holder_name].some((value) => value !== undefined);

function refuseOtherDetails(method: PayoutMethod | null, change: PayoutChange) {
  const otherFields = method === 'card' ? (['paypal_email'] as const) : (['card_number', 'card_holder_name'] as const);
  const filledField = otherFields.find((field) => change[field]);
  if (filledField) throw invalid(filledField, 'This store has another payment method');
}

function refuseIncomplete({ paymentMethod, paypalEmail, cardLast4, cardHolderName }: PayoutDetails) {
  if (paymentMethod === 'paypal' && !paypalEmail) throw invalid('paypal_email', 'Please enter your PayPal e-mail');
  if (paymentMethod !== 'card') return;
  if (!cardLast4) throw invalid('card_number', 'Please enter your card number');
  if (!cardHolderName) throw invalid('card_holder_name', 'Please enter the name on the card');
}

/** Whether money goes to the same place. A card number that was typed again counts as a new one. */
export const isSamePayout = (a: PayoutDetails, b: PayoutDetails) =>
  a.paymentMethod === b.paymentMethod &&
  a.paypalEmail === b.paypalEmail &&
  a.cardHolderName === b.cardHolderName &&
  a.cardNumberEncrypted === b.cardNumberEncrypted;

/** Whether every detail of a change is stored already, as far as a card number's last four digits tell. */
export const isPaidAs = (details: PayoutDetails, { payment_method, paypal_email, card_number, card_holder_name }: PayoutChange) =>
  (payment_method === undefined || payment_method === details.paymentMethod) &&
  (paypal_email === undefined || paypal_email === details.paypalEmail) &&
  (!card_number || card_number.slice(-4) === details.cardLast4) &&
  (card_holder_name === undefined || card_holder_name === details.cardHolderName);

/** Masks a text that may be an e-mail address: its owner recognises it, and nobody can use it. */
export const maskAddress = (text: string) => text.replace(/^(.).*(?=@)/, '$1…');

/** The payout details in a form that their owner recognises and nobody can use; null while they are not complete. */
export function paidTo({ paymentMethod, paypalEmail, cardLast4 }: PayoutDetails): string | null {
  if (paymentMethod === 'paypal' && paypalEmail) return `PayPal ${maskAddress(paypalEmail)}`;
  if (paymentMethod === 'card' && cardLast4) return `the card ending in ${cardLast4}`;
  return null;
}
