import { dueOn } from './due-date';
import { formatParts, whySale } from './explain';
import { salePostings } from './postings';
import { shareOf } from './share';

const sold = (priceCents: number, paidCents = priceCents, projectCents = 0) => ({ priceCents, projectCents, paidCents });

test.each([
  ['at its price', sold(29900), { netCents: 20930, commissionCents: 8970, sellerDiscountCents: 0, shopDiscountCents: 0 }],
  ['10% off: the seller bears it', sold(30000, 27000), { netCents: 18900, sellerDiscountCents: 3000, shopDiscountCents: 0 }],
  ['25% off: all the agreement allows', sold(30000, 22500), { netCents: 15750, sellerDiscountCents: 7500, shopDiscountCents: 0 }],
  ['50% off', sold(30000, 15000), { netCents: 15750, sellerDiscountCents: 7500, shopDiscountCents: 7500 }],
  ['100% off: the buyer pays nothing', sold(29900, 0), { netCents: 15697, shopDiscountCents: 22425, commissionCents: 6728 }],
  ['with its project', sold(29900, 39900, 10000), { grossCents: 39900, netCents: 27930, commissionCents: 11970 }],
  ['odd cents: rounded once, down', sold(29901, 0), { netCents: 15698, sellerDiscountCents: 7475 }],
])('a track sold %s', (_, item, expected) => {
  const share = shareOf(item);
  expect(share).toMatchObject(expected);
  expect(salePostings(share).reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
});

test.each([
  ['a Monday', '2026-11-16T09:00:00Z', '2026-11-19'],
  ['a Wednesday: the weekend does not count', '2026-11-18T09:00:00Z', '2026-11-23'],
  ['a Friday', '2026-11-20T09:00:00Z', '2026-11-25'],
  ['a Saturday', '2026-11-21T09:00:00Z', '2026-11-25'],
  ['a Sunday', '2026-11-22T09:00:00Z', '2026-11-25'],
  ['the last moment of Sunday in Moscow', '2026-11-22T20:59:59Z', '2026-11-25'],
  ['a moment later, when it is Monday there', '2026-11-22T21:00:00Z', '2026-11-26'],
  ['the turn of the year', '2026-12-31T09:00:00Z', '2027-01-05'],
])('paid on %s, it is due three business days later', (_, at, due) => {
  expect(dueOn(new Date(at), 'Europe/Moscow')).toBe(due);
});

test('the day the clocks change is a day like any other', () => {
  expect(dueOn(new Date('2026-10-23T22:30:00Z'), 'Europe/Berlin')).toBe('2026-10-28');
  expect(dueOn(new Date('2026-03-27T22:30:00Z'), 'Europe/Berlin')).toBe('2026-04-01');
});

describe('the reasons', () => {
  const dates = { paidOn: '2026-11-20', dueOn: '2026-11-25' };
  const why = (item: ReturnType<typeof sold>) => whySale({ ...item, share: shareOf(item) }, dates);

  test('a plain sale takes three sentences', () => {
    expect(why(sold(29900))).toEqual([
      'Price $299.00.',
      '$299.00 minus 30% commission leaves you 70%: $209.30.',
      'Paid by the buyer on 2026-11-20, due to you by 2026-11-25: three business days.',
    ]);
  });

  test('the discount of a coupon is told, with who bears it', () => {
    expect(why(sold(29900, 19950, 10000))).toEqual([
      'Price $299.00 + project $100.00 = $399.00.',
      'A coupon took off $199.50.',
      'A promotion may take at most 25% of your price: $99.75. The shop bears the other $99.75.',
      'Your share is counted from $299.25, 75% of $399.00.',
      '$299.25 minus 30% commission leaves you 70%: $209.47, rounded down to the cent.',
      'Paid by the buyer on 2026-11-20, due to you by 2026-11-25: three business days.',
    ]);
    expect(why(sold(30000, 27000))[2]).toBe('Your share is counted from $270.00, what the buyer paid for it.');
  });

  test('parts of a cent are shown as far as there are any', () => {
    expect([2242500, 2242575, 2242550].map(formatParts)).toEqual(['$224.25', '$224.2575', '$224.255']);
  });
});
