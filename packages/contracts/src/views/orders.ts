import type { DifferenceKind, OrderStatus, PaymentState, Service, ServiceRequestState } from '../constants';
import type { Page } from './shared';

/** Who may use a coupon, how often, and from which subtotal on (dollars); null where there is no limit. */
export type CouponLimitsView = {
  max_uses: number | null;
  once_per_buyer: boolean;
  first_order_only: boolean;
  min_total: number | null;
};

export type CouponCheckView = { id: number; code: string; discount_percent: number } & CouponLimitsView;

export type CouponView = CouponCheckView & {
  is_forever: boolean;
  expiry_date: string | null;
  is_active: boolean;
  created_at: string;
  /** Paid orders. */
  used_count: number;
  /** Orders that have taken a use: paid ones, and those that may still be paid. */
  taken_count: number;
  /** Dollars that the house paid to sellers beyond what the buyers paid for their tracks. */
  subsidy: number;
};

/** Dollars with at most two decimals. */
export type TotalsView = { subtotal: number; discount: number; fee: number; total: number };

/** A track that another buyer holds; `until` is null while his payment is under way. */
export type HoldView = { id: number; until: string | null };

export type CustomerInfo = { firstName: string; lastName: string; email: string; country: string; phone?: string };

export type OrderItemView = {
  id: number;
  name: string;
  price: number;
  category: string;
  img: string;
  includeProject: boolean;
  project_name: string | null;
  store_name: string;
};

export type DownloadLinkView = { url: string; name: string; category: string };

export type OrderView = {
  id: number;
  user_id: number;
  products: OrderItemView[];
  subtotal: number;
  total_price: number;
  discount_amount: number;
  fee_amount: number;
  coupon_id: number | null;
  coupon_code: string | null;
  coupon_discount: number | null;
  status: OrderStatus;
  payment_state: PaymentState;
  created_at: string;
  paid_at: string | null;
  reserved_until: string | null;
  customer_info: CustomerInfo;
  /** Only once it is paid: relative links of the files, one or two for each item. */
  downloadLinks: DownloadLinkView[];
  /** Only once it is paid: relative links of the contracts, one for each item. */
  contracts: { url: string; name: string }[];
};

/** What the admin's order page shows besides. */
export type OrderEventView = { at: string; event: string; detail: string | null };

export type AdminOrderItemView = OrderItemView & {
  /** Dollars: the surcharge of the project, the item's share of the discount, and what was paid for it. */
  project_price: number;
  discount: number;
  paid: number;
  downloads: number;
  project_downloads: number;
  /** Dollars that the house pays its seller beyond `paid`. */
  subsidy: number;
  /** Who has the track now: this order, another one, or nobody. */
  claim: 'reserved' | 'sold' | 'elsewhere' | 'free';
};

export type AdminOrderView = Omit<OrderView, 'products'> & {
  products: AdminOrderItemView[];
  /** PayPal's button, or arranged with the house. */
  way: 'paypal' | 'arranged';
  /** What PayPal knows the order by. */
  ref: string;
  /** The payment that does not fit the order, while it is in review. */
  review_capture_id: string | null;
  /** Dollars that payment took, where they are known; refunds are held against them. */
  captured_amount: number | null;
  refunds: { refund_id: string; capture_id: string; amount: number; refunded_at: string }[];
  payment: { method: string; reference: string; amount: number; captured_at: string } | null;
  paypal_order_id: string | null;
  history: OrderEventView[];
  user: { id: number; name: string; last_name: string; email: string } | null;
};

export type PaypalCreateView = { id: string; orderId: number; totals: TotalsView; reservedUntil: string };

export type CaptureView = { success: true; orderId: number; downloadLinks: DownloadLinkView[] };

/** 202: nobody knows yet; the SPA polls the order. */
export type CapturePendingView = { success: false; pending: true; orderId: number; error: string };

export type PlacedOrderView = { success: true; orderId: number; status: OrderStatus; totals: TotalsView };

/** Why an item cannot be bought as asked: `details.items` of a 409 at checkout (decision 19). */
export type CheckoutConflictView = {
  items: { id: number; name: string; code: 'sold' | 'held' | 'removed' | 'price-changed' | 'own-track'; price?: number }[];
  totals: TotalsView | null;
  heldUntil?: string;
  /** Why the coupon does not count. */
  coupon?: string;
};

/** A service that was asked for: what the form asked and what was answered, in its words. */
export type ServiceRequestView = {
  id: number;
  service: Service;
  state: ServiceRequestState;
  name: string;
  email: string;
  description: string;
  wishes: { asked: string; answer: string }[];
  created_at: string;
  user_id: number;
};

/** One thing that PayPal's books and ours say differently. Amounts are cents. */
export type DifferenceView = {
  id: number;
  kind: DifferenceKind;
  /** PayPal's id of the capture, refund or dispute. */
  provider_id: string;
  order_id: number | null;
  reason: string;
  amountCents: number | null;
  expectedCents: number | null;
  happened_at: string;
  found_at: string;
  /** Later runs no longer found it. */
  gone_at: string | null;
  looked_at: string | null;
  looked_by: number | null;
  note: string | null;
};

/** One comparison with PayPal's books. */
export type ReconciliationView = {
  id: number;
  night: string | null;
  started_at: string;
  finished_at: string | null;
  outcome: 'done' | 'failed' | null;
  captures: number | null;
  refunds: number | null;
  disputes: number | null;
  found: number | null;
  problem: string | null;
};

export type DifferencesView = Page<DifferenceView> & { last: ReconciliationView | null };
