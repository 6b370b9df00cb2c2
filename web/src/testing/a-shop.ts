import type { DetailsView, OrderView, ProductView } from '@shop/contracts/views';
import { stubServer, type Call } from './stub-server';

/** A track as the catalogue shows it. */
export const aTrack = (more: Partial<ProductView> = {}): ProductView => ({
  id: 1,
  name: 'Undertow',
  category: 'Techno',
  price: 299.5,
  old_price: null,
  img: '/media/catalog/1.webp',
  audio: '/media/catalog/1.mp3',
  peaks: '[]',
  wave: '80'.repeat(48),
  duration: 200,
  bpm: 128,
  music_key: 'A',
  key_mode: null,
  type: 'Instrumental',
  project_name: null,
  exclusive_vocal: false,
  is_hot: false,
  store_name: 'North Yard',
  play_count: 0,
  created_at: '2026-11-01T10:00:00Z',
  ...more,
});

export const aDetails = (cart: number[], wishlist: number[] = []): DetailsView => ({
  user: {
    id: 7,
    name: 'Mira',
    last_name: 'Volk',
    email: 'mira@example.com',
    country: 'Germany',
    is_admin: 0,
    admin_role: null,
    suspended: null,
    is_seller: false,
    created_at: '2026-10-01T10:00:00Z',
  },
  cart: cart.map((id) => ({ id })),
  wishlist: wishlist.map((id) => ({ id })),
  pending_email: null,
  erase_at: null,
  listVersions: { cart: 0, wishlist: 0 },
});

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
  created_at: new Date().toISOString(),
  paid_at: null,
  reserved_until: null,
  customer_info: { firstName: 'Mira', lastName: 'Volk', email: 'mira@example.com', country: 'Germany' },
  downloadLinks: [],
  contracts: [],
  ...more,
});

type Handlers = Parameters<typeof stubServer>[0];

/** A gateway whose catalogue holds `tracks`, with user 7, whose cart and wishlist it remembers. → the calls made. */
export function aShop(at: { tracks?: ProductView[]; cart?: number[]; wishlist?: number[] }, handlers: Handlers = {}): Call[] {
  const details = aDetails(at.cart ?? [], at.wishlist ?? []);
  const tracks = at.tracks ?? [aTrack()];
  const keep = (list: 'cart' | 'wishlist') => (call: Call) => {
    const { add = [], remove = [] } = call.body as { add?: number[]; remove?: number[] };
    const kept = details[list].map(({ id }) => id).filter((id) => !remove.includes(id));
    details[list] = [...new Set([...kept, ...add])].map((id) => ({ id }));
    details.listVersions[list] += 1;
    return { body: { success: true, [list]: details[list], removed: [], version: details.listVersions[list] } };
  };
  return stubServer({
    'GET /api/config': {
      body: {
        siteName: 'Ghostline',
        mode: 'demo',
        paypal: { clientId: 'sim', currency: 'USD', sdkUrl: 'http://127.0.0.1:8090/sdk/js' },
        botCheck: null,
      },
    },
    'GET /api/users/7/details': () => ({ body: details }),
    'PATCH /api/cart/7': keep('cart'),
    'PATCH /api/wishlist/7': keep('wishlist'),
    'POST /api/products/by-ids': ({ body }) => ({
      body: tracks.filter(({ id }) => (body as { ids: number[] }).ids.includes(id)),
    }),
    'GET /api/orders/user/7': { body: { success: true, data: [] } },
    ...handlers,
  });
}

export const refusal = (status: number, message: string, more: object = {}) => ({
  status,
  body: { success: false, code: 'refused', error: message, message, ...more },
});
