import { centsToDollars, dollarsToCents, totalsOf, type PricedItem } from '@shop/contracts/pricing';
import type { CouponCheckView, CustomerInfo, ProductView } from '@shop/contracts/views';

/** One line of the checkout: a track that is for sale, with the buyer's choice about its project. */
export type CheckoutItem = PricedItem & Pick<ProductView, 'id' | 'name' | 'category' | 'img' | 'store_name' | 'project_name'>;

/** Prices that a buyer has accepted after a change, in dollars by product id. */
export type AcceptedPrices = Readonly<Record<number, number>>;

/**
 * The lines of the checkout for the tracks of the cart. A price that the buyer accepted at checkout takes precedence over the
 * listed one, which may be outdated.
 */
export const checkoutItems = (
  products: readonly ProductView[],
  projectChoices: readonly number[],
  acceptedPrices: AcceptedPrices = {},
): CheckoutItem[] =>
  products.map(({ id, name, category, img, store_name, project_name, price }) => ({
    id,
    name,
    category,
    img,
    store_name,
    project_name,
    priceCents: dollarsToCents(acceptedPrices[id] ?? price),
    hasProject: Boolean(project_name),
    includeProject: Boolean(project_name) && projectChoices.includes(id),
  }));

export type AppliedCoupon = Pick<CouponCheckView, 'id' | 'code' | 'discount_percent'>;

export type CheckoutChoices = { agreed: boolean; coupon: AppliedCoupon | null };

export function isEntered(value: unknown): value is CheckoutChoices {
  const { agreed, coupon } = (value ?? {}) as Partial<CheckoutChoices>;
  const isCoupon = coupon === null || (typeof coupon?.code === 'string' && typeof coupon.discount_percent === 'number');
  return typeof agreed === 'boolean' && isCoupon;
}

export type Draft = {
  userId: number;
  items: readonly CheckoutItem[];
  customer: CustomerInfo;
  coupon: AppliedCoupon | null;
};

const REQUIRED = { firstName: 'First Name', lastName: 'Last Name', email: 'Email', country: 'Country' } as const;

export const missingFields = (customer: Partial<CustomerInfo>) =>
  (Object.keys(REQUIRED) as (keyof typeof REQUIRED)[])
    .filter((field) => !customer[field]?.trim())
    .map((field) => REQUIRED[field]);

/** Why the buyer cannot use PayPal yet; null when they can (docs/product/checkout.md#when-paying-is-possible). */
export function whyDisabled(at: { loggedIn: boolean; contactComplete: boolean; agreed: boolean }): string | null {
  if (!at.loggedIn) return 'Please log in to use PayPal';
  if (!at.contactComplete) return 'Please fill in all required contact information to enable PayPal';
  if (!at.agreed) return 'Please accept Terms & Conditions to enable PayPal';
  return null;
}

export const totalsOfDraft = ({ items, coupon }: Pick<Draft, 'items' | 'coupon'>) => totalsOf(items, coupon?.discount_percent);

const projectsOf = (items: readonly CheckoutItem[]) =>
  Object.fromEntries(items.filter((item) => item.includeProject).map((item) => [item.id, true]));

const withoutBlankPhone = ({ phone, ...customer }: CustomerInfo): CustomerInfo =>
  phone?.trim() ? { ...customer, phone } : customer;

/** The body of POST /api/orders/paypal/create. Its amounts are in dollars; the server compares them with its own sum. */
export function paypalCreateBody(draft: Draft) {
  const totals = totalsOfDraft(draft);
  return {
    cartItems: draft.items.map(({ id }) => ({ id })),
    projectSelections: projectsOf(draft.items),
    customer_info: withoutBlankPhone(draft.customer),
    coupon_id: draft.coupon?.id ?? null,
    discount_amount: centsToDollars(totals.discountCents),
    total_amount: centsToDollars(totals.totalCents),
    userId: draft.userId,
  };
}

/** The body of POST /api/orders. Its amounts are decimal strings. */
export function orderBodyOf(draft: Draft) {
  const totals = totalsOfDraft(draft);
  return {
    user_id: draft.userId,
    products: draft.items.map(({ id }) => id),
    total_price: centsToDollars(totals.totalCents).toFixed(2),
    discount_amount: centsToDollars(totals.discountCents).toFixed(2),
    coupon_id: draft.coupon?.id ?? null,
    projectSelections: projectsOf(draft.items),
    customer_info: withoutBlankPhone(draft.customer),
  };
}
