import type { CouponCheckView, CouponView, OrderItemView, OrderView, TotalsView } from '@shop/contracts/views';

export const anOrder = (more: Partial<OrderView> = {}): OrderView => ({
  id: 12,
  user_id: 7,
  products: [],
  subtotal: 299.5,
  total_price: 314.48,
  discount_amount: 0,
  fee_amount: 14.98,
  coupon_id: null,
  coupon_code: null,
  coupon_discount: null,
  status: 'pending',
  payment_state: 'created',
  closed: null,
  created_at: new Date().toISOString(),
  paid_at: null,
  reserved_until: null,
  customer_info: { firstName: 'Mira', lastName: 'Volk', email: 'mira@example.com', country: 'Germany' },
  address_given_up: false,
  terms_version: '1',
  downloadLinks: [],
  contracts: [],
  ...more,
});

export const anOrderItem = (more: Partial<OrderItemView> = {}): OrderItemView => ({
  id: 1,
  name: 'Undertow',
  price: 299.5,
  category: 'Techno',
  img: '/media/catalog/1.webp',
  includeProject: false,
  project_name: null,
  store_name: 'North Yard',
  sound: null,
  certificate: null,
  shows_buyer: false,
  ...more,
});

export const totalsOf = (total: number): TotalsView => ({ subtotal: total, discount: 0, fee: 0, total });

/** A coupon that anybody may use, as its check answers it. */
export const aCouponCheck = (more: Partial<CouponCheckView> = {}): CouponCheckView => ({
  id: 4,
  code: 'SPRING',
  discount_percent: 15,
  max_uses: null,
  once_per_buyer: false,
  first_order_only: false,
  min_total: null,
  ...more,
});

export const aCoupon = (more: Partial<CouponView> = {}): CouponView => ({
  ...{
    id: 2,
    code: 'WARM',
    discount_percent: 10,
    max_uses: null,
    once_per_buyer: false,
    first_order_only: false,
    min_total: null,
  },
  is_forever: true,
  expiry_date: null,
  is_active: true,
  created_at: '2026-11-01T10:00:00Z',
  used_count: 0,
  taken_count: 0,
  subsidy: 0,
  ...more,
});
