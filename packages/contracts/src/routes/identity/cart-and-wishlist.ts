import { z } from 'zod';
import { id } from '../../forms/fields';
import { CartForm, ListEditForm, WishlistForm } from '../../forms/identity';
import { CartView, WishlistView } from '../../views/identity';
import {} from '../refusals';
import { route } from '../../declare';

const UserId = z.strictObject({ userId: id });
const CART = '/api/cart/:userId';
const WISHLIST = '/api/wishlist/:userId';

const LIST_FULL = { '409 list-full': 'The list would become too long' } as const;

export const listRoutes = {
  replaceCart: route({
    method: 'put',
    path: CART,
    who: { owner: 'userId', admin: false },
    summary: 'Replaces the whole cart; only the ids are read',
    params: UserId,
    body: CartForm,
    answers: { 200: CartView },
  }),
  editCart: route({
    method: 'patch',
    path: CART,
    who: { owner: 'userId', admin: false },
    summary: 'Changes the cart by what was added and removed; what another tab did meanwhile stays',
    params: UserId,
    body: ListEditForm,
    answers: { 200: CartView },
    refuses: LIST_FULL,
  }),
  replaceWishlist: route({
    method: 'put',
    path: WISHLIST,
    who: { owner: 'userId', admin: false },
    summary: 'Replaces the whole wishlist; only the ids are read',
    params: UserId,
    body: WishlistForm,
    answers: { 200: WishlistView },
  }),
  editWishlist: route({
    method: 'patch',
    path: WISHLIST,
    who: { owner: 'userId', admin: false },
    summary: 'Changes the wishlist by what was added and removed; what another tab did meanwhile stays',
    params: UserId,
    body: ListEditForm,
    answers: { 200: WishlistView },
    refuses: LIST_FULL,
  }),
};
