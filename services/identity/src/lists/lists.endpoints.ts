import type { listRoutes } from '@shop/contracts/routes';
import type { CartView, WishlistView } from '@shop/contracts/views';
import type { Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { asEntries, editList, replaceList, type List } from './lists';

type ListChange = List & { removed: number[] };
const cartOf = ({ ids, ...rest }: ListChange): CartView => ({ success: true, cart: asEntries(ids), ...rest });
const wishlistOf = ({ ids, ...rest }: ListChange): WishlistView => ({ success: true, wishlist: asEntries(ids), ...rest });

export const listHandlers = ({ source }: { source: DataSource }): Handlers<typeof listRoutes> => ({
  replaceCart: async ({ params, body }) => cartOf(await inTx(source, (tx) => replaceList(tx, params.userId, 'cart', body.cart))),
  editCart: async ({ params, body }) => cartOf(await inTx(source, (tx) => editList(tx, params.userId, 'cart', body))),
  replaceWishlist: async ({ params, body }) =>
    wishlistOf(await inTx(source, (tx) => replaceList(tx, params.userId, 'wishlist', body.wishlist))),
  editWishlist: async ({ params, body }) => wishlistOf(await inTx(source, (tx) => editList(tx, params.userId, 'wishlist', body))),
});
