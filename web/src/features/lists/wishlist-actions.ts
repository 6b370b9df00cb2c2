import { WISHLIST_LIMIT } from '@shop/contracts/constants';
import type { AppDispatch } from '#lib/hooks.ts';
import { editList, loadedIds, sameId, sayRefused } from './list-edits';
import { needLogin } from '../session/ask-to-log-in';
import type { Interruption } from '../session/session';
import { toast } from '#lib/toast.ts';

const TO_ADD = 'Please log in to add to wishlist.';
const TO_REMOVE = 'Please log in to remove from wishlist.';

/** A visitor's click is finished after the login (docs/product/cart-and-wishlist.md#adding-and-removing). */
export const addToWishlist =
  ({ id, name }: { id: number; name: string }) =>
  async (dispatch: AppDispatch) => {
    const interruption: Interruption = { kind: 'wishlist', productId: id, name };
    const userId = dispatch(needLogin(TO_ADD, interruption));
    if (userId === null) return;
    try {
      const ids = await dispatch(loadedIds('wishlist', userId));
      if (ids.some((listedId) => sameId(listedId, id))) return toast.info('This item is already in your wishlist');
      if (ids.length >= WISHLIST_LIMIT) return toast.warning(`The wishlist holds ${WISHLIST_LIMIT} tracks at most.`);

      const removedIds = await dispatch(editList('wishlist', userId, { add: [id] }));
      if (removedIds.some((removedId) => sameId(removedId, id))) toast.warning(`${name} is no longer available.`);
      else toast.success('Added to wishlist');
    } catch (error) {
      dispatch(sayRefused(error, 'Failed to add to wishlist', TO_ADD, interruption));
    }
  };

export const removeFromWishlist = (id: number) => async (dispatch: AppDispatch) => {
  const userId = dispatch(needLogin(TO_REMOVE));
  if (userId === null) return;
  try {
    await dispatch(editList('wishlist', userId, { remove: [id] }));
    toast.success('Removed from wishlist');
  } catch (error) {
    dispatch(sayRefused(error, 'Failed to remove from wishlist', TO_REMOVE));
  }
};
