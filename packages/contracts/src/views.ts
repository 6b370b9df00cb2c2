import type { MusicKey, OrderStatus, PaymentState, PayoutMethod } from './constants';

/** Answers on the wire. Keys are snake_case where the documents name them, camelCase elsewhere (decision 61). Types only. */

/** Every refusal has this body; `error` and `message` are the same text (decision 19). */
export type ErrorView = {
  success: false;
  code: string;
  error: string;
  message: string;
  field?: string;
  details?: unknown;
  requestId?: string;
};

export type Pagination = { page: number; limit: number; total: number; totalPages: number };
export type Page<Item> = { success: true; data: Item[]; pagination: Pagination };

/** Public product; prices in dollars, `duration` in seconds, `wave` is 48 hexadecimal-pair values 00-ff (design, Media). */
export type ProductView = {
  id: number;
  name: string;
  category: string;
  price: number;
  old_price: number | null;
  img: string;
  audio: string;
  peaks: string;
  wave: string;
  duration: number;
  bpm: number | null;
  music_key: MusicKey | string;
  key_mode: string | null;
  type: string;
  project_name: string | null;
  exclusive_vocal: boolean;
  is_hot: boolean;
  store_name: string;
  play_count: number;
  created_at: string;
};

export type ProductStatus = 'active' | 'held' | 'sold' | 'removed';

/** What an admin's calls answer besides (decisions 7, 36, 52). */
export type AdminProductView = ProductView & {
  status: ProductStatus;
  download_link: string;
  project_link: string | null;
  seller_id: number | null;
};

export type DemoView = {
  id: number;
  name: string;
  category: string;
  img: string;
  audio: string;
  peaks: string;
  wave: string;
  duration: number;
  bpm: number | null;
  music_key: string | null;
};

export type UserView = {
  id: number;
  name: string;
  last_name: string;
  email: string;
  country: string;
  is_admin: 0 | 1;
  is_seller: boolean;
  created_at: string;
};

export type ListEntry = { id: number };
export type DetailsView = { user: UserView; cart: ListEntry[]; wishlist: ListEntry[] };
export type SessionView = {
  message: string;
  user: Pick<UserView, 'id' | 'name' | 'last_name' | 'email' | 'is_admin' | 'is_seller'>;
  token: string;
};
export type RegisterView = { requiresVerification: true; message: string };
export type MessageView = { message: string };
export type CartView = { success: true; cart: ListEntry[]; removed: number[] };
export type WishlistView = { success: true; wishlist: ListEntry[]; removed: number[] };

export type CouponCheckView = { id: number; code: string; discount_percent: number };
export type CouponView = CouponCheckView & {
  is_forever: boolean;
  expiry_date: string | null;
  is_active: boolean;
  created_at: string;
  used_count: number;
};

/** Dollars with at most two decimals. */
export type TotalsView = { subtotal: number; discount: number; fee: number; total: number };

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
export type AdminOrderView = OrderView & {
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
};

export type SellerView = {
  id: number;
  user_id: number;
  status: string;
  shop_name: string;
  social_link: string | null;
  payment_method: PayoutMethod | null;
  paypal_email: string | null;
  card_number: string | null;
  card_holder_name: string | null;
  accepted_offer: boolean;
  offer_accepted_at: string | null;
  verification_photo: string | null;
  created_at: string;
};

export type SellerTrackView = Pick<
  ProductView,
  'id' | 'name' | 'category' | 'img' | 'price' | 'bpm' | 'music_key' | 'created_at'
> & {
  status: string;
};

/** `content` is markdown; `image_path` is relative to the gateway's origin (decision 58). */
export type AnnouncementView = {
  id: number;
  title: string;
  content: string;
  image_path: string | null;
  is_active: boolean;
  created_at: string;
};

/** GET /api/config: all that the SPA must know before its first screen. */
export type ConfigView = {
  siteName: string;
  mode: 'production' | 'sandbox' | 'demo';
  paypal: { clientId: string; currency: string; sdkUrl: string | null };
  botCheck: { siteKey: string } | null;
};
