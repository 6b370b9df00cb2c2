import { REFUND_DAYS } from '@shop/contracts/constants';
import { conflict, type Refusal } from '@shop/http';

const ELSEWHERE = 'Return the money another way, and record the refund here.';
const DISPUTED =
  "The buyer has opened a dispute at PayPal. While it is open, money goes back by accepting the buyer's claim on the dispute's page.";
export const TOO_LATE = `PayPal takes no refund of a payment that is older than ${REFUND_DAYS} days. ${ELSEWHERE}`;
const RESTRICTED =
  "PayPal has restricted the shop's account. Look at its Resolution Centre; until then, return the money another way and record the refund here.";

type Failure = readonly [code: string, sentence: string];

/** What PayPal's refusals of a refund mean, and what to do (https://developer.paypal.com/docs/api/payments/v2/#captures_refund). */
const FAILURES: Readonly<Record<string, Failure>> = {
  TRANSACTION_DISPUTED: ['disputed', DISPUTED],
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK: ['disputed', DISPUTED],
  REFUND_TIME_LIMIT_EXCEEDED: ['too-late', TOO_LATE],
  CAPTURE_FULLY_REFUNDED: [
    'already-refunded',
    'PayPal has given all of this payment back already, and its news of it is on the way. Look at the order again in a few minutes.',
  ],
  REFUND_AMOUNT_EXCEEDED: [
    'amount-changed',
    'PayPal has given a part of this payment back already, and its news of it is on the way. Look at the order again in a few minutes.',
  ],
  REFUND_AMOUNT_TOO_LOW: ['refused', 'The amount is too small for PayPal. Give more back, or return it another way.'],
  REFUND_FAILED_INSUFFICIENT_FUNDS: [
    'refused',
    "The shop's balance at PayPal does not cover it, nor does the bank account behind it. Add money to the balance, and refund again.",
  ],
  PARTIAL_REFUND_NOT_ALLOWED: [
    'refused',
    `PayPal gives this payment back only as a whole. Refund the whole order, or: ${ELSEWHERE}`,
  ],
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: ['refused', `PayPal takes no further refund of this payment. ${ELSEWHERE}`],
  PENDING_CAPTURE: ['refused', 'The payment has not cleared at PayPal yet. Refund it once it has.'],
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: ['refused', `The buyer's account at PayPal is locked or closed. ${ELSEWHERE}`],
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: ['refused', RESTRICTED],
  PAYEE_ACCOUNT_RESTRICTED: ['refused', RESTRICTED],
  REFUND_IS_RESTRICTED: ['refused', `PayPal does not let this payment be refunded. ${ELSEWHERE}`],
  RESOURCE_NOT_FOUND: ['refused', `PayPal does not know this payment. ${ELSEWHERE}`],
  FAILED: ['refused', `PayPal could not carry the refund out; no money has moved. Refund again, or: ${ELSEWHERE}`],
  CANCELLED: ['refused', `PayPal has cancelled the refund; no money has moved. Refund again, or: ${ELSEWHERE}`],
};

const failureOf = (issue: string): Failure =>
  FAILURES[issue] ?? ['refused', `PayPal refuses the refund (${issue}). Look at the payment on PayPal's pages, or: ${ELSEWHERE}`];

/** Why a refund failed, and what to do, in a sentence. `issue` is PayPal's. */
export const failureText = (issue: string): string => failureOf(issue)[1];

/** The same as an answer to the admin who asked for it. */
export const refundRefused = (issue: string): Refusal => conflict(...failureOf(issue));
