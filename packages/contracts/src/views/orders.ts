import { z } from 'zod';
import {
  DIFFERENCE_KINDS,
  FREEZE_KINDS,
  INVOICE_KINDS,
  ORDER_STATUSES,
  ORDER_WAYS,
  PACKAGE_ROLES,
  PAYMENT_STATES,
  REFUND_BORNE_BY,
  REFUND_STATES,
} from '../constants';
import { at, Page } from './shared';

const coupon = { id: z.int(), code: z.string(), discount_percent: z.int() };
const couponLimits = {
  max_uses: z.int().nullable(),
  once_per_buyer: z.boolean(),
  first_order_only: z.boolean(),
  min_total: z.number().nullable().meta({ description: 'Dollars' }),
};

/**
 * A coupon's discount. A buyer who may use it is told its limits too: who may use it, how often, and from which subtotal. Null means
 * no limit.
 */
export const CouponCheckView = z
  .strictObject({ ...coupon, ...z.object(couponLimits).partial().shape })
  .meta({ id: 'CouponCheck' });
export type CouponCheckView = z.output<typeof CouponCheckView>;
export type CouponLimitsView = Required<Omit<CouponCheckView, keyof typeof coupon>>;

export const CouponView = z
  .strictObject({
    ...coupon,
    ...couponLimits,
    is_forever: z.boolean(),
    expiry_date: z.iso.date().nullable(),
    is_active: z.boolean(),
    created_at: at,
    used_count: z.int().meta({ description: 'Paid orders' }),
    taken_count: z.int().meta({ description: 'Orders that have taken a use: paid ones, and those that may still be paid' }),
    subsidy: z
      .number()
      .meta({ description: 'Dollars that the operator paid to sellers beyond what the buyers paid for their tracks' }),
  })
  .meta({ id: 'Coupon' });
export type CouponView = z.output<typeof CouponView>;

/** Amounts in dollars with at most two decimals. */
export const TotalsView = z
  .strictObject({ subtotal: z.number(), discount: z.number(), fee: z.number(), total: z.number() })
  .meta({ id: 'Totals' });
export type TotalsView = z.output<typeof TotalsView>;

/** A track that another buyer holds; `until` is null while that buyer's payment is under way. */
export const HoldView = z
  .strictObject({ id: z.int(), way: z.enum(ORDER_WAYS), until: at.nullable(), remind: z.boolean() })
  .meta({ id: 'Hold' });
export type HoldView = z.output<typeof HoldView>;

/** The customer info; blank after the buyer's account has been deleted. */
const CustomerInfo = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  country: z.string(),
  phone: z.string().optional(),
  company: z.string().optional().meta({ description: 'For whom the buyer buys, where the shop asks for it' }),
  vatNumber: z.string().optional().meta({ description: 'Its VAT number, without spaces' }),
});
export type CustomerInfo = z.output<typeof CustomerInfo>;

/** What a bought track is heard and known by, as it was at the purchase: `duration` in seconds, `wave` as in ProductView. */
const SoundView = z
  .strictObject({
    audio: z.string(),
    wave: z.string(),
    duration: z.number(),
    bpm: z.number().nullable(),
    music_key: z.string(),
    key_mode: z.string().nullable(),
  })
  .meta({ id: 'Sound' });
export type SoundView = z.output<typeof SoundView>;

/** A file that the shop delivers; its address is the track's download link with `file`. */
const DeliveredFile = z
  .strictObject({
    id: z.int(),
    path: z.string(),
    role: z.enum(PACKAGE_ROLES),
    sizeBytes: z.int(),
    sha256: z.string(),
  })
  .meta({ id: 'DeliveredFile' });

const refundItem = {
  productId: z.int(),
  project: z.boolean().meta({ description: 'The project files alone' }),
  amountCents: z.int(),
  linkEnded: z.boolean().meta({ description: 'Whether the links end with the refund, and of a track its certificate' }),
};

/** A refund by PayPal. The items and the fee sum to the amount. */
export const RefundView = z
  .strictObject({
    id: z.int(),
    orderId: z.int(),
    state: z.enum(REFUND_STATES).meta({ description: 'Asked: nobody knows the outcome yet. Pending: PayPal is at work on it' }),
    amountCents: z.int(),
    feeCents: z.int().meta({ description: 'The part of the amount that is service fee' }),
    items: z.array(z.strictObject(refundItem)),
    reason: z.string(),
    borneBy: z.enum(REFUND_BORNE_BY),
    providerId: z.string().nullable().meta({ description: "PayPal's id of it" }),
    failure: z.string().optional().meta({ description: 'Why it failed, and what to do' }),
    askedAt: at,
    askedBy: z.int(),
  })
  .meta({ id: 'Refund' });
export type RefundView = z.output<typeof RefundView>;

/** What a refund would do. */
export const RefundQuoteView = z
  .strictObject({
    amountCents: z.int(),
    feeCents: z.int(),
    leftCents: z.int().meta({ description: 'All that is left to give back of the order, this refund included' }),
    full: z.boolean().meta({ description: 'Everything is back then: the order is refunded' }),
    items: z.array(z.strictObject({ ...refundItem, name: z.string() })),
    certificates: z.array(z.int()).meta({ description: 'The tracks whose certificates are revoked' }),
    ledger: z
      .array(z.strictObject({ productId: z.int(), sellerId: z.int(), storeName: z.string(), netCents: z.int() }))
      .meta({ description: "What is taken back from the sellers' shares; they owe it when it was paid out already" }),
    houseCents: z.int().meta({ description: 'What the house bears of the amount: all but the lines of the ledger' }),
    coupon: z
      .strictObject({ code: z.string(), discountCents: z.int() })
      .nullable()
      .meta({ description: 'The coupon of the order, and what it took off these tracks: it stays used, and is not paid out' }),
    creditNoteCents: z.int().meta({ description: 'The amount of the credit note, if the order has an invoice' }),
  })
  .meta({ id: 'RefundQuote' });
export type RefundQuoteView = z.output<typeof RefundQuoteView>;

const orderItem = {
  id: z.int(),
  name: z.string(),
  price: z.number(),
  category: z.string(),
  img: z.string(),
  includeProject: z.boolean(),
  project_name: z.string().nullable(),
  store_name: z.string(),
  sound: SoundView.nullable().meta({ description: 'Null for tracks bought before it was stored' }),
  certificate: z.string().nullable().meta({ description: 'The code of its certificate; null until the order is paid' }),
  shows_buyer: z.boolean().meta({ description: 'Whether its certificate names the buyer' }),
  refunded: z
    .enum(['project', 'track'])
    .optional()
    .meta({ description: 'What of it was given back: its project files, or all of it. Their links have ended' }),
  on_hold: z.enum(FREEZE_KINDS).optional().meta({
    description: 'Why its files cannot be downloaded right now; left out while they can',
  }),
  files: z.array(DeliveredFile).optional().meta({
    description: 'What is delivered, to its buyer, once the order is paid; left out when a link delivers the track',
  }),
  package_id: z.int().optional().meta({
    description: 'The package that delivers the track by now, once the order is paid; left out when a link does',
  }),
};
const OrderItemView = z.strictObject(orderItem).meta({ id: 'OrderItem' });
export type OrderItemView = z.output<typeof OrderItemView>;

const DownloadLinkView = z
  .strictObject({
    product_id: z.int(),
    url: z.string(),
    name: z.string(),
    category: z.string(),
    downloads: z.int().optional().meta({ description: 'How often it was used; a release before this field leaves it out' }),
    last_download_at: at.optional().meta({
      description: 'When it was used last; left out of a link that was never used, or not since the shop keeps the times',
    }),
  })
  .meta({ id: 'DownloadLink' });
export type DownloadLinkView = z.output<typeof DownloadLinkView>;

const InvoiceLinkView = z
  .strictObject({ kind: z.enum(INVOICE_KINDS), number: z.string(), url: z.string() })
  .meta({ id: 'InvoiceLink' });
export type InvoiceLinkView = z.output<typeof InvoiceLinkView>;

const order = {
  id: z.int(),
  user_id: z.int(),
  subtotal: z.number(),
  total_price: z.number(),
  discount_amount: z.number(),
  fee_amount: z.number(),
  coupon_id: z.int().nullable(),
  coupon_code: z.string().nullable(),
  coupon_discount: z.int().nullable(),
  status: z.enum(ORDER_STATUSES),
  payment_state: z.enum(PAYMENT_STATES),
  closed: z
    .enum(['cancelled', 'replaced'])
    .nullable()
    .meta({ description: 'Why nobody can pay it any more: an admin cancelled it, or the buyer began a newer one' }),
  created_at: at,
  paid_at: at.nullable(),
  reserved_until: at.nullable(),
  customer_info: CustomerInfo,
  address_given_up: z
    .boolean()
    .meta({ description: "The address in customer_info was the account's own, which has another one now: no mail goes there" }),
  terms_version: z.string().meta({ description: 'Of the Terms and Conditions that the buyer accepted when the order was made' }),
  downloadLinks: z.array(DownloadLinkView).meta({
    description: 'Only once it is paid: relative links of the files, one or two for each item',
  }),
  contracts: z.array(z.strictObject({ product_id: z.int(), url: z.string(), name: z.string() })).meta({
    description: 'Only once it is paid: relative links of the contracts, one for each item',
  }),
  invoices: z.array(InvoiceLinkView).optional().meta({
    description: 'Relative links of its invoice and credit notes; left out while it has none',
  }),
};

export const OrderView = z.strictObject({ ...order, products: z.array(OrderItemView) }).meta({ id: 'Order' });
export type OrderView = z.output<typeof OrderView>;

/** A line of an order's history. */
const OrderEventView = z.strictObject({ at, event: z.string(), detail: z.string().nullable() });

const AdminOrderItemView = z
  .strictObject({
    ...orderItem,
    project_price: z.number().meta({ description: 'Dollars: the surcharge of the project' }),
    discount: z.number().meta({ description: "Dollars: the item's share of the order's discount" }),
    paid: z.number().meta({ description: 'Dollars' }),
    downloads: z.int(),
    project_downloads: z.int(),
    subsidy: z
      .number()
      .meta({ description: 'Dollars that the operator pays its seller beyond `paid`; 0 of an order that is not paid' }),
    claim: z
      .enum(['reserved', 'sold', 'elsewhere', 'free'])
      .meta({ description: 'Who has the track now: this order, another one, or nobody' }),
  })
  .meta({ id: 'AdminOrderItem' });
export type AdminOrderItemView = z.output<typeof AdminOrderItemView>;

/** The further fields that an admin sees. */
export const AdminOrderView = z
  .strictObject({
    ...order,
    products: z.array(AdminOrderItemView),
    way: z.enum(ORDER_WAYS).meta({ description: "PayPal's button, or arranged with the operator" }),
    ref: z.uuid().meta({ description: 'What PayPal knows the order by' }),
    review_capture_id: z
      .string()
      .nullable()
      .meta({ description: 'The payment that does not fit the order, while it is in review' }),
    captured_amount: z
      .number()
      .nullable()
      .meta({ description: 'Dollars that payment took, where they are known; refunds are held against them' }),
    refunds: z.array(
      z.strictObject({
        refund_id: z.string(),
        reference: z
          .string()
          .nullable()
          .meta({ description: "PayPal's id of it, or what the admin entered who recorded it; null when that was not stored" }),
        capture_id: z.string(),
        amount: z.number(),
        refunded_at: at,
      }),
    ),
    refund_requests: z.array(RefundView).meta({ description: 'The refunds that admins have asked PayPal for, oldest first' }),
    payment: z
      .strictObject({
        method: z.string(),
        reference: z.string(),
        capture_id: z
          .string()
          .meta({ description: "What refunds of it name; PayPal's, also when an admin recorded what was in review" }),
        amount: z.number(),
        captured_at: at,
      })
      .nullable(),
    paypal_order_id: z.string().nullable(),
    history: z.array(OrderEventView),
    user: z.strictObject({ id: z.int(), name: z.string(), last_name: z.string(), email: z.string() }).nullable(),
  })
  .meta({ id: 'AdminOrder' });
export type AdminOrderView = z.output<typeof AdminOrderView>;

export const PaypalCreateView = z.strictObject({
  id: z.string(),
  orderId: z.int(),
  totals: TotalsView,
  reservedUntil: at,
});
export type PaypalCreateView = z.output<typeof PaypalCreateView>;

export const CaptureView = z.strictObject({
  success: z.literal(true),
  orderId: z.int(),
  downloadLinks: z.array(DownloadLinkView),
});
export type CaptureView = z.output<typeof CaptureView>;

/** A 202: the outcome of the capture is not known yet, so the browser reads the order again until it is. */
export const CapturePendingView = z.strictObject({
  success: z.literal(false),
  pending: z.literal(true),
  orderId: z.int(),
  error: z.string(),
});
export type CapturePendingView = z.output<typeof CapturePendingView>;

export const PlacedOrderView = z.strictObject({
  success: z.literal(true),
  orderId: z.int(),
  status: z.enum(ORDER_STATUSES),
  totals: TotalsView,
});
export type PlacedOrderView = z.output<typeof PlacedOrderView>;

/** Why an item cannot be bought as requested: `details.items` of a 409 at checkout (docs/product/checkout.md#conflicts). */
export type CheckoutConflictView = {
  items: {
    id: number;
    name: string;
    code: 'sold' | 'held' | 'removed' | 'price-changed' | 'own-track';
    price?: number;
    /** The track no longer has the project that was chosen with it. */
    projectGone?: true;
  }[];
  totals: TotalsView | null;
  heldUntil?: string;
  /** Why the coupon is not valid. */
  coupon?: string;
};

export const DifferenceView = z
  .strictObject({
    id: z.int(),
    kind: z.enum(DIFFERENCE_KINDS),
    provider_id: z.string().meta({ description: "PayPal's id of the capture, refund, dispute or payout" }),
    order_id: z.int().nullable(),
    reason: z.string(),
    amountCents: z.int().nullable(),
    expectedCents: z.int().nullable(),
    happened_at: at,
    found_at: at,
    gone_at: at.nullable().meta({ description: 'Later comparisons no longer found it' }),
    looked_at: at.nullable(),
    looked_by: z.int().nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'Difference' });
export type DifferenceView = z.output<typeof DifferenceView>;

export const ReconciliationView = z
  .strictObject({
    id: z.int(),
    night: z.iso.date().nullable(),
    started_at: at,
    finished_at: at.nullable(),
    outcome: z.enum(['done', 'failed']).nullable(),
    captures: z.int().nullable(),
    refunds: z.int().nullable(),
    disputes: z.int().nullable(),
    payouts: z.int().nullable().meta({ description: 'Null when none were compared' }),
    found: z.int().nullable(),
    problem: z.string().nullable(),
  })
  .meta({ id: 'Reconciliation' });
export type ReconciliationView = z.output<typeof ReconciliationView>;

export const DifferencesView = Page(DifferenceView).extend({ last: ReconciliationView.nullable() });
export type DifferencesView = z.output<typeof DifferencesView>;
