import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { CartForm, id, WishlistForm } from '@shop/contracts/forms';
import { endpoint, inTx, type Endpoint } from '@shop/kit';
import { replaceList } from './lists';

const UserId = z.strictObject({ userId: id });
const asEntries = (ids: number[]) => ids.map((entry) => ({ id: entry }));

export function listEndpoints(source: DataSource): Endpoint[] {
  return [
    endpoint({
      method: 'put',
      path: '/api/cart/:userId',
      who: { owner: 'userId', admin: false },
      summary: 'Replaces the whole cart; only the ids are read',
      params: UserId,
      body: CartForm,
      async handle({ params, body }) {
        const { kept, removed } = await inTx(source, (tx) => replaceList(tx, params.userId, 'cart', body.cart));
        return { success: true, cart: asEntries(kept), removed };
      },
    }),
    endpoint({
      method: 'put',
      path: '/api/wishlist/:userId',
      who: { owner: 'userId', admin: false },
      summary: 'Replaces the whole wishlist; only the ids are read',
      params: UserId,
      body: WishlistForm,
      async handle({ params, body }) {
        const { kept, removed } = await inTx(source, (tx) => replaceList(tx, params.userId, 'wishlist', body.wishlist));
        return { success: true, wishlist: asEntries(kept), removed };
      },
    }),
  ];
}
