import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { CartForm, id, ListEditForm, WishlistForm } from '@shop/contracts/forms';
import { endpoint, inTx, type Endpoint } from '@shop/kit';
import { asEntries, editList, replaceList, type List } from './lists';

const UserId = z.strictObject({ userId: id });
const cartOf = ({ ids, ...rest }: List & { removed: number[] }) => ({ success: true, cart: asEntries(ids), ...rest });
const wishlistOf = ({ ids, ...rest }: List & { removed: number[] }) => ({ success: true, wishlist: asEntries(ids), ...rest });

export function listEndpoints(source: DataSource): Endpoint[] {
  return [
    endpoint({
      method: 'put',
      path: '/api/cart/:userId',
      who: { owner: 'userId', admin: false },
      summary: 'Replaces the whole cart; only the ids are read',
      params: UserId,
      body: CartForm,
      handle: async ({ params, body }) => cartOf(await inTx(source, (tx) => replaceList(tx, params.userId, 'cart', body.cart))),
    }),
    endpoint({
      method: 'patch',
      path: '/api/cart/:userId',
      who: { owner: 'userId', admin: false },
      summary: 'Changes the cart by what was added and removed; what another tab did meanwhile stays',
      params: UserId,
      body: ListEditForm,
      handle: async ({ params, body }) => cartOf(await inTx(source, (tx) => editList(tx, params.userId, 'cart', body))),
    }),
    endpoint({
      method: 'put',
      path: '/api/wishlist/:userId',
      who: { owner: 'userId', admin: false },
      summary: 'Replaces the whole wishlist; only the ids are read',
      params: UserId,
      body: WishlistForm,
      handle: async ({ params, body }) =>
        wishlistOf(await inTx(source, (tx) => replaceList(tx, params.userId, 'wishlist', body.wishlist))),
    }),
    endpoint({
      method: 'patch',
      path: '/api/wishlist/:userId',
      who: { owner: 'userId', admin: false },
      summary: 'Changes the wishlist by what was added and removed; what another tab did meanwhile stays',
      params: UserId,
      body: ListEditForm,
      handle: async ({ params, body }) => wishlistOf(await inTx(source, (tx) => editList(tx, params.userId, 'wishlist', body))),
    }),
  ];
}
