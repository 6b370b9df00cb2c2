import type { ProductView } from '@shop/contracts/views';
import { checkoutItems, missingFields, paypalCreateBody, orderBodyOf, totalsOfDraft, whyDisabled } from './checkout-rules';

const track = (more: Partial<ProductView>) =>
  ({ id: 1, name: 'Undertow', category: 'Techno', price: 299, project_name: null, ...more }) as ProductView;
const customer = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', country: 'France', phone: ' ' };

test('the project costs $100 only where it is chosen and exists', () => {
  const items = checkoutItems(
    [track({ id: 1, project_name: 'Cubase' }), track({ id: 2, project_name: 'Cubase' }), track({ id: 3 })],
    [1, 3],
  );
  expect(items.map((item) => item.includeProject)).toEqual([true, false, false]);
  expect(totalsOfDraft({ items, coupon: null })).toEqual({
    subtotalCents: 99_700,
    discountCents: 0,
    feeCents: 4_985,
    totalCents: 104_685,
  });
});

test('a coupon lowers the subtotal, the fee of 5 % stays on the whole subtotal', () => {
  const items = checkoutItems([track({ price: 333.33 })], []);
  expect(totalsOfDraft({ items, coupon: { id: 4, code: 'TEN', discount_percent: 10 } })).toEqual({
    subtotalCents: 33_333,
    discountCents: 3_333,
    feeCents: 1_667,
    totalCents: 31_667,
  });
});

test('with a coupon of 100 % the fee remains to be paid', () => {
  const totals = totalsOfDraft({
    items: checkoutItems([track({ price: 200 })], []),
    coupon: { id: 4, code: 'ALL', discount_percent: 100 },
  });
  expect(totals.totalCents).toBe(1_000);
});

test('the buyer pays a new price that they accepted', () => {
  expect(checkoutItems([track({ price: 299 })], [], { 1: 349 })[0]?.priceCents).toBe(34_900);
});

test('blank required contact fields are named, the phone is not required', () => {
  expect(missingFields({ ...customer, lastName: '  ', country: '' })).toEqual(['Last Name', 'Country']);
  expect(missingFields({})).toEqual(['First Name', 'Last Name', 'Email', 'Country']);
});

test('PayPal says why it is disabled: login first, then contact, then terms', () => {
  expect(whyDisabled({ loggedIn: false, contactComplete: false, agreed: false })).toBe('Please log in to use PayPal');
  expect(whyDisabled({ loggedIn: true, contactComplete: false, agreed: true })).toBe(
    'Please fill in all required contact information to enable PayPal',
  );
  expect(whyDisabled({ loggedIn: true, contactComplete: true, agreed: false })).toBe(
    'Please accept Terms & Conditions to enable PayPal',
  );
  expect(whyDisabled({ loggedIn: true, contactComplete: true, agreed: true })).toBeNull();
});

test('the bodies of both order calls carry every field of their calls', () => {
  const draft = {
    userId: 7,
    items: checkoutItems([track({ id: 1, project_name: 'Cubase' }), track({ id: 2 })], [1]),
    customer,
    coupon: { id: 4, code: 'TEN', discount_percent: 10 },
  };
  const { phone, ...customer_info } = customer;
  expect(paypalCreateBody(draft)).toEqual({
    cartItems: [{ id: 1 }, { id: 2 }],
    projectSelections: { 1: true },
    customer_info,
    coupon_id: 4,
    discount_amount: 69.8,
    total_amount: 663.1,
    userId: 7,
  });
  expect(orderBodyOf(draft)).toEqual({
    user_id: 7,
    products: [1, 2],
    total_price: '663.10',
    discount_amount: '69.80',
    coupon_id: 4,
    projectSelections: { 1: true },
    customer_info,
  });
});
