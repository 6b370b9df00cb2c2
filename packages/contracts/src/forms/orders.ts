import { z } from 'zod';
import { CART_LIMIT, ORDER_STATUSES, ORDER_WAYS, PAYMENT_STATES, REFUND_BORNE_BY, withoutMarks } from '../constants';
import { COUNTRIES } from '../countries';
import { ListQuery } from './lists';
import { NOT_SPELLED, unspelled } from './contract-name';
import { isMissing, isOneLine, isoDate, line, pastedLine, personName, email, id, wholeNumber, dollars, flag } from './fields';

export const CustomerForm = z
  .strictObject({
    firstName: personName(60, 'First name is required'),
    lastName: personName(60, 'Last name is required'),
    email,
    country: line(60, 'Country is required').refine((name) => COUNTRIES.includes(name), 'Please select a country.'),
    phone: z
      .string()
      .overwrite(withoutMarks)
      .trim()
      .max(40, 'At most 40 characters')
      .refine(isOneLine, 'Not a phone number')
      .nullish(),
    company: line(120).nullish(),
    vatNumber: line(24)
      .transform((number) => number.replace(/[\s.-]/g, '').toUpperCase())
      .nullish(),
  })
  .superRefine(({ firstName, lastName }, context) => {
    const field = unspelled(firstName, lastName);
    if (field) context.addIssue({ code: 'custom', path: [field], message: NOT_SPELLED });
  });
export type CustomerForm = z.input<typeof CustomerForm>;

/**
 * The tracks whose project files the buyer wants: a map of product id to YES, or a list of ids or of `{id, includeProject}`
 * (docs/product/checkout.md#what-the-client-sends-is-compared).
 * @returns the set of chosen ids
 */
export const projectSelections = z
  .union([
    z.record(z.string().regex(/^\d{1,10}$/), z.union([z.boolean(), z.string().max(10), z.number(), z.null()])),
    z.array(z.union([id, z.looseObject({ id, includeProject: z.boolean().optional() })])).max(200),
  ])
  .nullish()
  .transform((selection) => {
    if (!selection) return [];
    if (Array.isArray(selection))
      return selection.flatMap((choice) =>
        typeof choice === 'number' ? [choice] : choice.includeProject === false ? [] : [choice.id],
      );
    return Object.entries(selection).flatMap(([key, value]) => (isYes(value) ? [Number(key)] : []));
  });
const isYes = (value: unknown) => value === true || value === 1 || (typeof value === 'string' && /^(yes|true|1)$/i.test(value));

const productList = z
  .array(z.union([id, z.looseObject({ id })]))
  .min(1, 'Your cart is empty')
  .max(CART_LIMIT, `At most ${CART_LIMIT} items`)
  .transform((list) => list.map((entry) => (typeof entry === 'number' ? entry : entry.id)))
  .refine((ids) => new Set(ids).size === ids.length, 'A track can be bought only once');

export const PaypalCreateForm = z.strictObject({
  cartItems: productList,
  projectSelections,
  customer_info: CustomerForm,
  coupon_id: id.nullish(),
  discount_amount: dollars.nullish(),
  total_amount: dollars,
  userId: id,
});
export type PaypalCreateForm = z.output<typeof PaypalCreateForm>;

export const PlaceOrderForm = z.strictObject({
  user_id: id,
  products: productList,
  total_price: dollars,
  discount_amount: dollars.nullish(),
  coupon_id: id.nullish(),
  projectSelections,
  customer_info: CustomerForm,
});
export type PlaceOrderForm = z.output<typeof PlaceOrderForm>;

export const PaypalCaptureForm = z.strictObject({ orderID: line(64, 'orderID is required'), userId: id });
export type PaypalCaptureForm = z.output<typeof PaypalCaptureForm>;

/**
 * The query of the admin's list of orders, by order status, by payment state and by way of payment. `holds` is a track: the unpaid order
 * that holds it.
 */
export const OrderListQuery = ListQuery.extend({
  status: z.enum(ORDER_STATUSES, { error: 'Unknown status' }).optional(),
  payment_state: z.enum(PAYMENT_STATES, { error: 'Unknown payment state' }).optional(),
  way: z.enum(ORDER_WAYS, { error: 'Unknown way' }).optional(),
  holds: id.optional(),
});
export type OrderListQuery = z.output<typeof OrderListQuery>;

export const RecordPaymentForm = z.strictObject({
  method: z.enum(['crypto', 'bank', 'other'], { error: 'Please choose how it was paid' }),
  reference: pastedLine(120, 'Please enter a reference'),
});
export type RecordPaymentForm = z.output<typeof RecordPaymentForm>;

/**
 * Records a refund made outside of the shop; `reference` names the transfer. `shownCents` is the amount that the admin saw: the
 * refund is refused when another amount is left by now.
 */
export const RecordRefundForm = RecordPaymentForm.pick({ reference: true }).extend({
  shownCents: z.int('Must be whole cents').min(0, 'Must not be negative').optional(),
});
export type RecordRefundForm = z.output<typeof RecordRefundForm>;

const cents = (least: number, message: string) => z.int('Must be whole cents').min(least, message);

const refund = {
  /** Each refund has its own: the same key sent again is the same refund. */
  key: z.string('Please send a key').regex(/^[\w-]{16,64}$/, 'Must be 16 to 64 letters and digits'),
  /** Why the money goes back, for the shop's own books. */
  reason: line(200, 'Please give a reason'),
  items: z
    .array(z.strictObject({ productId: id, project: z.literal(true).optional() }))
    .min(1, 'Please choose a track')
    .max(CART_LIMIT)
    .optional(),
  amountCents: cents(1, 'Must be more than nothing').optional(),
  borneBy: z.enum(REFUND_BORNE_BY, { error: 'Must be sale or house' }).default('sale'),
  withFee: z.boolean('Must be true or false').default(false),
  /** With `items` and an amount: their links and certificates stay. */
  keepLinks: z.boolean('Must be true or false').default(false),
};

/**
 * A refund by PayPal: of the whole order, of tracks (`project`: of the project files alone), or of an amount, which with `items` is
 * for these tracks (docs/product/payments.md#refunds). `shownCents` is what the admin saw: all that is left to give back, or what
 * this refund gives back; it is refused when neither is the amount by now.
 */
export const RefundForm = z.strictObject({ ...refund, shownCents: cents(0, 'Must not be negative') });
export type RefundForm = z.output<typeof RefundForm>;

/** The same, to be told first what it does. */
export const RefundQuoteForm = RefundForm.partial({ key: true, reason: true, shownCents: true });
export type RefundQuoteForm = z.output<typeof RefundQuoteForm>;

/** Releases the hold on a track, unless another order holds it by now than `shownOrderId`, the order that the admin saw. */
export const ReleaseHoldForm = z.strictObject({ shownOrderId: id.optional() });
export type ReleaseHoldForm = z.output<typeof ReleaseHoldForm>;

/** Asks for the order's mail again. `newLinks` makes the earlier links invalid. */
export const ResendForm = z.strictObject({ newLinks: z.boolean().default(false) });

/** Whether the public certificate of a bought track names its buyer. */
export const ShowBuyerForm = z.strictObject({ shown: z.boolean() });

/** `?ids=1,2,3`: at most as many ids as a full cart has. */
export const HoldsQuery = z.strictObject({
  ids: z
    .string({ error: 'ids is required' })
    .transform((text): (string | number)[] => text.split(','))
    .pipe(z.array(id).max(CART_LIMIT, `At most ${CART_LIMIT} ids`)),
});

export const OrderStatusForm = z.strictObject({ status: z.enum(ORDER_STATUSES, { error: 'Unknown status' }) });

const percentMessage = ({ input }: { input?: unknown }) =>
  isMissing(input) ? 'Percent is required' : 'Must be a whole number from 1 to 100';
const USES = 'Must be a whole number from 1 to 1,000,000';

/**
 * The code of a coupon in the one form in which codes are stored and compared: NFKC, in capitals, İ as I. Small letters are made
 * first, because some capitals have no way back from them.
 */
const inCapitals = (code: string) =>
  code
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .replace(/I\u0307/g, 'I')
    .normalize('NFC');
/** A schema for the code of a coupon. @param missing the message for an empty field */
export const couponCode = (missing: string) => pastedLine(40, missing).transform(inCapitals);

/** A coupon. `min_total` is in dollars; a blank limit means no limit. */
export const CouponForm = z
  .strictObject({
    code: couponCode('Code is required'),
    discount_percent: wholeNumber(percentMessage).pipe(
      z.int('Must be a whole number').min(1, 'At least 1').max(100, 'At most 100'),
    ),
    is_forever: flag.default(false),
    expiry_date: isoDate('Please enter a date')
      .or(z.literal(''))
      .nullish()
      .transform((date) => date || null),
    max_uses: wholeNumber(USES)
      .pipe(z.int(USES).min(1, USES).max(1_000_000, USES))
      .or(z.literal(''))
      .nullish()
      .transform((uses) => uses || null),
    once_per_buyer: flag.default(false),
    first_order_only: flag.default(false),
    min_total: dollars
      .or(z.literal(''))
      .nullish()
      .transform((cents) => cents || null),
  })
  .refine((form) => form.is_forever || form.expiry_date, {
    path: ['expiry_date'],
    message: 'An expiry date is required unless it never expires',
  });
export type CouponForm = z.output<typeof CouponForm>;

export const CouponStatusForm = z.strictObject({ is_active: z.boolean({ error: 'is_active must be true or false' }) });

/**
 * The query for the differences between PayPal's books and the shop's. `open` leaves out differences that an admin has looked at or
 * that no longer exist.
 */
export const DifferencesQuery = ListQuery.extend({
  open: z.enum(['true', 'false'], { error: 'Must be true or false' }).optional(),
});
export type DifferencesQuery = z.output<typeof DifferencesQuery>;

/** An admin's note about a difference. `shownReason` is the reason that the admin saw; the note is refused if it has changed. */
export const LookedAtForm = z.strictObject({
  note: line(200, 'Please say what you found'),
  shownReason: z.string().max(1000, 'At most 1,000 characters').optional(),
});
export type LookedAtForm = z.output<typeof LookedAtForm>;
