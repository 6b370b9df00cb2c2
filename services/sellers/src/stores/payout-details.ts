import type { PayoutMethod } from '@shop/contracts/constants';
import { invalid } from '@shop/http';
import type { Seal } from './card-number';

export type PayoutDetails = {
  paymentMethod: PayoutMethod | null;
  paypalEmail: string | null;
  cardNumberEncrypted: Buffer | null;
  cardLast4: string | null;
  cardHolderName: string | null;
};

/**
 * What is not there stays, null clears; but a card number of null is one that was shown masked, and stays too
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
 * Where a seller is paid to after a change; the fields of the other method are cleared.
 * @throws Refusal 400 for details without a method.
 */
export function changedPayout(kept: PayoutDetails, change: PayoutChange, seal: Seal): PayoutDetails {
  const paymentMethod = change.payment_method === undefined ? kept.paymentMethod : change.payment_method;
  if (!paymentMethod && (change.paypal_email || change.card_number || change.card_holder_name))
    throw invalid('payment_method', 'Please choose a payment method');

  const { paypal_email: paypalEmail = kept.paypalEmail, card_holder_name: cardHolderName = kept.cardHolderName } = change;
  const number = change.card_number
    ? { cardNumberEncrypted: seal(change.card_number), cardLast4: change.card_number.slice(-4) }
    : { cardNumberEncrypted: kept.cardNumberEncrypted, cardLast4: kept.cardLast4 };
  return {
    paymentMethod,
    paypalEmail: paymentMethod === 'paypal' ? paypalEmail : null,
    ...(paymentMethod === 'card' ? { ...number, cardHolderName } : NO_CARD),
  };
}

/** Whether money would go elsewhere. A number that was given again is taken for a new one. */
export const isSamePayout = (one: PayoutDetails, other: PayoutDetails) =>
  one.paymentMethod === other.paymentMethod &&
  one.paypalEmail === other.paypalEmail &&
  one.cardHolderName === other.cardHolderName &&
  one.cardNumberEncrypted === other.cardNumberEncrypted;

/** Enough for its owner to know it by, and for nobody to use it; null while it is not complete. */
export function paidTo({ paymentMethod, paypalEmail, cardLast4 }: PayoutDetails): string | null {
  if (paymentMethod === 'paypal' && paypalEmail) return `PayPal ${paypalEmail.replace(/^(.).*(?=@)/, '$1…')}`;
  if (paymentMethod === 'card' && cardLast4) return `the card ending in ${cardLast4}`;
  return null;
}
