import type { ProductView } from '@shop/contracts/views';
import { aTrack } from './a-track';
import { aDetails } from './a-user';
import { aConfig } from './answers';
import { stubServer, type Call } from './stub-server';

type Handlers = Parameters<typeof stubServer>[0];

/**
 * A gateway whose catalogue holds `tracks`, with user 7, whose cart and wishlist it remembers.
 * @returns the calls made
 */
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
    'GET /api/config': { body: aConfig() },
    'GET /api/users/7/details': () => ({ body: details }),
    'PATCH /api/cart/7': keep('cart'),
    'PATCH /api/wishlist/7': keep('wishlist'),
    'POST /api/products/by-ids': ({ body }) => ({
      body: tracks.filter(({ id }) => (body as { ids: number[] }).ids.includes(id)),
    }),
    'GET /api/orders/user/7': { body: { success: true, data: [] } },
    'GET /api/orders/holds': { body: { success: true, data: [] } },
    ...handlers,
  });
}
