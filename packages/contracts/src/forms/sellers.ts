import { z } from 'zod';
import { NO_SELLER_STATUS, PAYOUT_METHODS, SELLER_STATUSES, withoutMarks } from '../constants';
import { email, line, moment, personName, refusalReason, socialLink } from './fields';
import { ListQuery } from './lists';

/**
 * The seller reads `reason` word for word. `verification_uploaded_at` names the document that the admin looked at, null for none;
 * `verification_waits` says whether it waited for a decision then.
 */
export const SellerStatusForm = z.strictObject({
  status: z.enum(SELLER_STATUSES, { error: 'Unknown status' }),
  reason: refusalReason().or(z.literal('')).nullish(),
  verification_uploaded_at: moment.nullish(),
  verification_waits: z.boolean({ error: 'Must be true or false' }).optional(),
});
export type SellerStatusForm = z.output<typeof SellerStatusForm>;

const METHOD = 'Please choose a payment method';
const CARD = 'Please enter a valid card number';

/** Whether digits are a card number: 12 to 19 digits with the right check digit (ISO/IEC 7812). */
export function isCardNumber(digits: string): boolean {
  if (!/^[1-9]\d{11,18}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/**
 * A masked card number: forms send back unchanged the four digits, or stars before them, that the shop shows
 * (docs/product/selling.md#payout-details).
 */
const MASKED = /^(?=.*[*•·xX]|\d{4}$)[*•·xX\d\s-]{4,40}$/;

/** A card number as people write it, made its digits. An empty or masked one becomes null, which keeps the stored number. */
const cardNumber = z
  .string({ error: CARD })
  .overwrite(withoutMarks)
  .trim()
  .transform((text) => (text === '' || MASKED.test(text) ? null : text.replace(/[\s-]/g, '')))
  .refine((digits) => digits === null || isCardNumber(digits), CARD);

const noneIfEmpty = z.literal('').transform(() => null);
const paypalEmail = z.union([noneIfEmpty, email]);
const holder = z.union([noneIfEmpty, personName(100, 'Please enter the name on the card')]);

const payoutFields = {
  paypal_email: paypalEmail.nullish(),
  card_number: cardNumber.nullish(),
  card_holder_name: holder.nullish(),
};

/** A seller's payout details. The card number may be absent when one is stored already, which only the service knows. */
export const SellerPaymentForm = z
  .strictObject({ payment_method: z.enum(PAYOUT_METHODS, { error: METHOD }), ...payoutFields })
  .superRefine((form, context) => {
    const need = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (form.payment_method === 'paypal' && !form.paypal_email) need('paypal_email', 'Please enter your PayPal e-mail');
    if (form.payment_method === 'card' && !form.card_holder_name) need('card_holder_name', 'Please enter the name on the card');
  });
export type SellerPaymentForm = z.output<typeof SellerPaymentForm>;
export type SellerPaymentInput = z.input<typeof SellerPaymentForm>;

/**
 * The admin's edit of a store (docs/product/selling.md#editing-a-store). Null clears a field, except the name, and a field that is
 * not sent stays. `payout_changed_at` names the payout details that the form was opened with, null for those never changed.
 */
export const SellerForm = z.strictObject({
  shop_name: line(60, 'Please enter your store name').optional(),
  social_link: socialLink.nullish(),
  payment_method: z.enum(PAYOUT_METHODS, { error: METHOD }).nullish(),
  payout_changed_at: moment.nullish(),
  ...payoutFields,
});
export type SellerForm = z.output<typeof SellerForm>;
export type SellerInput = z.input<typeof SellerForm>;

/** The version of the offer agreement that the seller saw. The documented call has no body, so other fields are ignored. */
export const OfferShown = z.object({ offer_version: z.string({ error: 'Must be a text' }).optional() });
export type OfferShown = z.output<typeof OfferShown>;

/** The reason why an admin looks at a card number; it goes into the audit log. */
export const CardNumberForm = z.strictObject({
  reason: line(200, 'Please say what you need the number for').refine((text) => !/(\d[ -]?){12}/.test(text), {
    error: 'Please leave the number itself out',
  }),
});
export type CardNumberForm = z.output<typeof CardNumberForm>;

/**
 * Filters of the admin's list of stores. `document` is `1` for stores whose owner sent a document, `waits` for stores whose
 * document waits for a decision.
 */
export const SellersQuery = ListQuery.extend({
  status: z.enum([NO_SELLER_STATUS, ...SELLER_STATUSES], { error: 'Unknown status' }).optional(),
  document: z.enum(['0', '1', 'waits'], { error: 'document must be 0, 1 or waits' }).optional(),
});
export type SellersQuery = z.output<typeof SellersQuery>;
