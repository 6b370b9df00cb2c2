import { PAYOUT_BUSINESS_DAYS } from '@shop/contracts/constants';
import { addBusinessDays, dateIn } from '@shop/contracts/times';

export { addBusinessDays, dateIn };

/**
 * The last day for paying out a sale: three business days, Monday to Friday, after the buyer's payment
 * (docs/product/money-owed.md#due-days).
 */
export const dueOn = (capturedAt: Date, timeZone: string): string =>
  addBusinessDays(dateIn(timeZone, capturedAt), PAYOUT_BUSINESS_DAYS);
