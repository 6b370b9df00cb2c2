import type { AdminOrderView, OrderView } from '@shop/contracts/views';
import { anOrder, anOrderItem } from './an-order';

/** A paid order of one track, as an admin sees it. */
export const anAdminOrder = (over: Partial<AdminOrderView> = {}): AdminOrderView => ({
  id: 12,
  user_id: 7,
  products: [
    {
      id: 1,
      name: 'Salt on the Runway',
      price: 299,
      category: 'Melodic Techno',
      img: '',
      includeProject: true,
      project_name: 'Ableton Live',
      store_name: 'North Yard',
      sound: null,
      certificate: null,
      shows_buyer: false,
      project_price: 100,
      discount: 39.9,
      paid: 359.1,
      subsidy: 0,
      downloads: 3,
      project_downloads: 1,
      claim: 'sold',
    },
  ],
  subtotal: 399,
  total_price: 379.05,
  discount_amount: 39.9,
  fee_amount: 19.95,
  coupon_id: 2,
  coupon_code: 'GHOST10',
  coupon_discount: 10,
  status: 'completed',
  payment_state: 'paid',
  created_at: '2026-11-20T10:00:00.000Z',
  paid_at: '2026-11-20T10:05:00.000Z',
  reserved_until: null,
  customer_info: { firstName: 'Marta', lastName: 'Kowalczyk', email: 'marta@example.com', country: 'Poland' },
  address_given_up: false,
  terms_version: '1',
  downloadLinks: [
    { product_id: 1, url: '/api/orders/12/downloads/1?token=t', name: 'Salt on the Runway', category: 'Melodic Techno' },
  ],
  contracts: [{ product_id: 1, url: '/api/orders/12/contracts/1.pdf', name: 'Salt on the Runway' }],
  way: 'paypal',
  ref: 'c3a5c2f0-0000-4000-8000-000000000012',
  closed: null,
  review_capture_id: null,
  captured_amount: null,
  refunds: [],
  refund_requests: [],
  payment: {
    method: 'paypal',
    reference: 'CAP-1',
    capture_id: 'CAP-1',
    amount: 379.05,
    captured_at: '2026-11-20T10:05:00.000Z',
  },
  paypal_order_id: 'PP-1',
  history: [
    { at: '2026-11-20T10:00:00.000Z', event: 'created', detail: 'PayPal' },
    { at: '2026-11-20T10:05:00.000Z', event: 'paid', detail: '$379.05 by paypal, CAP-1' },
  ],
  user: { id: 7, name: 'Marta', last_name: 'K', email: 'marta@example.com' },
  ...over,
});

/** The same order in the list of all orders, which has fewer fields. */
export const aListedOrder = (over: Partial<OrderView> = {}): OrderView => {
  const { id, customer_info, total_price, status, payment_state } = anAdminOrder();
  return anOrder({ id, customer_info, total_price, status, payment_state, products: [anOrderItem()], ...over });
};
