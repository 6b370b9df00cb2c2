import { CURRENCY } from './constants';
import { formatCents } from './pricing';

/** What PayPal's words mean to an admin: reasons, stages, states and outcomes of a dispute, movements of its money, and parties. */
const DISPUTE_WORDS: Readonly<Record<string, string>> = {
  MERCHANDISE_OR_SERVICE_NOT_RECEIVED: 'Not received',
  MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED: 'Not as described',
  UNAUTHORISED: 'Payment not authorised',
  CREDIT_NOT_PROCESSED: 'Refund not received',
  DUPLICATE_TRANSACTION: 'Paid twice',
  INCORRECT_AMOUNT: 'Wrong amount',
  PAYMENT_BY_OTHER_MEANS: 'Paid in another way',
  CANCELED_RECURRING_BILLING: 'Cancelled subscription',
  PROBLEM_WITH_REMITTANCE: 'Problem with the transfer',
  INQUIRY: 'Between buyer and shop',
  CHARGEBACK: 'At PayPal for a decision',
  PRE_ARBITRATION: 'First appeal',
  ARBITRATION: 'Second appeal',
  WAITING_FOR_BUYER_RESPONSE: 'Waits for the buyer',
  WAITING_FOR_SELLER_RESPONSE: 'Waits for the shop',
  UNDER_REVIEW: 'PayPal reviews it',
  RESOLVED_BUYER_FAVOUR: 'Decided for the buyer',
  RESOLVED_SELLER_FAVOUR: 'Decided for the shop',
  RESOLVED_WITH_PAYOUT: 'PayPal paid from its protection',
  CANCELED_BY_BUYER: 'Withdrawn by the buyer',
  ACCEPTED: 'PayPal accepted it',
  DENIED: 'PayPal denied it',
  NONE: 'No decision',
  SELLER: 'Shop',
  PAYPAL: 'PayPal',
};

/** A word of PayPal about a dispute, for people. One that PayPal has since added is a sentence: NEW_WORD is "New word". */
export function disputeText(word: string): string {
  const text = word.toLowerCase().replaceAll('_', ' ').replaceAll('paypal', 'PayPal');
  return DISPUTE_WORDS[word] ?? text.charAt(0).toUpperCase() + text.slice(1);
}

/** An amount in dollars, or in the currency that PayPal names: `1,234.50 EUR`. */
export const amountText = (cents: number, currency: string) =>
  currency === CURRENCY ? formatCents(cents) : `${formatCents(cents).replace('$', '')} ${currency}`;
