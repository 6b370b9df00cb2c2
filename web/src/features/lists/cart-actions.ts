import { CART_LIMIT } from '@shop/contracts/constants';
import type { AppDispatch } from '#lib/hooks.ts';
import { editList, loadedIds, sameId, sayRefused } from './list-edits';
import { needLogin } from '../session/ask-to-log-in';
import type { Interruption } from '../session/session';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';

type TrackName = { id: number; name: string };

const TO_ADD = 'Please log in to add the product to the cart.';
const TO_REMOVE = 'Please log in to remove the product from the shopping cart';
const TO_EMPTY = 'Please log in to empty the trash.';

/**
 * Puts a track into the cart, once (docs/product/cart-and-wishlist.md#adding-and-removing). A visitor's click is finished after
 * the login.
 */
export const addToCart =
  ({ id, name }: TrackName) =>
  async (dispatch: AppDispatch) => {
    const interruption: Interruption = { kind: 'cart', productId: id, name };
    const userId = dispatch(needLogin(TO_ADD, interruption));
    if (userId === null) return;

    try {
      const ids = await dispatch(loadedIds('cart', userId));
      if (ids.some((listedId) => sameId(listedId, id))) {
        return toast.warning(`${name} is already in the cart`, { link: { to: paths.cart, label: 'Go to Cart' } });
      }
      if (ids.length >= CART_LIMIT) return toast.warning(`The cart holds ${CART_LIMIT} tracks at most.`);

      const removedIds = await dispatch(editList('cart', userId, { add: [id] }));
      if (removedIds.some((removedId) => sameId(removedId, id))) toast.warning(`${name} is no longer available.`);
      else toast.success(`${name} Added to Cart`, { addedToCart: id });
    } catch (error) {
      dispatch(sayRefused(error, 'Error when adding an item to the cart', TO_ADD, interruption));
    }
  };

export const removeFromCart = (id: number) => async (dispatch: AppDispatch) => {
  const userId = dispatch(needLogin(TO_REMOVE));
  if (userId === null) return;
  try {
    await dispatch(editList('cart', userId, { remove: [id] }));
    toast.success('The product was removed from the shopping cart');
  } catch (error) {
    dispatch(sayRefused(error, 'Error when deleting an item from the shopping cart', TO_REMOVE));
  }
};

export const clearCart = () => async (dispatch: AppDispatch) => {
  const userId = dispatch(needLogin(TO_EMPTY));
  if (userId === null) return;
  try {
    await dispatch(editList('cart', userId, { remove: await dispatch(loadedIds('cart', userId)) }));
    toast.success('The basket is cleared');
  } catch (error) {
    dispatch(sayRefused(error, 'Error when emptying the trash', TO_EMPTY));
  }
};

/** Removes bought, reserved or refused tracks from the cart, without a toast: the checkout page tells the buyer. */
export const takeOut = (userId: number, ids: readonly number[]) => async (dispatch: AppDispatch) => {
  await dispatch(editList('cart', userId, { remove: ids })).catch(() => {}); // the server itself removes sold tracks
};
