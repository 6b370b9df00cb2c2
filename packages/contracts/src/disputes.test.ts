import { amountText, disputeText } from './disputes';

test('PayPal’s words about a dispute are read in plain words, and new ones as a sentence', () => {
  const words = [
    'WAITING_FOR_SELLER_RESPONSE',
    'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
    'RESOLVED_BUYER_FAVOUR',
    'PRE_ARBITRATION',
  ];
  expect(words.map(disputeText)).toEqual(['Waits for the shop', 'Not as described', 'Decided for the buyer', 'First appeal']);
  expect(['SOMETHING_NEW_AT_PAYPAL', 'CHARGEBACK_FEE', ''].map(disputeText)).toEqual([
    'Something new at PayPal',
    'Chargeback fee',
    '',
  ]);
});

test('an amount is in dollars, or names its currency', () => {
  expect([amountText(123_450, 'USD'), amountText(-2000, 'USD'), amountText(123_450, 'EUR'), amountText(-5, 'GBP')]).toEqual([
    '$1,234.50',
    '-$20.00',
    '1,234.50 EUR',
    '-0.05 GBP',
  ]);
});
