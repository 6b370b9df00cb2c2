import { PayoutRecorded, PayoutReversed, SaleBooked, SaleReversed } from '@shop/contracts/events';
import { expectBothSay } from '../testing/good-mail';
import { OPERATOR, useMails } from '../testing/mails-after';

const mailsAfter = useMails();

const store = { sellerId: 3, storeName: 'Velvet Static', owner: { name: 'Nora', email: 'nora@example.com' } };
const track = { ...store, orderId: 7, productId: 11, trackName: 'Night <i>Cargo</i>', netCents: 20947 };
const amounts = {
  grossCents: 39900,
  sellerDiscountCents: 9975,
  shopDiscountCents: 9975,
  commissionCents: 8978,
  dueOn: '2026-11-25',
};
const money = { ...store, payoutId: 5, amountCents: 20947, method: 'paypal' as const, reference: 'PP-77' };

test.each([
  [
    'a sale',
    SaleBooked({ ...track, ...amounts }),
    'Sold: "Night <i>Cargo</i>"',
    ['$209.47', '25 Nov 2026', '$399.00', '-$99.75', 'the shop bears the other $99.75', '-$89.78'],
  ],
  ['a refund', SaleReversed(track), 'Refunded: "Night <i>Cargo</i>"', ['order #7', '$209.47', 'next sales']],
  ['a payout', PayoutRecorded(money), '$209.47 is on its way to you', ['by PayPal', 'PP-77', '30 minutes to 48 hours']],
  [
    'a payout taken back',
    PayoutReversed({ ...money, reason: 'Sent to another store' }),
    'The payout of $209.47 was recorded wrongly',
    ['PP-77', 'Sent to another store', 'due again'],
  ],
])('the seller is told of %s once, in HTML and in text', async (_, event, subject, words) => {
  const mails = await mailsAfter(event);
  expect(mails).toMatchObject([{ to: ['nora@example.com'], subject }]);
  for (const word of [...words, 'https://shop.example/account?tab=seller'])
    for (const version of [mails[0]!.text, mails[0]!.html]) expect(version).toContain(word);
  expect(mails[0]!.html).not.toContain('<i>Cargo');
});

test.each([
  ['of a sale', SaleBooked({ ...track, ...amounts, storeClosed: true }), ['$209.47 is yours']],
  ['of a refund', SaleReversed({ ...track, storeClosed: true }), ['You need not send anything']],
  ['of a payout', PayoutRecorded({ ...money, storeClosed: true }), ['PP-77']],
  [
    'of a payout taken back, with the question where to send it',
    PayoutReversed({ ...money, reason: 'The account is closed', storeClosed: true }),
    ['due again', 'Your store is closed', 'answer this mail and say where we are to pay you'],
  ],
])('the owner of a closed store hears %s, and is not sent to a dashboard that is gone', async (_, event, words) => {
  const mails = await mailsAfter(event);
  expect(mails).toMatchObject([{ to: ['nora@example.com'], replyTo: OPERATOR }]);
  expectBothSay(mails[0]!, words);
  expect(mails[0]!.text).not.toMatch(/tab=seller|next sales/);
});

test('where the seller’s address is not known, the operator is asked to pass it on', async () => {
  const mails = await mailsAfter(PayoutRecorded({ ...money, owner: null }));
  expect(mails).toMatchObject([{ to: [OPERATOR] }]);
  expect(mails[0]!.text).toContain('The address of Velvet Static is not known here.');
});
